/** `import path from './x.wasm' with { type: 'file' }`: a path Bun can read, also inside the compiled binary. */
declare module '*.wasm' {
  const path: string
  export default path
}

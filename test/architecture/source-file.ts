/** The sources as the rules see them: a path under `src`, the text without comments, and what it imports. */
import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

export interface SourceFile {
  /** `git/native/run-git.ts`: relative to `src`. */
  readonly path: string
  readonly lines: number
  /** Without comments: a rule must not trip over words about it. */
  readonly code: string
  /** Imported files relative to `src`, and packages as they are written. */
  readonly imports: readonly Import[]
}

type Import =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'package'; readonly name: string }

export function readSources(root: string): SourceFile[] {
  const paths = [...new Bun.Glob('**/*.ts').scanSync(root)].map((path) => path.replaceAll('\\', '/')).sort()
  return paths.map((path) => sourceFile(path, readFileSync(join(root, path), 'utf8')))
}

export function sourceFile(path: string, text: string): SourceFile {
  const code = withoutComments(text)
  return { path, lines: text.trimEnd().split('\n').length, code, imports: [...importsOf(path, code)] }
}

/** Comments that begin a line or follow a space: enough for formatted code, and strings with `//` survive. */
function withoutComments(text: string): string {
  return text.replace(/^\s*\/\*[\s\S]*?\*\//gm, '').replace(/(^|\s)\/\/.*$/gm, '$1')
}

const specifiers = [
  /^(?:import|export)\b[^'"]*?\bfrom\s*['"]([^'"]+)['"]/gm,
  /^import\s*['"]([^'"]+)['"]/gm,
  /\bimport\(\s*['"]([^'"]+)['"]/g,
]

function* importsOf(path: string, code: string): Generator<Import> {
  for (const pattern of specifiers) {
    for (const [, specifier = ''] of code.matchAll(pattern)) {
      if (specifier.startsWith('.')) yield { kind: 'file', path: posix.join(posix.dirname(path), specifier) }
      else yield { kind: 'package', name: specifier }
    }
  }
}

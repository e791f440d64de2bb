/** What may be inside: packages that ship with the binary, and files one can read in one go. */
import type { SourceFile } from './source-file.ts'

export const longestFile = 260

/** Files longer than the limit, each with its own ceiling and the reason it is not split. */
export const longFiles: Readonly<Record<string, { readonly lines: number; readonly reason: string }>> = {}

export function lengthViolations({ path, lines }: SourceFile): string[] {
  const limit = longFiles[path]?.lines ?? longestFile
  return lines <= limit ? [] : [`src/${path} has ${lines} lines, more than ${limit}: split it by duty`]
}

/** Types only, erased before the binary is made. */
const typesOnly = new Set(['bun'])

export function packageViolations(file: SourceFile, dependencies: ReadonlySet<string>): string[] {
  return file.imports.flatMap((imported) => {
    if (imported.kind === 'file') return []
    const { name } = imported
    if (/^(node|bun):/.test(name) || typesOnly.has(name) || dependencies.has(packageOf(name))) return []
    return [`src/${file.path} imports '${name}', which is not among the dependencies of package.json`]
  })
}

/** `@scope/name/file` belongs to `@scope/name`. */
function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}

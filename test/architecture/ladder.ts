/** A file imports from its own rung or from a lower one it may know. Rungs at one height are strangers. */
import type { SourceFile } from './source-file.ts'

/** From low to high; names in one row are strangers to each other. */
export const ladder: readonly (readonly string[])[] = [
  ['base'],
  ['annotation'],
  ['git'],
  ['outline'],
  ['config'],
  ['store'],
  ['session.ts'],
  ['place'],
  ['read', 'query', 'write', 'check'],
  ['mcp'],
  ['cli'],
  ['main.ts'],
]

interface Exception {
  readonly from: string
  readonly to: string
  readonly reason: string
}

/** Sideways steps that are part of the design. */
const allowedSideways: readonly Exception[] = [
  { from: 'query', to: 'read', reason: 'deps, history and summary place regions the way a read does' },
  { from: 'check', to: 'read', reason: 'a check asks what a reader would be told' },
  { from: 'check', to: 'query', reason: 'impact is deps over a range of commits' },
]

/** Downward steps that are refused all the same: three subjects that know nothing of each other. */
const strangers: readonly Exception[] = [
  { from: 'git', to: 'annotation', reason: 'git knows objects, not what a note means' },
  { from: 'outline', to: 'git', reason: 'an outline is made of text, wherever it came from' },
  { from: 'outline', to: 'annotation', reason: 'syntax knows nothing of notes' },
]

/** Importable from everywhere. */
const shared = new Set(['version.ts'])

export function ladderViolations(file: SourceFile): string[] {
  const from = rungOf(file.path)
  const violations: string[] = []
  if (!shared.has(from) && heightOf(from) === -1)
    violations.push(`src/${file.path}: '${from}' is not on the ladder; give it a rung in test/architecture`)
  for (const imported of file.imports) {
    if (imported.kind === 'package') continue
    const to = rungOf(imported.path)
    const rule = brokenRule(from, to)
    if (rule !== undefined) violations.push(`src/${file.path} imports src/${imported.path}: ${rule}`)
  }
  return violations
}

function brokenRule(from: string, to: string): string | undefined {
  if (to === '..') return undefined // the grammars and the manifest lie beside src
  if (from === to || shared.has(to)) return undefined
  if (shared.has(from)) return `'${from}' is shared by all and imports nothing`
  const [low, high] = [heightOf(to), heightOf(from)]
  if (low === -1) return `'${to}' is not on the ladder`
  if (low > high) return `'${from}' is below '${to}': imports go down only`
  const same = (one: Exception) => one.from === from && one.to === to
  if (low === high && !allowedSideways.some(same))
    return `'${from}' and '${to}' are on one rung: strangers to each other`
  const refused = strangers.find(same)
  return refused === undefined ? undefined : `'${from}' may not know '${to}': ${refused.reason}`
}

function rungOf(path: string): string {
  return path.split('/', 1)[0] ?? path
}

function heightOf(rung: string): number {
  return ladder.findIndex((rungs) => rungs.includes(rung))
}

/** A region as the author gave it, completed with what the commit says: unit, lines, traces. */
import type { Region } from '../../annotation/schema.ts'
import { sketchAddedLines } from '../../annotation/trace/added-lines.ts'
import { fingerprintUnit } from '../../annotation/trace/unit-fingerprint.ts'
import { type LineRange, rangesOverlap } from '../../base/lines.ts'
import { nearestNames } from '../../base/nearest-names.ts'
import { resolveAnchor } from '../../outline/resolve-anchor.ts'
import type { Unit } from '../../outline/unit.ts'
import type { CommitFacts, FileFacts } from '../commit-facts.ts'
import type { RegionInput } from './parse-input.ts'
import type { Problems } from './problems.ts'

/** Undefined when it cannot be: the problems say why. */
export async function completeRegion(
  facts: CommitFacts,
  input: RegionInput,
  problems: Problems,
): Promise<Region | undefined> {
  const file = await facts.file(input.file)
  if (file === undefined) {
    problems.add(`${input.at}.file`, await describeMissing(facts, input.file))
    return undefined
  }
  if (!file.isTouched) problems.warn(`${input.at}.file`, `the commit does not touch '${input.file}'`)
  checkLines(file, input, problems)
  const unit = findUnit(file, input, problems)
  const lines = input.lines ?? unit?.lines
  const anchor = unit ?? (input.anchor === undefined ? undefined : { name: input.anchor })
  return {
    file: input.file,
    ...(anchor === undefined ? {} : { ast_anchor: anchorOf(anchor) }),
    ...(lines === undefined ? {} : { lines: { start: lines.start, end: lines.end } }),
    ...input.prose,
    trace: traceOf(file, unit, lines),
  }
}

function anchorOf(unit: Unit | { readonly name: string }): NonNullable<Region['ast_anchor']> {
  if (!('kind' in unit)) return { name: unit.name }
  return { type: unit.kind, name: unit.name, signature: unit.signature }
}

/** What lets the region be found again when its commit is gone. */
export function traceOf(
  file: FileFacts,
  unit: Unit | undefined,
  lines: LineRange | undefined,
): NonNullable<Region['trace']> {
  const range = lines ?? { start: 1, end: file.lines.length }
  const whole = unit ?? innermost(file.units ?? [], range)
  const from = whole?.lines ?? range
  const text = file.lines.slice(from.start - 1, from.end).join('\n')
  const added = file.lines.filter((_, at) => {
    return at + 1 >= range.start && at + 1 <= range.end && file.added.has(at + 1)
  })
  const sketch = sketchAddedLines(added)
  return {
    blob: file.blob,
    unit: fingerprintUnit(text, whole?.name ?? ''),
    ...(sketch === undefined ? {} : { added: sketch }),
  }
}

/** The smallest unit that holds all of the lines. */
function innermost(units: readonly Unit[], { start, end }: LineRange): Unit | undefined {
  return units.findLast(({ lines }) => lines.start <= start && end <= lines.end)
}

function checkLines(file: FileFacts, { lines, at }: RegionInput, problems: Problems): void {
  if (lines !== undefined && lines.end > file.lines.length)
    problems.add(`${at}.lines`, `'${file.path}' has ${file.lines.length} lines in this commit`)
}

function findUnit(file: FileFacts, input: RegionInput, problems: Problems): Unit | undefined {
  const { anchor, at, lines } = input
  if (anchor === undefined) return undefined
  if (file.units === undefined) {
    problems.warn(`${at}.anchor`, `'${file.path}' has no outline, so '${anchor}' was not looked for`)
    return undefined
  }
  const resolved = resolveAnchor(file.units, anchor, [])
  if (resolved.kind !== 'units') {
    const near = resolved.kind === 'none' ? resolved.nearest : []
    const hint = near.length === 0 ? nothingNear(file) : `nearest: ${near.join(', ')}`
    problems.add(`${at}.anchor`, `'${anchor}' is not in '${file.path}' at this commit (${hint})`)
    return undefined
  }
  const meant = resolved.units.length === 1 ? resolved.units : unitsAt(resolved.units, lines)
  const [unit, second] = meant
  if (unit === undefined || second !== undefined) {
    const choice = resolved.units.map(({ name, lines: { start, end } }) => `${name} ${start}-${end}`)
    problems.add(`${at}.anchor`, `'${anchor}' may be ${choice.join(', ')}; give "lines" to say which`)
    return undefined
  }
  if (lines === undefined || rangesOverlap(lines, unit.lines)) return unit
  const { start, end } = unit.lines
  problems.add(`${at}.lines`, `${lines.start}-${lines.end} is outside of '${unit.name}' (${start}-${end})`)
  return undefined
}

function nothingNear({ units = [] }: FileFacts): string {
  if (units.length === 0) return 'it has no named units; leave the anchor out'
  const names = [...new Set(units.map(({ name }) => name))]
  const shown = names.slice(0, 8).join(', ')
  return names.length > 8 ? `it has ${shown} and ${names.length - 8} more` : `it has ${shown}`
}

/** Of units that share a name, those the lines name: exactly, else those that hold them, else those they touch. */
function unitsAt(units: readonly Unit[], lines: LineRange | undefined): readonly Unit[] {
  if (lines === undefined) return units
  const rules: ((unit: LineRange) => boolean)[] = [
    (unit) => unit.start === lines.start && unit.end === lines.end,
    (unit) => unit.start <= lines.start && lines.end <= unit.end,
    (unit) => rangesOverlap(unit, lines),
  ]
  for (const rule of rules) {
    const hits = units.filter((unit) => rule(unit.lines))
    if (hits.length > 0) return hits
  }
  return units
}

async function describeMissing({ repository, commit }: CommitFacts, file: string): Promise<string> {
  const paths = (await repository.listFiles(commit.oid)).map(({ path }) => String(path))
  const sameName = paths.filter((path) => path.split('/').at(-1) === file.split('/').at(-1))
  const near = [...new Set([...nearestNames(file, paths.slice(0, 20_000), 3), ...sameName])].slice(0, 3)
  const hint = near.length === 0 ? '' : ` (nearest: ${near.join(', ')})`
  return `'${file}' is not a file of commit ${commit.oid.slice(0, 12)}${hint}`
}

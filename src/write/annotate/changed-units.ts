/** The units a commit changed: diff and outline laid over each other, the innermost unit for each line. */
import { anchorKey } from '../../annotation/region-identity.ts'
import { limits } from '../../annotation/schema.ts'
import type { RepoPath } from '../../base/ids.ts'
import { isSignificant } from '../../base/lines.ts'
import type { Unit } from '../../outline/unit.ts'
import type { CommitFacts, FileFacts } from '../commit-facts.ts'

export interface ChangedPlace {
  readonly file: RepoPath
  /** Undefined: the file as a whole. */
  readonly unit: Unit | undefined
}

/** One place per changed unit; where no unit changed, or too many to speak of, one per changed file. */
export async function changedPlaces(facts: CommitFacts): Promise<ChangedPlace[]> {
  const files: FileFacts[] = []
  for (const { path, status, newMode } of await facts.changes()) {
    if (status === 'deleted' || newMode?.startsWith('100') !== true) continue
    const file = await facts.file(path)
    if (file !== undefined) files.push(file)
  }
  const units = files.flatMap((file) => changedUnits(file).map((unit) => ({ file: file.path, unit })))
  if (units.length > 0 && units.length <= limits.regions) return units
  return files.map(({ path }) => ({ file: path, unit: undefined }))
}

function changedUnits(file: FileFacts): Unit[] {
  const changed = new Map<string, Unit>() // by name: two overloads are one place
  const units = file.units ?? []
  for (const line of changedLines(file)) {
    const unit = units.findLast(({ lines }) => lines.start <= line && line <= lines.end)
    if (unit !== undefined && !changed.has(anchorKey(unit.name))) changed.set(anchorKey(unit.name), unit)
  }
  return [...changed.values()].sort((a, b) => a.lines.start - b.lines.start)
}

/** Added lines that say something; for lines that only went, the line that stands where they were. */
function* changedLines({ hunks, lines }: FileFacts): Iterable<number> {
  for (const { newStart, newCount } of hunks) {
    if (newCount === 0) yield Math.min(newStart, lines.length)
    for (let line = newStart; line < newStart + newCount; line++)
      if (isSignificant(lines[line - 1] ?? '')) yield line
  }
}

/** The constraints that were recorded about code before a change touched it. */
import { effectiveRegion } from '../annotation/effective-region.ts'
import type { LineRange } from '../base/lines.ts'
import type { Unit } from '../outline/unit.ts'
import type { PlacedRegion } from '../place/place-regions.ts'
import type { UnitChange } from './compare-files.ts'
import type { RecordedConstraint } from './finding.ts'
import type { ChangedFile } from './read-changes.ts'

export interface TouchedRegion {
  readonly one: PlacedRegion
  readonly change: UnitChange
}

/** The regions that stood in a file before, and whose unit, or lines where they had none, the change touches. */
export function touchedRegions(file: ChangedFile, before: readonly PlacedRegion[]): TouchedRegion[] {
  return before.flatMap((one) => {
    const change = changeOf(file, one)
    return change === undefined ? [] : [{ one, change }]
  })
}

/** What the change did to a unit that stood in the file before; undefined when it left it alone. */
export function changeOfUnit(file: ChangedFile, unit: Unit): UnitChange | undefined {
  return file.units.find(
    ({ linesBefore, unit: now, nameBefore }) =>
      (nameBefore ?? now?.name) === unit.name &&
      linesBefore?.start === unit.lines.start &&
      linesBefore.end === unit.lines.end,
  )
}

function changeOf(file: ChangedFile, { region, placement }: PlacedRegion): UnitChange | undefined {
  const { unit, currentLines } = placement
  if (unit !== undefined) return changeOfUnit(file, unit)
  const isWholeFile = region.lines === undefined || currentLines === undefined
  const hunk = isWholeFile ? undefined : file.hunks.find((one) => touches(one, currentLines))
  if (!isWholeFile && hunk === undefined) return undefined
  const outside = file.units.find((change) => change.unit === undefined)
  if (outside !== undefined && hunk === undefined) return outside
  // Lines that belong to no unit, or to several: the finding is about the file, at the lines that changed.
  const line = hunk === undefined ? file.units[0]?.line : Math.max(1, hunk.newStart)
  return {
    kind: file.isDeleted ? 'deleted' : 'changed',
    unit: undefined,
    nameBefore: undefined,
    linesBefore: currentLines,
    lines: undefined,
    line: file.isDeleted ? undefined : line,
    isOwn: true,
  }
}

function touches(
  { oldStart, oldCount }: { readonly oldStart: number; readonly oldCount: number },
  { start, end }: LineRange,
): boolean {
  return oldCount > 0 ? oldStart <= end && start < oldStart + oldCount : start < oldStart && oldStart <= end // new lines between two of them
}

/** In their own words, each once, those of an author first. */
export function constraintsOf(regions: readonly PlacedRegion[]): RecordedConstraint[] {
  const found = new Map<string, RecordedConstraint>()
  for (const { note, region } of regions) {
    for (const { text, source } of effectiveRegion(region).region.constraints ?? []) {
      const known = found.get(text)
      if (known === undefined || (known.source === 'inferred' && source !== 'inferred'))
        found.set(text, { text, ...(source === undefined ? {} : { source }), commit: note.target })
    }
  }
  return [...found.values()].sort((a, b) => Number(a.source === 'inferred') - Number(b.source === 'inferred'))
}

import type { PlacedRegion } from '../../place/place-regions.ts'
import type { CheckContext } from '../check-context.ts'
import type { UnitChange } from '../compare-files.ts'
import { changeOfUnit, constraintsOf, touchedRegions } from '../find-constraints.ts'
import type { FoundRegion } from '../find-regions.ts'
import type { Finding, Rule } from '../finding.ts'
import { type MovedTo, movedTo } from '../moved-to.ts'
import { RangeCoverage } from '../range-coverage.ts'
import type { ChangedFile } from '../read-changes.ts'

export const constraint: Rule = {
  name: 'constraint',
  meaning: 'a changed unit has recorded constraints, and no annotation of the change speaks of it',
  async find(context) {
    const covered = await RangeCoverage.load(context)
    const findings: Finding[] = []
    for (const file of await context.files()) {
      if (file.pathBefore === undefined) continue
      const before = await notSpokenOf(file, await context.regionsBefore(file), covered)
      const bound = (await context.loadBefore(before)).filter((one) => constraintsOf([one]).length > 0)
      const groups = Map.groupBy(touchedRegions(file, bound), ({ change }) => keyOf(change))
      for (const group of groups.values()) {
        const [first] = group
        if (first === undefined) continue
        const found = { file, change: first.change, regions: group.map(({ one }) => one) }
        if (await covered.hasAllOf(file, first.change)) continue
        const moved = await movedTo(context, found.change, found.regions)
        if (await isSpokenOf(covered, moved)) continue
        findings.push(describe(context, found, moved))
      }
    }
    return findings
  },
}

/** Of the regions about a unit those whose unit was touched in silence: what the others say makes no difference. */
async function notSpokenOf(
  file: ChangedFile,
  before: readonly FoundRegion[],
  covered: RangeCoverage,
): Promise<FoundRegion[]> {
  const open: FoundRegion[] = []
  for (const one of before) {
    const { unit } = one.placement
    const change = unit && changeOfUnit(file, unit)
    const isOpen = unit === undefined || (change !== undefined && !(await covered.hasAllOf(file, change)))
    if (isOpen) open.push(one)
  }
  return open
}

interface Touched {
  readonly file: ChangedFile
  readonly change: UnitChange
  readonly regions: readonly PlacedRegion[]
}

function keyOf({ unit, linesBefore, line }: UnitChange): string {
  return unit === undefined ? `line ${line}` : `${unit.name} ${linesBefore?.start}`
}

async function isSpokenOf(covered: RangeCoverage, moved: MovedTo | undefined): Promise<boolean> {
  return moved?.change !== undefined && (await covered.has(moved.file, moved.change))
}

function describe(
  context: CheckContext,
  { file, change, regions }: Touched,
  moved: MovedTo | undefined,
): Finding {
  const constraints = constraintsOf(regions)
  const subject = change.unit === undefined ? `'${file.path}'` : `'${change.unit.name}'`
  const count =
    constraints.length === 1 ? 'a recorded constraint' : `${constraints.length} recorded constraints`
  return {
    file: moved?.file.path ?? file.path,
    line: moved?.line ?? change.line,
    anchor: moved?.change?.unit?.name ?? change.unit?.name,
    commit: context.commitFor(moved?.file.path, file.path, file.pathBefore),
    message: `${subject} has ${count} and ${happened(change, moved)}; no annotation of this change speaks of it`,
    constraints,
  }
}

function happened({ kind }: UnitChange, moved: MovedTo | undefined): string {
  if (moved !== undefined) return `moved to '${moved.file.path}'`
  return kind === 'deleted' ? 'is gone' : 'changed'
}

/** Which changed units the annotations of the range speak of. */
import type { RepoPath } from '../base/ids.ts'
import { type LineRange, rangesOverlap } from '../base/lines.ts'
import { isQualifiedSuffix } from '../outline/anchor-name.ts'
import type { PlacedRegion } from '../place/place-regions.ts'
import type { CheckContext } from './check-context.ts'
import type { UnitChange } from './compare-files.ts'
import type { ChangedFile } from './read-changes.ts'

export class RangeCoverage {
  readonly #byPath: ReadonlyMap<string, readonly PlacedRegion[]>

  private constructor(byPath: ReadonlyMap<string, readonly PlacedRegion[]>) {
    this.#byPath = byPath
  }

  static async load(context: CheckContext): Promise<RangeCoverage> {
    const byPath = new Map<string, PlacedRegion[]>()
    for (const one of await context.regions()) {
      const file = one.region.file as RepoPath // decoding leaves only paths of the repository
      const path = one.placement.path ?? (await context.locations.pathNow(file)) ?? file
      for (const name of new Set([path, file])) byPath.set(name, [...(byPath.get(name) ?? []), one])
    }
    return new RangeCoverage(byPath)
  }

  /** A region is about the unit itself, by its place or by its name. */
  has({ path }: ChangedFile, change: UnitChange): boolean {
    return (this.#byPath.get(path) ?? []).some((one) => isAbout(one, path, change))
  }

  /** The same for a unit that holds others: all that changed in it was spoken of. */
  hasAllOf(file: ChangedFile, change: UnitChange): boolean {
    if (this.has(file, change)) return true
    const { lines } = change
    if (lines === undefined || change.unit === undefined || change.isOwn) return false
    const inside = file.units.filter(
      (other) => other !== change && other.isOwn && other.unit !== undefined && isWithin(other.lines, lines),
    )
    return inside.length > 0 && inside.every((other) => this.has(file, other))
  }
}

function isAbout({ region, placement }: PlacedRegion, path: RepoPath, change: UnitChange): boolean {
  const { unit, lines, nameBefore } = change
  const anchor = region.ast_anchor?.name
  if (unit === undefined) return anchor === undefined || placement.unit === undefined
  if (anchor !== undefined)
    for (const name of [unit.name, nameBefore])
      if (name !== undefined && isQualifiedSuffix(anchor, name)) return true
  if (placement.path !== path || lines === undefined) return false
  if (placement.unit !== undefined) {
    const { start, end } = placement.unit.lines
    if (start === lines.start && end === lines.end) return true
  }
  // Lines without a name may span several units; a whole file is about none of them.
  const { currentLines } = placement
  return (
    anchor === undefined &&
    region.lines !== undefined &&
    currentLines !== undefined &&
    rangesOverlap(currentLines, lines)
  )
}

function isWithin(inner: LineRange | undefined, outer: LineRange): boolean {
  return inner !== undefined && outer.start <= inner.start && inner.end <= outer.end
}

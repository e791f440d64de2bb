/** Which changed units the annotations of the range speak of. */
import type { RepoPath } from '../base/ids.ts'
import { type LineRange, rangesOverlap } from '../base/lines.ts'
import { isQualifiedSuffix } from '../outline/anchor-name.ts'
import type { NoteRegion } from '../place/load-bases.ts'
import type { PlacedRegion } from '../place/place-regions.ts'
import type { CheckContext } from './check-context.ts'
import type { UnitChange } from './compare-files.ts'
import type { ChangedFile } from './read-changes.ts'

export class RangeCoverage {
  readonly #context: CheckContext
  readonly #byPath: ReadonlyMap<string, readonly NoteRegion[]>
  readonly #placed = new Map<string, Promise<readonly PlacedRegion[]>>()

  private constructor(context: CheckContext, byPath: ReadonlyMap<string, readonly NoteRegion[]>) {
    this.#context = context
    this.#byPath = byPath
  }

  static async load(context: CheckContext): Promise<RangeCoverage> {
    const byPath = new Map<string, NoteRegion[]>()
    const regions = await context.regions()
    const files = new Set(regions.map(({ region }) => region.file as RepoPath)) // decoding leaves only paths of the repository
    const now = new Map(
      await Promise.all(
        [...files].map(async (file) => [file, await context.locations.pathNow(file)] as const),
      ),
    )
    for (const one of regions) {
      const file = one.region.file as RepoPath // as above
      for (const name of new Set([file, now.get(file) ?? file])) {
        const known = byPath.get(name)
        if (known === undefined) byPath.set(name, [one])
        else known.push(one)
      }
    }
    return new RangeCoverage(context, byPath)
  }

  /** A region is about the unit itself, by its name or, where that does not tell, by its place. */
  async has({ path }: ChangedFile, change: UnitChange): Promise<boolean> {
    const regions = this.#byPath.get(path) ?? []
    if (regions.some((one) => namesUnit(one, change))) return true
    return regions.length > 0 && (await this.#placedIn(path)).some((one) => standsIn(one, path, change))
  }

  /** The same for a unit that holds others: all that changed in it was spoken of. */
  async hasAllOf(file: ChangedFile, change: UnitChange): Promise<boolean> {
    if (await this.has(file, change)) return true
    const { lines } = change
    if (lines === undefined || change.unit === undefined || change.isOwn) return false
    const inside = file.units.filter(
      (other) => other !== change && other.isOwn && other.unit !== undefined && isWithin(other.lines, lines),
    )
    for (const other of inside) if (!(await this.has(file, other))) return false
    return inside.length > 0
  }

  #placedIn(path: RepoPath): Promise<readonly PlacedRegion[]> {
    let placed = this.#placed.get(path)
    if (placed === undefined) {
      placed = this.#context.places.placer.placeAnywhere(this.#byPath.get(path) ?? [])
      this.#placed.set(path, placed)
    }
    return placed
  }
}

function namesUnit({ region }: NoteRegion, { unit, nameBefore }: UnitChange): boolean {
  const anchor = region.ast_anchor?.name
  if (unit === undefined) return anchor === undefined
  return (
    anchor !== undefined &&
    [unit.name, nameBefore].some((name) => name !== undefined && isQualifiedSuffix(anchor, name))
  )
}

function standsIn({ region, placement }: PlacedRegion, path: RepoPath, { unit, lines }: UnitChange): boolean {
  if (unit === undefined) return placement.unit === undefined
  if (placement.path !== path || lines === undefined) return false
  const { currentLines, unit: now } = placement
  if (now !== undefined && now.lines.start === lines.start && now.lines.end === lines.end) return true
  // Lines without a name may span several units; a whole file is about none of them.
  const isLines = region.ast_anchor === undefined && region.lines !== undefined
  return isLines && currentLines !== undefined && rangesOverlap(currentLines, lines)
}

function isWithin(inner: LineRange | undefined, outer: LineRange): boolean {
  return inner !== undefined && outer.start <= inner.start && inner.end <= outer.end
}

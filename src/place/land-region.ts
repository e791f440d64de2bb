/**
 * Where the lines of a region stand in another text of its file: carried over by a line diff that is blind to
 * whitespace, then by the unit of the same name. Pure: the same two texts always give the same landing.
 */
import { isSignificant, type LineRange } from '../base/lines.ts'
import type { Lines } from '../git/diff/text-lines.ts'
import { anchorParts } from '../outline/anchor-name.ts'
import type { Unit } from '../outline/unit.ts'
import { unitsEndingWith, unitsNamed } from '../outline/units-by-name.ts'
import { findHolder } from './find-holder.ts'
import { LineCarries, type LineCarry } from './line-carries.ts'

interface SideOfLanding {
  readonly lines: Lines
  readonly units: readonly Unit[]
}

export interface LandingRequest {
  readonly past: SideOfLanding
  readonly today: SideOfLanding
  /** The region's lines then; undefined when it names none, or none that exist. */
  readonly lines: LineRange | undefined
  readonly anchor: string | undefined
  /** Lines of the old text that its commit added; asked for only where they can matter. */
  readonly added: () => Promise<readonly LineRange[] | undefined>
  /** HEAD has the commit: what it added must be looked for only where not all of the region stands. */
  readonly isReachable: boolean
  /** What other landings have worked out already. */
  readonly carries?: LineCarries
}

interface OwnLines {
  readonly inRegion: boolean
  readonly total: number
  readonly standing: number
}

export interface Landing {
  /** The region's lines in the old text. */
  readonly linesThen: LineRange
  /** It was one whole unit then. */
  readonly isWholeUnit: boolean
  /** The qualified name and signature of its unit then. */
  readonly unitThen:
    | { readonly name: string; readonly signature: string; readonly lines: LineRange }
    | undefined
  /** How many of its lines are significant. */
  readonly significant: number
  /** Where they stand today, ascending. */
  readonly landed: readonly number[]
  /** Its unit today, by position in the outline. */
  readonly unit: number | undefined
  /**
   * Own lines of its commit, in the region or else in the file: how many there are and how many stand. Undefined when
   * that matters and cannot be known.
   */
  readonly own: OwnLines | undefined
  /** Hardly a line of the whole file stands; asked only where less than half of the region does. */
  readonly isFileReplaced: boolean
}

const enough = 0.5
/** From this share of the lines on something remains. */
export const remainder = 0.2

export async function landRegion(request: LandingRequest): Promise<Landing> {
  const { past, today, anchor } = request
  const unitThen = findUnitThen(request)
  const linesThen = request.lines ?? unitThen?.lines ?? { start: 1, end: Math.max(1, past.lines.length) }
  // An anchor that names no unit then, and no lines: it is about the file, and no unit of it is the one.
  const isWholeFile = request.lines === undefined && unitThen === undefined
  const covering = unitThen ?? (isWholeFile ? undefined : smallestCovering(past.units, linesThen))
  const significant = significantLines(past.lines, linesThen)
  const carries = request.carries ?? new LineCarries()
  const carry = carries.of(past.lines, today.lines)
  const byLines = landedLines(significant, carry.at)
  let best = { carriedTo: carry.at, landed: byLines, unit: undefined as number | undefined }
  if (!isWholeFile && (covering !== undefined || anchor !== undefined)) best.unit = findHolder(today, byLines)
  const named = unitByName(request, unitThen ?? covering)
  if (named !== undefined && best.unit !== today.units.indexOf(named)) {
    const own = carryUnit(request, { carries, carry }, { from: covering?.lines ?? linesThen, to: named })
    const landed = landedLines(significant, own)
    // A near-duplicate beside it can draw the lines of the file's diff; the unit that kept the name comes first.
    const isKept = landed.length > 0 && landed.length >= significant.length * enough
    if (isKept || best.unit === undefined || landed.length >= byLines.length)
      best = { carriedTo: own, landed, unit: today.units.indexOf(named) }
  }
  return {
    linesThen,
    isWholeUnit: covering !== undefined && isSameUnit(past.lines, covering.lines, linesThen),
    unitThen: covering && { name: covering.name, signature: covering.signature, lines: covering.lines },
    significant: significant.length,
    landed: best.landed,
    unit: best.unit,
    own:
      request.isReachable && best.landed.length === significant.length
        ? { inRegion: false, total: 0, standing: 0 }
        : await ownLines(request, linesThen, best.carriedTo),
    isFileReplaced: best.landed.length < significant.length * enough && !carry.standsAtLeast(remainder),
  }
}

/** The unit of the old text that the anchor names, if it names one. */
function findUnitThen({ past, anchor, lines }: LandingRequest): Unit | undefined {
  if (anchor === undefined) return undefined
  const exact = unitsNamed(past.units, anchor)
  const named = exact.length > 0 ? exact : unitsEndingWith(past.units, anchor)
  if (named.length < 2 || lines === undefined) return named.length === 1 ? named[0] : undefined
  // Overloads share a name; the lines tell which one is meant.
  return named.find((unit) => unit.lines.start <= lines.start && lines.end <= unit.lines.end)
}

function smallestCovering(units: readonly Unit[], lines: LineRange): Unit | undefined {
  return units
    .filter((unit) => unit.lines.start <= lines.start && lines.end <= unit.lines.end)
    .sort((a, b) => a.lines.end - a.lines.start - (b.lines.end - b.lines.start))[0]
}

/** Today's unit of exactly the same qualified name; a bare name only counts when it names one unit then and today. */
export function unitByName(
  { past, today, anchor }: Pick<LandingRequest, 'past' | 'today' | 'anchor'>,
  unitThen: Unit | undefined,
): Unit | undefined {
  const name = unitThen?.name ?? anchor
  if (name === undefined) return undefined
  const exact = unitsNamed(today.units, name)
  if (exact.length > 0) {
    const isBare = anchorParts(name).length === 1 && unitThen === undefined
    const wasShared = isBare && unitsEndingWith(past.units, name).length > 1
    if (exact.length === 1 && !wasShared) return exact[0]
    return nthOverload(exact, past.units, unitThen)
  }
  if (unitThen !== undefined) return undefined
  const [now, ...others] = unitsEndingWith(today.units, name)
  return others.length === 0 && unitsEndingWith(past.units, name).length <= 1 ? now : undefined
}

/** Among overloads the one with the same signature, else the one in the same order, if there are as many. */
function nthOverload(
  today: readonly Unit[],
  unitsThen: readonly Unit[],
  unitThen: Unit | undefined,
): Unit | undefined {
  if (unitThen === undefined) return undefined
  const bySignature = today.filter(({ signature }) => signature === unitThen.signature)
  if (bySignature.length === 1) return bySignature[0]
  const then = unitsNamed(unitsThen, unitThen.name)
  return then.length === today.length ? today[then.indexOf(unitThen)] : undefined
}

type CarriedTo = LineCarry['at']

/** The carry of the whole file, with the lines of one unit carried into another unit instead. */
function carryUnit(
  { past, today }: LandingRequest,
  { carries, carry }: { readonly carries: LineCarries; readonly carry: LineCarry },
  { from, to }: { readonly from: LineRange; readonly to: Unit },
): CarriedTo {
  const before = past.lines.slice(from.start - 1, from.end)
  const after = today.lines.slice(to.lines.start - 1, to.lines.end)
  const inside = carries.between(before, after)
  return (line) => {
    if (line < from.start || line > from.end) return carry.at(line)
    const landed = inside.at(line - from.start + 1)
    return landed === 0 ? 0 : to.lines.start - 1 + landed
  }
}

async function ownLines(
  { past, added }: LandingRequest,
  linesThen: LineRange,
  carriedTo: CarriedTo,
): Promise<OwnLines | undefined> {
  const all = (await added())?.flatMap((range) => significantLines(past.lines, range))
  if (all === undefined) return undefined
  const inside = all.filter((line) => linesThen.start <= line && line <= linesThen.end)
  const own = inside.length > 0 ? inside : all
  const standing = own.filter((line) => carriedTo(line) > 0).length
  return { inRegion: inside.length > 0, total: own.length, standing }
}

function significantLines(lines: Lines, range: LineRange): number[] {
  const found: number[] = []
  for (let line = Math.max(1, range.start); line <= Math.min(range.end, lines.length); line++)
    if (isSignificant(lines.at(line - 1) ?? '')) found.push(line)
  return found
}

function landedLines(lines: readonly number[], carriedTo: CarriedTo): number[] {
  return lines
    .map(carriedTo)
    .filter((line) => line > 0)
    .sort((a, b) => a - b)
}

/** Blank lines and braces at the edges make no difference. */
function isSameUnit(lines: Lines, unit: LineRange, region: LineRange): boolean {
  if (unit.start === region.start && unit.end === region.end) return true
  const inUnit = significantLines(lines, unit)
  const inRegion = significantLines(lines, region)
  return inUnit.length === inRegion.length && inUnit[0] === inRegion[0] && inUnit.at(-1) === inRegion.at(-1)
}

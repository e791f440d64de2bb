/** Finds a region again by what its code looked like, when neither its lines nor its name are left. Pure. */
import {
  elsewhereThreshold,
  fingerprintTokens,
  fingerprintUnit,
  minimumTokens,
  sameFileThreshold,
  slotsOf,
} from '../annotation/trace/unit-fingerprint.ts'
import type { LineRange } from '../base/lines.ts'
import type { Lines } from '../git/diff/text-lines.ts'
import { RecentMap } from '../git/objects/recent-map.ts'
import type { Unit } from '../outline/unit.ts'
import { countEqual } from './near-regions.ts'

/** Slots the best match must be ahead of the second: siblings look alike, and a tie is no match. */
export const clearLead = 6

export interface UnitPrint {
  /** Position in the outline. */
  readonly unit: number
  readonly lines: LineRange
  readonly print: string
}

const printed = new WeakMap<Unit, string>()
/** By name and text: in the next version of a file nearly all units are as they were. */
const printedTexts = new RecentMap<string, string>(600)
/** Characters; longer ones are few, and would take room for many. */
const longestKept = 8_000

/** The fingerprint of a unit of this text, made once: many regions may be compared with it. */
export function printUnit(lines: Lines, unit: Unit): string {
  let print = printed.get(unit)
  if (print === undefined) {
    const text = lines.slice(unit.lines.start - 1, unit.lines.end).join('\n')
    print = text.length > longestKept ? fingerprintUnit(text, unit.name) : printText(text, unit.name)
    printed.set(unit, print)
  }
  return print
}

function printText(text: string, name: string): string {
  const key = `${name}\0${text}`
  const print = printedTexts.get(key) ?? fingerprintUnit(text, name)
  printedTexts.set(key, print)
  return print
}

export function printUnits(lines: Lines, units: readonly Unit[]): UnitPrint[] {
  return units.map((unit, at) => ({
    unit: at,
    lines: unit.lines,
    print: printUnit(lines, unit),
  }))
}

export interface ContentMatch {
  readonly unit: number
  readonly equal: number
}

export interface ContentQuery {
  /** The region's file, or what it was renamed to: there less likeness will do. */
  readonly isSameFile: boolean
  /** Whether a unit is called what the region's was. */
  readonly isNamesake: (unit: number) => boolean
}

/**
 * The one unit that looks like the region; undefined when none does, or several do. Of several the only namesake is
 * meant: a copy gets another name.
 */
export function matchContent(
  print: string,
  units: readonly UnitPrint[],
  { isSameFile, isNamesake }: ContentQuery,
): ContentMatch | undefined {
  const tokens = fingerprintTokens(print)
  if (tokens === undefined) return undefined
  if (tokens < minimumTokens) return isSameFile ? onlyEqual(print, units) : undefined
  const own = slotsOf(print)
  const scored = units
    .flatMap((unit) => {
      const slots = slotsOfUnit(unit)
      const equal = own === undefined || slots === undefined ? 0 : countEqual(own, slots)
      return equal < sameFileThreshold ? [] : [{ ...unit, equal }]
    })
    .filter(({ unit, equal, print: now }) => {
      if (!isSameFile && (fingerprintTokens(now) ?? 0) < minimumTokens) return false
      return equal >= (isSameFile || isNamesake(unit) ? sameFileThreshold : elsewhereThreshold)
    })
    .sort((a, b) => b.equal - a.equal || size(a.lines) - size(b.lines) || a.unit - b.unit)
  const [best] = scored
  if (best === undefined) return undefined
  const lead = isSameFile ? 1 : clearLead
  // What encloses the best match, or lies in it, is no rival.
  const rivals = scored.filter(
    ({ unit, lines, equal }) => unit !== best.unit && !nested(lines, best.lines) && best.equal - equal < lead,
  )
  if (rivals.length === 0) return best
  const [namesake, other] = [best, ...rivals].filter(({ unit }) => isNamesake(unit))
  return other === undefined ? namesake : undefined
}

const decoded = new WeakMap<UnitPrint, Uint8Array>()

/** Decoded once: many regions may be compared with it. Undefined for an unknown recipe. */
export function slotsOfUnit(unit: UnitPrint): Uint8Array | undefined {
  const known = decoded.get(unit)
  if (known !== undefined) return known
  const slots = slotsOf(unit.print)
  if (slots !== undefined) decoded.set(unit, slots)
  return slots
}

function onlyEqual(print: string, units: readonly UnitPrint[]): ContentMatch | undefined {
  const equal = units.filter((unit) => unit.print === print)
  return equal.length === 1 && equal[0] !== undefined ? { unit: equal[0].unit, equal: 64 } : undefined
}

function nested(a: LineRange, b: LineRange): boolean {
  return (a.start <= b.start && b.end <= a.end) || (b.start <= a.start && a.end <= b.end)
}

function size({ start, end }: LineRange): number {
  return end - start
}

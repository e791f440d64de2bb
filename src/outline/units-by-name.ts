/** The units of one outline by their names: every region of a file asks, and a long file has hundreds of them. */
import { anchorParts, isQualifiedSuffix, lastPart, sameAnchor } from './anchor-name.ts'
import type { Unit } from './unit.ts'

interface Names {
  readonly whole: ReadonlyMap<string, readonly Unit[]>
  readonly last: ReadonlyMap<string, readonly Unit[]>
}

const known = new WeakMap<readonly Unit[], Names>()

/** Fewer are sooner asked one by one. */
const many = 8

/** Of exactly this name, whatever separates its parts. */
export function unitsNamed(units: readonly Unit[], name: string): readonly Unit[] {
  if (units.length < many) return units.filter((unit) => sameAnchor(unit.name, name))
  return namesOf(units).whole.get(keyOf(name)) ?? []
}

/** Whose names end with all parts of this one. */
export function unitsEndingWith(units: readonly Unit[], suffix: string): readonly Unit[] {
  const alike = units.length < many ? units : (namesOf(units).last.get(lastPart(suffix)) ?? [])
  return alike.filter(({ name }) => isQualifiedSuffix(suffix, name))
}

function namesOf(units: readonly Unit[]): Names {
  let names = known.get(units)
  if (names === undefined) {
    names = {
      whole: Map.groupBy(units, ({ name }) => keyOf(name)),
      last: Map.groupBy(units, ({ name }) => lastPart(name)),
    }
    known.set(units, names)
  }
  return names
}

function keyOf(name: string): string {
  return anchorParts(name).join('\0')
}

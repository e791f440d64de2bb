/** A unit is a named piece of a file that a person would point at: a function, a class, a section. */
import type { LineRange } from '../base/lines.ts'

export type UnitKind =
  | 'function'
  | 'method'
  | 'class'
  | 'struct'
  | 'enum'
  | 'trait'
  | 'interface'
  | 'impl'
  | 'type'
  | 'constant'
  | 'module'
  | 'test'

export interface Unit {
  readonly kind: UnitKind
  /** Qualified by its containers with `::`. Two units of one file may share it: overloads, several impls. */
  readonly name: string
  /** The declaration up to its body, on one line, without attributes and decorators. */
  readonly signature: string
  /** With attributes, decorators and `export`; without the comments above. */
  readonly lines: LineRange
}

export interface Outline {
  readonly language: string
  /** Sorted by first line, the outer unit before what it holds. */
  readonly units: readonly Unit[]
  /** The source has syntax errors: what could be read is here, more may be missing. */
  readonly partial: boolean
}

/** Outer before inner, and a total order for units that share their lines. */
export function compareUnits(a: Unit, b: Unit): number {
  return a.lines.start - b.lines.start || b.lines.end - a.lines.end
}

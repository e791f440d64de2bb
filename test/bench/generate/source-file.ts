/** One file of the generated repository: a header and functions, a blank line between them. */
import type { LineRange } from '../../../src/base/lines.ts'
import type { SourceLanguage, SourceUnit } from './source-unit.ts'

export interface SourceFile {
  readonly path: string
  readonly language: SourceLanguage
  readonly header: readonly string[]
  readonly units: readonly SourceUnit[]
}

export function fileText({ header, units }: SourceFile): string {
  return `${[...header, ...units.flatMap(({ lines }) => [...lines, ''])].join('\n').trimEnd()}\n`
}

/** Where a function stands, 1-based and inclusive. */
export function unitLines({ header, units }: SourceFile, name: string): LineRange | undefined {
  let start = header.length + 1
  for (const unit of units) {
    if (unit.name === name) return { start, end: start + unit.lines.length - 1 }
    start += unit.lines.length + 1
  }
  return undefined
}

export function withUnit(file: SourceFile, unit: SourceUnit): SourceFile {
  return { ...file, units: file.units.map((one) => (one.name === unit.name ? unit : one)) }
}

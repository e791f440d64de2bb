/** A mistake in the text of a file, by its place; the planner adds the file's name. */
export class TextProblem extends Error {
  override readonly name = 'TextProblem'
  readonly offset: number

  constructor(offset: number, message: string) {
    super(message)
    this.offset = offset
  }
}

/** Line and column, both from 1. */
export function placeOf(text: string, offset: number): { line: number; column: number } {
  const lines = text.slice(0, offset).split(/\r\n|\n|\r/)
  return { line: lines.length, column: (lines.at(-1) ?? '').replace(/^\ufeff/, '').length + 1 }
}

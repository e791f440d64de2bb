/** The pairs of neighbouring characters in a line, counted: how alike two lines are, whatever their order and blanks. */

/** Count by pair. */
export type LinePrint = Map<number, number>

/** Blanks of any kind and the line's ends are one character, letters are lower case. */
export function printLine(line: string): LinePrint {
  const print: LinePrint = new Map()
  let before = 0
  for (let at = 0; at <= line.length; at++) {
    const code = at === line.length ? 0 : foldedCode(line, at)
    const pair = before | (code << 8)
    before = code
    if (pair !== 0) print.set(pair, (print.get(pair) ?? 0) + 1)
  }
  return print
}

function foldedCode(line: string, at: number): number {
  const code = line.charCodeAt(at)
  if (code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d) return 0
  return code >= 0x41 && code <= 0x5a ? code + 0x20 : code
}

/** How many pairs two lines share. */
export function countShared(a: LinePrint, b: LinePrint): number {
  let shared = 0
  for (const [pair, count] of b) shared += Math.min(count, a.get(pair) ?? 0)
  return shared
}

/** Takes out what another line has claimed, so that it is not claimed twice. */
export function takeOut(print: LinePrint, claimed: LinePrint): void {
  for (const [pair, count] of claimed) {
    const left = (print.get(pair) ?? 0) - count
    if (left > 0) print.set(pair, left)
    else print.delete(pair)
  }
}

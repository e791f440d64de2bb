/** What characters beyond ASCII cost, in tenths of a token: by script, fitted so that no language is underrated. */
import { wholeIdeographs, wholeSyllables } from './token-facts.ts'

/** The price of one UTF-16 unit that is no surrogate. */
export function costOfUnit(unit: number): number {
  costs ??= fillCosts()
  return costs[unit] ?? 30
}

/** The price of a character beyond U+FFFF, or of a lone surrogate: one token a byte, but for pictures. */
export function costOfRare(codePoint: number): number {
  return codePoint >= 0x1f000 && codePoint < 0x1fc00 ? 30 : 40
}

/** First character and price; each row reaches to the next. What is not known costs its bytes. */
const scripts: readonly (readonly [from: number, tenths: number])[] = [
  [0x80, 20],
  [0xa0, 15],
  [0xc0, 11],
  [0x100, 14],
  [0x180, 21],
  [0x300, 15],
  [0x370, 9],
  [0x400, 9],
  [0x450, 11],
  [0x530, 8],
  [0x590, 8],
  [0x600, 9],
  [0x700, 20],
  [0x900, 10],
  [0xa00, 10],
  [0xb00, 13],
  [0xb80, 13],
  [0xe00, 12],
  [0xf00, 30],
  [0x1000, 12],
  [0x1100, 30],
  [0x1780, 12],
  [0x1800, 30],
  [0x1e00, 14],
  [0x1f00, 30],
  [0x2010, 15],
  [0x2030, 20],
  [0x2070, 24],
  [0x3000, 15],
  [0x3040, 12],
  [0x3100, 30],
  [0x4e00, 23],
  [0xa000, 30],
  [0xac00, 24],
  [0xd7a4, 30],
]

let costs: Uint8Array | undefined

function fillCosts(): Uint8Array {
  const filled = new Uint8Array(0x10000)
  scripts.forEach(([from, tenths], row) => {
    filled.fill(tenths, from, scripts[row + 1]?.[0])
  })
  markWhole(filled, 0x4e00, wholeIdeographs)
  markWhole(filled, 0xac00, wholeSyllables)
  return filled
}

function markWhole(filled: Uint8Array, from: number, base64: string): void {
  Uint8Array.fromBase64(base64).forEach((byte, index) => {
    for (let bit = 0; bit < 8; bit++) if ((byte >> bit) & 1) filled[from + index * 8 + bit] = 10
  })
}

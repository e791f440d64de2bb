/**
 * How many tokens a model will count, without its vocabulary: never fewer than o200k over the texts of the tests, and
 * not many more. One pass that cuts the text where the tokenizer does (words, digits, punctuation, spaces) and
 * prices each piece in tenths of a token.
 */
import { costOfRare, costOfUnit } from './price-characters.ts'
import { doubleRuns, letterPairs, wholeRuns, wholeWords } from './token-facts.ts'

/** Stops as soon as `limit` is exceeded: a text that is far too long costs no more than one that is a bit too long. */
export function estimateTokens(text: string, limit = Number.POSITIVE_INFINITY): number {
  const most = limit * 10
  let tenths = 0
  let at = 0
  while (at < text.length && tenths <= most) {
    const start = at
    const kind = kindOf(text.charCodeAt(at))
    at = endOfRun(text, at, kind)
    tenths += price[kind](text, start, at)
  }
  return Math.ceil(tenths / 10)
}

const letter = 0
const digit = 1
const space = 2
const mark = 3
const other = 4
type Kind = 0 | 1 | 2 | 3 | 4

const kinds = Uint8Array.from({ length: 128 }, (_, unit) => {
  const char = String.fromCharCode(unit)
  if (/[a-z]/i.test(char)) return letter
  if (/\d/.test(char)) return digit
  return /\s/.test(char) ? space : mark
})

function kindOf(unit: number): Kind {
  return unit < 128 ? (kinds[unit] as Kind) : other // the table holds nothing else
}

/** A word ends where a capital follows a small letter, as it does for the tokenizer. */
function endOfRun(text: string, start: number, kind: Kind): number {
  let at = start + 1
  let small = kind === letter && text.charCodeAt(start) >= 97
  for (; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (kindOf(unit) !== kind) break
    if (kind !== letter) continue
    if (small && unit < 97) break
    small = unit >= 97
  }
  return at
}

/** The price of a piece in tenths of a token, by kind. */
const price: Readonly<Record<Kind, (text: string, start: number, end: number) => number>> = {
  [letter]: priceWord,
  [digit]: (_, start, end) => 10 * Math.ceil((end - start) / 3),
  [space]: priceSpaces,
  [mark]: priceMarks,
  [other]: priceOthers,
}

const pairs = Uint8Array.from(letterPairs.replaceAll('\n', ''), Number)
const capitalPair = 6
/** What is longer is no word: each letter more is a bit dearer. */
const longWord = 12
const lastAlphabet = 0x1100

function priceWord(text: string, start: number, end: number): number {
  // between digits there are no words: ids and keys
  const base = start > 0 && kindOf(text.charCodeAt(start - 1)) === digit ? 11 : 10
  let tenths = base
  let hash = 0
  let capitals = 0
  let before = 0
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at)
    const folded = (unit | 32) - 97
    if (unit < 97) capitals++
    if (at > start) tenths += capitals > 1 && unit < 97 ? capitalPair : (pairs[before * 26 + folded] ?? 0)
    if (at - start > longWord) tenths += 1
    hash = nextHash(hash, folded + 97)
    before = folded
  }
  const plain = capitals === 0 || (capitals === 1 && text.charCodeAt(start) < 97)
  return plain && words.has(hash) ? base : tenths
}

/** The last space joins the word or mark after it, but no digit, and often no letter of another script. */
function priceSpaces(text: string, start: number, end: number): number {
  const last = text.charCodeAt(end - 1)
  const next = end < text.length ? kindOf(text.charCodeAt(end)) : space
  const joins = next === letter || next === mark
  if (last === 32 && end - start === 1 && joins) return 0
  let tenths = 10
  for (let at = start + 1; at < end; at++) tenths += text.charCodeAt(at) === text.charCodeAt(at - 1) ? 1 : 10
  // a tab is taken out of its run to stand before a word, and is a token there
  const tab = last !== 32 && last !== 10 && last !== 13 && joins
  const alone = last === 32 && !joins && next !== space
  return end - start > 1 && (tab || alone) ? tenths + 10 : tenths
}

/** What a single mark right before a word costs when it may join it: most do not. */
const joining: Readonly<Record<string, number>> = { '.': 3, _: 4, '(': 5, '-': 7, '/': 8 }
const nextMark = 8
const sameMark = 5

function priceMarks(text: string, start: number, end: number): number {
  if (end - start === 1) {
    const joins = end < text.length && kindOf(text.charCodeAt(end)) === letter && text[start - 1] !== ' '
    return joins ? (joining[text.charAt(start)] ?? 10) : 10
  }
  let tenths = 10
  let hash = 0
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at)
    hash = nextHash(hash, unit)
    if (at > start) tenths += unit === text.charCodeAt(at - 1) ? sameMark : nextMark
  }
  if (singles.has(hash)) return 10
  return doubles.has(hash) ? 20 : tenths
}

function priceOthers(text: string, start: number, end: number): number {
  let tenths = 0
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at)
    tenths += unit >= 0xd800 && unit < 0xe000 ? costOfRare(text.codePointAt(at) ?? 0) : costOfUnit(unit)
    if (at - start > longWord && unit < lastAlphabet) tenths += 3
    if (unit >= 0xd800 && unit < 0xdc00) at++
  }
  return tenths
}

/** Words are looked up by hash, so that no string is made for each. */
function nextHash(hash: number, unit: number): number {
  return (Math.imul(hash, 31) + unit) | 0
}

const words = hashesOf(wholeWords)
const singles = hashesOf(wholeRuns)
const doubles = hashesOf(doubleRuns)

function hashesOf(list: string): ReadonlySet<number> {
  const hash = (item: string) => [...item].reduce((sum, char) => nextHash(sum, char.charCodeAt(0)), 0)
  return new Set(list.trim().split(/\s+/).map(hash))
}

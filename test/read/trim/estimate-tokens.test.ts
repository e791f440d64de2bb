/** The estimate against the tokenizer itself: never below it, and close above it where most text is. */
import { describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { estimateTokens } from '../../../src/read/trim/estimate-tokens.ts'
import {
  doubleRuns,
  wholeIdeographs,
  wholeRuns,
  wholeSyllables,
  wholeWords,
} from '../../../src/read/trim/token-facts.ts'
import { Random } from '../../support/random.ts'
import { kindsOfNoise, noise, sentences, someText } from './token-samples.ts'

const root = join(import.meta.dir, '../../..')

describe('the estimate is never below the tokenizer', () => {
  test.each(Object.entries(sentences))('in %s', (_, text) => {
    for (const written of [text, JSON.stringify([{ text }, text]), `${text}\n\n${text}`])
      expect(estimateTokens(written)).toBeGreaterThanOrEqual(countTokens(written))
  })

  test.each(kindsOfNoise)('in random %s', (kind) => {
    const random = new Random(kind.length)
    for (let round = 0; round < 8; round++) {
      const words = Array.from({ length: 60 }, () => noise(random, kind, random.int(4, 12))).join(' ')
      for (const text of [noise(random, kind, 700), words])
        expect(estimateTokens(text)).toBeGreaterThanOrEqual(countTokens(text))
    }
  })

  test('in object ids', () => {
    const random = new Random(40)
    const ids = Array.from({ length: 200 }, () => noise(random, 'hex', random.pick([7, 12, 40, 64])))
    for (const text of [JSON.stringify(ids), ids.join('\n')])
      expect(estimateTokens(text)).toBeGreaterThanOrEqual(countTokens(text))
  })

  test('in texts of all kinds, glued together', () => {
    const random = new Random(1)
    for (let round = 0; round < 200; round++) {
      const text = someText(random, random.int(200, 2000))
      expect(estimateTokens(text)).toBeGreaterThanOrEqual(countTokens(text))
    }
  })

  test('in runs of one character', () => {
    for (const char of [' ', '\n', '\t', '-', '=', '#', 'a', 'é', '─', '好', '🚀', '\r\n'])
      for (const length of [1, 2, 3, 9, 40, 79, 500])
        for (const text of [char.repeat(length), `x${char.repeat(length)}1`])
          expect(estimateTokens(text)).toBeGreaterThanOrEqual(countTokens(text))
  })
})

describe('the estimate is close', () => {
  test('within 1.35 of the tokenizer in our own sources', () => {
    const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    let [estimated, counted] = [0, 0]
    for (const file of files.filter((name) => name.endsWith('.ts') && !name.includes('token-facts'))) {
      const text = readFileSync(join(root, 'src', file), 'utf8')
      const [estimate, count] = [estimateTokens(text), countTokens(text)]
      expect(estimate, file).toBeGreaterThanOrEqual(count)
      estimated += estimate
      counted += count
    }
    expect(estimated / counted).toBeLessThan(1.35)
  })

  test('within 1.4 in English, within 1.6 in Chinese', () => {
    const ratio = (text: string) => estimateTokens(text) / countTokens(text)
    expect(ratio(`${sentences.english} ${sentences.review}`)).toBeLessThan(1.4)
    expect(ratio(sentences.chinese ?? '')).toBeLessThan(1.6)
  })
})

describe('the facts', () => {
  test('words are one token in each of four forms', () => {
    const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
    const forms = (word: string) => [word, ` ${word}`, capital(word), ` ${capital(word)}`]
    const wrong = wholeWords.trim().split(/\s+/).flatMap(forms)
    expect(wrong.filter((form) => countTokens(form) !== 1)).toEqual([])
  })

  test('runs of punctuation are one token, or two', () => {
    const costs = (runs: string) =>
      new Set(
        runs
          .trim()
          .split(/\s+/)
          .map((run) => countTokens(run)),
      )
    expect(costs(wholeRuns)).toEqual(new Set([1]))
    expect(costs(doubleRuns)).toEqual(new Set([2]))
  })

  test.each([
    ['ideographs', 0x4e00, 0x9fff, wholeIdeographs],
    ['syllables', 0xac00, 0xd7a3, wholeSyllables],
  ])('%s are one token exactly where it says so', (_, first, last, base64) => {
    const bits = Uint8Array.fromBase64(base64)
    const wrong: string[] = []
    for (let at = first; at <= last; at++) {
      const said = (((bits[(at - first) >> 3] ?? 0) >> ((at - first) & 7)) & 1) === 1
      const char = String.fromCodePoint(at)
      if (said !== (countTokens(char) === 1)) wrong.push(char)
    }
    expect(wrong).toEqual([])
  })
})

test('the estimate of a long text takes milliseconds, and less when it may stop', () => {
  const text = someText(new Random(3), 4000)
    .repeat(300)
    .slice(0, 1 << 20)
  estimateTokens(text)
  const took = (limit?: number) => {
    const before = performance.now()
    estimateTokens(text, limit)
    return performance.now() - before
  }
  expect(Math.min(took(), took(), took())).toBeLessThan(60)
  expect(Math.min(took(500), took(500))).toBeLessThan(5)
  expect(estimateTokens(text, 500)).toBeGreaterThan(500)
})

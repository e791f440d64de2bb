import { describe, expect, test } from 'bun:test'
import { splitLines } from '../../src/base/lines.ts'
import { outlineSource } from '../../src/outline/outline-source.ts'
import { resolveAnchor } from '../../src/outline/resolve-anchor.ts'
import { compareUnits, type Outline } from '../../src/outline/unit.ts'
import { Random } from '../support/random.ts'
import { readSamples } from './support/samples.ts'

const samples = readSamples()

async function outlined(path: string, text: string): Promise<Outline> {
  const outline = await outlineSource(path, text)
  if (outline === undefined) throw new Error(`${path} has no outline`)
  return outline
}

/** Lines within the text, in order, names and signatures of one line and bounded. */
function expectSound({ units }: Outline, text: string): void {
  const count = Math.max(1, splitLines(text).length)
  for (const [at, unit] of units.entries()) {
    const { lines, name, signature } = unit
    const isSound =
      lines.start >= 1 &&
      lines.start <= lines.end &&
      lines.end <= count &&
      name !== '' &&
      !name.includes('\n')
    if (!isSound || signature.length > 512 || /[\n\r]/.test(signature)) throw new Error(JSON.stringify(unit))
    const next = units[at + 1]
    if (next !== undefined) expect(compareUnits(unit, next)).toBeLessThanOrEqual(0)
  }
}

describe('the outline of every sample', () => {
  for (const { language, path, text } of samples) {
    test(`${language}: is sound, and each unit is found by its name`, async () => {
      const outline = await outlined(path, text)
      expectSound(outline, text)
      for (const unit of outline.units) {
        const found = resolveAnchor(outline.units, unit.name, [])
        expect(found.kind === 'units' && found.units.includes(unit)).toBe(true)
      }
    })

    test(`${language}: is the same with CRLF`, async () => {
      const unix = await outlined(path, text)
      const dos = await outlined(path, text.replaceAll('\n', '\r\n'))
      expect(dos).toEqual(unix)
    })

    test(`${language}: survives broken source`, async () => {
      const before = await outlined(path, text)
      const random = new Random(language.length * 7919 + text.length)
      for (let round = 0; round < 12; round++) {
        const broken = breakText(text, random)
        expectSound(await outlined(path, broken), broken)
      }
      expect(await outlined(path, text)).toEqual(before)
    })
  }
})

const odd = [
  '(',
  '{',
  '"',
  "'",
  '`',
  '[',
  '<',
  '/*',
  '"""',
  '$$',
  '#',
  '\\',
  '\u2028',
  '💥',
  '\ud800',
  '\r',
  '\t',
]

/** Cuts it short, or deletes, repeats and inserts pieces. */
function breakText(text: string, random: Random): string {
  if (random.chance(0.4)) return text.slice(0, random.int(0, text.length))
  let broken = text
  for (let edits = random.int(1, 8); edits > 0; edits--) {
    const at = random.int(0, broken.length)
    const cut = random.int(0, 40)
    const put = random.chance(0.5)
      ? random.pick(odd).repeat(random.int(1, 30))
      : broken.slice(at, at + cut * 2)
    broken = broken.slice(0, at) + put + broken.slice(at + cut)
  }
  return broken
}

describe('outlineSource', () => {
  test('binary, unknown and enormous files have no outline', async () => {
    expect(await outlineSource('a.ts', 'function f() {}\0')).toBeUndefined()
    expect(await outlineSource('a.unknown', 'function f() {}')).toBeUndefined()
    expect(await outlineSource('a.ts', ' '.repeat(12_000_001))).toBeUndefined()
  })

  test('errors in the source give a partial outline', async () => {
    const outline = await outlined('a.ts', 'function f() {}\nclass {{{ \nfunction g() {}\n')
    expect(outline.partial).toBe(true)
    expect(outline.units.map(({ name }) => name)).toContain('f')
  })

  test('an empty file has an empty outline', async () => {
    for (const { path } of samples) {
      if (path.endsWith('.h') || path.endsWith('.m')) continue
      expect((await outlined(path, '')).units).toEqual([])
    }
  })

  test('two hundred thousand lines take a bounded time', async () => {
    const functions = Array.from(
      { length: 50_000 },
      (_, at) => `export function f${at}() {\n  return ${at}\n}\n`,
    )
    const started = performance.now()
    const outline = await outlineSource('a.ts', functions.join('\n'))
    expect(performance.now() - started).toBeLessThan(15_000)
    if (outline !== undefined) expect(outline.units.at(-1)?.name).toBe('f49999')
  }, 30_000)

  test('deep nesting neither crashes nor spoils the parser', async () => {
    for (const [path, open] of [
      ['a.ts', '['],
      ['a.js', 'function f(){'],
      ['a.rs', 'mod a{'],
      ['a.py', '('],
      ['a.c', '{'],
      ['a.cpp', 'namespace a{'],
      ['a.rb', 'class A;'],
      ['a.hs', 'f = ('],
    ] as const) {
      await outlineSource(path, open.repeat(10_000))
      const sample = samples.find((one) => one.path.endsWith(path.slice(1)))
      if (sample !== undefined)
        expect((await outlined(sample.path, sample.text)).units.length).toBeGreaterThan(7)
    }
  }, 30_000)
})

describe('plain outlines take linear time', () => {
  const hostile: Readonly<Record<string, readonly string[]>> = {
    'a.md': ['# a\n', '```\n', 'a\n', '#', '[', '`', '<!--', '- \n', '==\n', '## ## '],
    'a.toml': ['[', '[a.', '"""', 'a = [\n', '[a]\n', "'", '[a]\n#\n'],
    'a.ini': ['[', '[a]', '[a]\n;\n', '] ', '[a "'],
    'a.sql': [
      'create ',
      'create table ',
      "'",
      '$$',
      '/*',
      'create table a(',
      '$a$ $b$',
      'begin ',
      '- ',
      'create or replace ',
    ],
    Makefile: ['a:\n', 'define a\n', 'a \\\n', 'a: ', '$(', 'ifdef a\n', 'a:\n#\n', '\\', 'a '],
    'a.vue': ['<script ', '<script>', '</script ', '<script "'],
    'a.h': ['\n', 'class a ', ' \n'],
  }
  for (const [path, pieces] of Object.entries(hostile)) {
    test(path, async () => {
      for (const piece of pieces) {
        const started = performance.now()
        await outlineSource(path, piece.repeat(Math.ceil(1_000_000 / piece.length)))
        const spent = performance.now() - started
        if (spent > 6_000) throw new Error(`${JSON.stringify(piece)} took ${spent} ms`)
      }
    }, 60_000)
  }
})

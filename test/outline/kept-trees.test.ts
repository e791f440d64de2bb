/** A text that is parsed with the tree of the version before it has the outline it would have had without. */
import { expect, test } from 'bun:test'
import { languages } from '../../src/outline/languages.ts'
import { loadGrammar } from '../../src/outline/load-grammar.ts'
import { outlineSource } from '../../src/outline/outline-source.ts'
import type { Syntax } from '../../src/outline/syntax.ts'
import { compareUnits, type Unit } from '../../src/outline/unit.ts'
import { walkTree } from '../../src/outline/walk-tree.ts'
import { Random } from '../support/random.ts'
import { readSamples } from './support/samples.ts'

const rounds = 6
const samples = new Map(readSamples().map((sample) => [sample.language, sample]))

for (const language of languages) {
  if (!('syntax' in language)) continue
  const sample = samples.get(language.id)
  if (sample === undefined) throw new Error(`no sample of ${language.id}`)
  test(`${language.id}: any change of a few lines`, async () => {
    const random = new Random(language.id.length)
    let blocks = new Array<string>(Math.ceil(24_000 / sample.text.length)).fill(`${sample.text}\n`)
    for (let round = 0; round < rounds; round++) {
      for (const text of [blocks.join(''), broken(random, blocks.join(''))]) {
        const outline = await outlineSource(sample.path, text)
        expect(outline?.units).toEqual(await outlineAfresh(language.syntax, text))
      }
      blocks = changed(random, blocks)
    }
  })
}

test('the tree of the version before it makes it faster to parse', async () => {
  const sample = samples.get('rust')
  const text = `${sample?.text}\n`.repeat(Math.ceil(400_000 / (sample?.text.length ?? 1)))
  await outlineSource('a.rs', text)
  const parser = await loadGrammar('rust')
  const parse = parser.parse
  const known: boolean[] = []
  parser.parse = (...of) => {
    known.push(of[1] !== null && of[1] !== undefined)
    return Reflect.apply(parse, parser, of)
  }
  try {
    await outlineSource('a.rs', `${text}// one more line\n`)
    await outlineSource('a.rs', 'fn short() {}\n')
    await outlineSource('a.rs', `${text}fn broken( {\n`)
  } finally {
    parser.parse = parse
  }
  // With errors the tree of before is tried, and then done without.
  expect(known).toEqual([true, false, true, false])
})

/** Mostly still without errors: a part more or less, an empty line, another name. */
function changed(random: Random, blocks: readonly string[]): string[] {
  const next = [...blocks]
  const at = random.int(0, next.length)
  const block = next[at] ?? ''
  const kind = random.int(0, 4)
  if (kind === 0) next.splice(at, 0, random.pick(blocks))
  else if (kind === 1 && next.length > 3) next.splice(at, 1)
  else if (kind === 2) next[at] = block.replace('\n', '\n\n')
  else next[at] = block.replaceAll(random.pick(block.match(/\b[A-Za-z]\w{4,}\b/g) ?? ['x']), 'another')
  return next
}

/** Some lines go, come twice or change places. */
function broken(random: Random, text: string): string {
  const lines = text.split('\n')
  const at = random.int(0, lines.length)
  const taken = lines.slice(at, at + random.int(1, 9))
  lines.splice(at, random.int(0, taken.length + 1), ...(random.chance(0.5) ? taken.toReversed() : []))
  return lines.join('\n')
}

async function outlineAfresh(syntax: Syntax, text: string): Promise<Unit[]> {
  const source = syntax.prepare?.(text) ?? text
  const tree = (await loadGrammar(syntax.grammar)).parse(source, null)
  if (tree === null) throw new Error('not parsed')
  const units = walkTree(tree, source, syntax).sort(compareUnits)
  tree.delete()
  return units
}

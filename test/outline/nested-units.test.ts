/** Functions whose text has no word that starts a unit are passed over: never with another outline. */
import { expect, test } from 'bun:test'
import { python } from '../../src/outline/languages/python.ts'
import { rust } from '../../src/outline/languages/rust.ts'
import { loadGrammar } from '../../src/outline/load-grammar.ts'
import type { Syntax } from '../../src/outline/syntax.ts'
import type { Unit } from '../../src/outline/unit.ts'
import { walkTree } from '../../src/outline/walk-tree.ts'
import { readSamples } from './support/samples.ts'

const samples = new Map(readSamples().map(({ language, text }) => [language, text]))

const indented = (text: string) => text.replaceAll(/^(?=.)/gm, '    ')

const cases = {
  rust: {
    syntax: rust.syntax,
    within: (text: string) => `fn outer() {\n${indented(text)}\n}\n`,
    inner: 'fn outer() {\n    let plain = 1;\n    fn inner() {}\n}\n',
  },
  python: {
    syntax: python.syntax,
    within: (text: string) => `def outer():\n${indented(text)}\n`,
    inner: 'def outer():\n    plain = 1\n    def inner():\n        pass\n',
  },
}

for (const [name, { syntax, within, inner }] of Object.entries(cases)) {
  test(`${name}: the same units as by looking at every statement`, async () => {
    const { nested: _, ...thorough } = syntax
    const text = samples.get(name) ?? ''
    for (const source of [text, within(text), within(within(text)), inner]) {
      const units = await outline(syntax, source)
      expect(units).toEqual(await outline(thorough, source))
      expect(units.length).toBeGreaterThan(1)
    }
    expect((await outline(syntax, inner)).map((unit) => unit.name)).toEqual(['outer', 'outer::inner'])
  })

  test(`${name}: every word that starts a unit in the sample is known`, async () => {
    const text = samples.get(name) ?? ''
    const whole = await outline(syntax, text)
    expect((await outline(syntax, within(text))).length).toBeGreaterThan(whole.length / 2)
  })
}

async function outline(syntax: Syntax, text: string): Promise<Unit[]> {
  const tree = (await loadGrammar(syntax.grammar)).parse(text)
  if (tree === null) throw new Error('not parsed')
  const units = walkTree(tree, text, syntax)
  tree.delete()
  return units
}

import { expect, test } from 'bun:test'
import { detectLanguage, languageByName } from '../../src/outline/detect-language.ts'
import { languages } from '../../src/outline/languages.ts'

const texts = [
  '',
  '#!/usr/bin/env python3\n',
  '#include <vector>\nclass A { public: int b; };\n',
  '@interface A\n@end\n',
]

test('a language that the name alone decides is the same for every text', () => {
  const names = languages.flatMap(({ extensions, filenames = [] }) => [
    ...extensions.map((extension) => `src/x.${extension}`),
    ...filenames.map((name) => `src/${name}`),
  ])
  const decided = names.filter((name) => languageByName(name) !== undefined)
  expect(decided.length).toBeGreaterThan(names.length / 2)
  for (const name of decided)
    for (const text of texts)
      expect(detectLanguage(name, text)?.id, name).toBe(languageByName(name)?.id ?? '')
})

test('where the text has a say, the name alone decides nothing', () => {
  const shared = languages.flatMap(({ claims, extensions }) => (claims === undefined ? [] : extensions))
  expect(shared.length).toBeGreaterThan(0)
  for (const extension of shared) expect(languageByName(`x.${extension}`)).toBeUndefined()
  expect(languageByName('bin/run')).toBeUndefined()
})

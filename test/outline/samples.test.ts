import { describe, expect, test } from 'bun:test'
import { languages } from '../../src/outline/languages.ts'
import { outlineSource } from '../../src/outline/outline-source.ts'
import { printUnits, readSamples } from './support/samples.ts'

const samples = readSamples()

describe('samples', () => {
  for (const { language, path, text, expected } of samples) {
    test(`${language} is outlined as expected`, async () => {
      const outline = await outlineSource(path, text)
      expect(outline?.language).toBe(language)
      expect(outline?.partial).toBe(false)
      expect(printUnits(outline?.units ?? [])).toBe(expected)
      expect(outline?.units.length).toBeGreaterThanOrEqual(8)
    })
  }

  test('every language has one, and every sample is of a language', () => {
    const known = [...new Set(languages.map(({ id }) => id))].sort()
    expect(samples.map(({ language }) => language)).toEqual(known)
  })
})

test('a comment before the first statement is no part of a Python signature', async () => {
  const outline = await outlineSource(
    'a.py',
    'class K:\n    # why\n    def m(self): # here\n        return 1\n',
  )
  expect(outline?.units.map(({ signature }) => signature)).toEqual(['class K', 'def m(self)'])
})

import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { manifest, sha256 } from '../../grammars/manifest.ts'
import { languages } from '../../src/outline/languages.ts'
import { grammarFiles } from '../../src/outline/load-grammar.ts'

const folder = join(import.meta.dir, '../../grammars')
const exactVersion = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/

for (const entry of manifest.grammars) {
  test(`${entry.name} is the file its package published, under a known licence`, () => {
    expect(sha256(readFileSync(join(folder, entry.file)))).toBe(entry.sha256)
    expect(entry.file).toBe(`${entry.name}.wasm`)
    expect(entry.package).not.toBe('')
    expect(entry.version).toMatch(exactVersion)
    expect(entry.license).toMatch(/^[A-Za-z]+(?:-[\w.]+)?(?: (?:AND|OR) [\w.-]+)*$/)
    expect(entry.notices.length).toBeGreaterThan(0)
    for (const notice of entry.notices) expect(notice.version).toMatch(exactVersion)
    expect(licenceText(entry.name)).toMatch(/copyright|licen[cs]e/i)
  })
}

test('the runtime has its licence, and its notice is of the version in use', () => {
  const installed: { version: string; license: string } = JSON.parse(
    readFileSync(join(folder, '../node_modules/web-tree-sitter/package.json'), 'utf8'),
  )
  expect(manifest.runtime.license).toBe(installed.license)
  expect(manifest.runtime.notices.map(({ version }) => version)).toEqual([installed.version])
  expect(licenceText(manifest.runtime.name)).toMatch(/copyright/i)
})

test('no grammar and no licence text is without a row', () => {
  const names = manifest.grammars.map(({ name }) => name)
  const files = readdirSync(folder).filter((file) => file.endsWith('.wasm'))
  expect(files.sort()).toEqual(names.map((name) => `${name}.wasm`).sort())
  const texts = readdirSync(join(folder, 'licenses'))
  expect(texts.sort()).toEqual([...names, manifest.runtime.name].map((name) => `${name}.txt`).sort())
})

test('every grammar is embedded and read by a language', () => {
  const names = manifest.grammars.map(({ name }) => name).sort()
  expect(Object.keys(grammarFiles).sort()).toEqual(names)
  const used = new Set<string>(languages.flatMap((row) => ('syntax' in row ? [row.syntax.grammar] : [])))
  expect([...used].sort()).toEqual(names)
})

function licenceText(name: string): string {
  return readFileSync(join(folder, 'licenses', `${name}.txt`), 'utf8')
}

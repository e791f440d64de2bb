import { describe, expect, test } from 'bun:test'
import { type ConfigSources, loadConfig, settingNames } from '../../src/config/load-config.ts'
import { fullNotesRef, settings } from '../../src/config/settings.ts'

const nothing: ConfigSources = { flags: {}, env: {}, git: [], toml: undefined }
const entry = (key: string, value: string, scope: 'global' | 'local' = 'local') => ({
  key,
  value,
  scope,
  origin: `file:${scope}`,
})

describe('settings', () => {
  test('each source outranks the next, and says so', () => {
    const all: ConfigSources = {
      flags: { noteref: 'flag' },
      env: { ULTRAGIT_NOTEREF: 'env' },
      git: [entry('ultragit.noteref', 'git')],
      toml: 'noteref = "toml"',
    }
    const without = [
      {},
      { flags: {} },
      { flags: {}, env: {} },
      { flags: {}, env: {}, git: [] },
      { flags: {}, env: {}, git: [], toml: undefined },
    ]
    expect(without.map((less) => loadConfig({ ...all, ...less }).values.get('noteref'))).toEqual([
      { value: 'refs/notes/flag', origin: 'flag' },
      { value: 'refs/notes/env', origin: 'environment ULTRAGIT_NOTEREF' },
      { value: 'refs/notes/git', origin: 'git local file:local' },
      { value: 'refs/notes/toml', origin: '.ultragit-config.toml' },
      { value: 'refs/notes/ultragit', origin: 'default' },
    ])
  })

  test('the nearest scope of git wins, lists take them all', () => {
    const { values } = loadConfig({
      ...nothing,
      git: [
        entry('ultragit.maxregions', '5', 'global'),
        entry('ultragit.include', 'a/**', 'global'),
        entry('ultragit.maxRegions', '7'),
        entry('ultragit.include', 'b/**,c/{d,e}'),
      ],
    })
    expect(values.get('maxRegions')).toEqual({ value: 7, origin: 'git local file:local' })
    expect(values.get('include')?.value).toEqual(['a/**', 'b/**', 'c/{d,e}'])
  })

  test('a bad value of git warns and the one before it holds', () => {
    const { values, warnings } = loadConfig({
      ...nothing,
      git: [entry('ultragit.maxRegions', '5', 'global'), entry('ultragit.maxRegions', 'many')],
    })
    expect(values.get('maxRegions')?.value).toBe(5)
    expect(warnings).toEqual([
      "ultragit.maxRegions must be a whole number above 0, not 'many' (file:local); ignored",
    ])
  })

  test('a bad value in the environment or a flag stops', () => {
    expect(() => loadConfig({ ...nothing, env: { ULTRAGIT_MAX_REGIONS: '-1' } })).toThrow(
      "ULTRAGIT_MAX_REGIONS must be a whole number above 0, not '-1'",
    )
    expect(() => loadConfig({ ...nothing, flags: { noteref: 'refs/heads/main' } })).toThrow('refs/notes/')
  })

  test('an empty variable counts as unset', () =>
    expect(loadConfig({ ...nothing, env: { ULTRAGIT_NOTEREF: '' } }).values.get('noteref')?.origin).toBe(
      'default',
    ))

  test('every default is a value its own parser takes, and every name is its own', () => {
    for (const name of settingNames) {
      const { fallback, parse } = settings[name]
      if (typeof fallback !== 'object') expect(parse(String(fallback)), name).toBe(fallback)
    }
    for (const key of ['env', 'toml'] as const) {
      const used = settingNames.map((name) => settings[name][key]).filter((one) => one !== undefined)
      expect(new Set(used).size).toBe(used.length)
    }
  })

  test.each([
    ['team', 'refs/notes/team'],
    ['notes/team', 'refs/notes/team'],
    ['refs/notes/a/b', 'refs/notes/a/b'],
    ['refs/heads/main', undefined],
    ['refs/notesx', undefined],
    ['refs/notes/', undefined],
    ['../heads/main', undefined],
    ['a..b', undefined],
    ['a b', undefined],
    ['a\nb', undefined],
    ['a.lock', undefined],
    ['.hidden', undefined],
    ['a//b', undefined],
    ['a@{1}', undefined],
    ['', undefined],
  ])('notes ref %j is %j', (text, full) => expect(fullNotesRef(text)).toBe(full as string))
})

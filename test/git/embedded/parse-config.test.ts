import { describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseConfig } from '../../../src/git/embedded/parse-config.ts'
import { Random } from '../../support/random.ts'
import { tempFolder } from '../../support/temp-repo.ts'

/** What git reads, or the line at which it refuses. */
function byGit(file: string): string | number {
  const run = Bun.spawnSync(['git', 'config', '--file', file, '--list', '-z'])
  return run.exitCode === 0 ? run.stdout.toString() : Number(/line (\d+)/.exec(run.stderr.toString())?.[1])
}

function byUs(text: string): string | number {
  try {
    const settings = parseConfig(text, 'config')
    return settings.map(({ key, value }) => `${value === undefined ? key : `${key}\n${value}`}\0`).join('')
  } catch (error) {
    expect(error).toMatchObject({ name: 'UltragitError', code: 'config_invalid' })
    return Number(/line (\d+)/.exec(String(error))?.[1])
  }
}

const pieces = [
  ...[
    '[core]',
    '[a "B c"]',
    '[a.Dotted]',
    '[x "q\\"uo\\\\te"]',
    '[bad',
    '[a "open',
    '[ "x"]',
    '[A-1]',
    '[u_x]',
  ],
  ...[
    'key',
    ' = ',
    '=',
    'value',
    'KeY2',
    '\n',
    '\n',
    '\n',
    '\r\n',
    ' ',
    '\t',
    '"',
    '\\',
    '\\n',
    '\\t',
    '\\x',
    '\\"',
  ],
  ...[
    '# comment',
    '; comment',
    '#',
    'a b  c',
    '"quoted # text"',
    '"',
    'ä',
    '\\\n',
    '1digit = 2',
    'a-b = c',
    'a_b = c',
  ],
]

describe('parseConfig', () => {
  test('reads what git reads and refuses what git refuses', () => {
    const folder = tempFolder()
    let good = 0
    for (let seed = 0; seed < 400; seed++) {
      const random = new Random(seed)
      const body = Array.from({ length: random.int(1, 14) }, () => random.pick(pieces)).join('')
      const text = `[s]\n${random.chance(0.5) ? 'k = ' : ''}${body}\n`
      const file = join(folder, `config-${seed}`)
      writeFileSync(file, text)
      const [ours, gits] = [byUs(text), byGit(file)]
      if (typeof gits === 'string') {
        good++
        expect({ text, ours }).toEqual({ text, ours: gits })
      } else {
        // git counts a line break it did not expect as part of the next line.
        expect([gits, gits - 1]).toContain(ours as number)
      }
    }
    expect(good).toBeGreaterThan(50)
  })

  test('skips a byte order mark and reads a file without a final newline', () => {
    expect(parseConfig('\ufeff[a]\n\tb = c', 'config')).toEqual([{ key: 'a.b', value: 'c' }])
    expect(parseConfig('', 'config')).toEqual([])
  })

  test('names file and line of what it cannot read', () => {
    expect(() => parseConfig('[a]\n\tb = c\n\t= d\n', '.git/config')).toThrow(
      "bad config line 3 in file '.git/config'",
    )
  })
})

import { describe, expect, test } from 'bun:test'
import type { Entry } from '../../../src/mcp/install/config-editor.ts'
import { jsonValue } from '../../../src/mcp/install/jsonc/json-value.ts'
import { jsoncEditor } from '../../../src/mcp/install/jsonc/jsonc-editor.ts'
import { parseJsonc } from '../../../src/mcp/install/jsonc/parse-jsonc.ts'
import { placeOf, TextProblem } from '../../../src/mcp/install/text-problem.ts'
import { Random } from '../../support/random.ts'
import { object, randomJsonc } from './random-jsonc.ts'

const entry: Entry = {
  keys: { command: 'ultragit', args: ['mcp', 'start'], cwd: '/repo' },
  contradicts: (key) => key === 'url',
}
const set = (text: string, wanted = entry) => jsoncEditor.setEntry(text, 'mcpServers', wanted)
const remove = (text: string) => jsoncEditor.removeEntry(text, 'mcpServers')
const parsed = (text: string) => jsonValue(parseJsonc(text).root)

describe('an entry in a JSON file', () => {
  test('makes a new file in two-space style with lists on one line', () => {
    expect(set('')).toBe(
      [
        '{',
        '  "mcpServers": {',
        '    "ultragit": {',
        '      "command": "ultragit",',
        '      "args": ["mcp", "start"],',
        '      "cwd": "/repo"',
        '    }',
        '  }',
        '}',
        '',
      ].join('\n'),
    )
  })

  test('goes behind the last server, whose comment on the same line stays with it', () => {
    const text = '{\n\t"mcpServers": {\n\t\t"a": {} // ours since 2020\n\t\t// end\n\t}\n}\n'
    expect(set(text)).toBe(
      [
        '{',
        '\t"mcpServers": {',
        '\t\t"a": {}, // ours since 2020',
        '\t\t"ultragit": {',
        '\t\t\t"command": "ultragit",',
        '\t\t\t"args": ["mcp", "start"],',
        '\t\t\t"cwd": "/repo"',
        '\t\t}',
        '\t\t// end',
        '\t}',
        '}',
        '',
      ].join('\n'),
    )
  })

  test('follows a file that ends members with a comma, and CRLF', () => {
    const text = '{\r\n  "mcpServers": {\r\n    "a": {},\r\n  },\r\n}'
    const done = set(text)
    expect(done).toContain('"a": {},\r\n    "ultragit": {\r\n      "command"')
    expect(done).toEndWith('"cwd": "/repo"\r\n    },\r\n  },\r\n}')
    expect(remove(done)).toBe(text)
  })

  test('stays on one line where all is on one line', () => {
    const text = '{"mcpServers":{"a":{}}}'
    expect(set(text)).toBe(
      '{"mcpServers":{"a":{},"ultragit":{"command":"ultragit","args":["mcp","start"],"cwd":"/repo"}}}',
    )
  })

  test('is not swallowed by a line comment that ends a one-line object', () => {
    const text = '{ "a": 1 // one\n}'
    expect(parsed(set(text))).toEqual({ a: 1, mcpServers: { ultragit: entry.keys } })
    expect(remove(set(text))).toBe(text)
  })

  test('changes only the keys that differ and keeps the others with their comments', () => {
    const text = `{
  "mcpServers": {
    "ultragit": {
      // mine
      "env": { "A": "1" }, "command": "/old/ultragit", /* x */
      "args": [ "mcp",
        "start" ],
    }
  }
}`
    expect(set(text)).toBe(`{
  "mcpServers": {
    "ultragit": {
      // mine
      "env": { "A": "1" }, "command": "ultragit", /* x */
      "args": [ "mcp",
        "start" ],
      "cwd": "/repo",
    }
  }
}`)
  })

  test('drops what contradicts it and what is no object', () => {
    const remote = '{"mcpServers": {"ultragit": {"url": "https://example.com", "env": {}}}}'
    expect(parsed(set(remote))).toEqual({ mcpServers: { ultragit: { env: {}, ...entry.keys } } })
    expect(parsed(set('{"mcpServers": {"ultragit": null}}'))).toEqual({
      mcpServers: { ultragit: entry.keys },
    })
  })

  test('is the last of two when a key is written twice, and none of them stays', () => {
    const text = '{"mcpServers": {"ultragit": {"command": "x"}, "b": 1, "ultragit": {"command": "y"}}}'
    expect(parsed(set(text))).toEqual({ mcpServers: { ultragit: entry.keys, b: 1 } })
    expect(remove(text)).toBe('{"mcpServers": { "b": 1}}')
  })

  test('is found under an escaped key', () => {
    const text = '{"mcp\\u0053ervers": {"ultra\\u0067it": {"command": "x"}, "b": 1}}'
    expect(remove(text)).toBe('{"mcp\\u0053ervers": { "b": 1}}')
  })

  test('leaves nothing when only its own container was there', () => {
    expect(remove('\ufeff{ "mcpServers": { "ultragit": {} } }\n')).toBeUndefined()
    expect(remove('// mine\n{ "mcpServers": { "ultragit": {} } }\n')).toBe('// mine\n{}\n')
    expect(remove('{"a": 1, "mcpServers": {"ultragit": {}}}')).toBe('{"a": 1}')
  })

  test.each([
    ['{', 1, 2],
    ['{"a": 1,\n "b" 2}', 2, 6],
    ['{"a": [1 2]}', 1, 10],
    ['{\r\n"a": tru}', 2, 6],
    ['{"a": "x\ny"}', 1, 9],
    ['{"a": "\\q"}', 1, 8],
    ['{"a": 01}', 1, 8],
    ["{'a': 1}", 1, 2],
    ['{} x', 1, 4],
    ['{"a": 1 /* open', 1, 9],
    ['{"a": "open', 1, 7],
    ['[]', 1, 1],
    ['{"mcpServers": []}', 1, 16],
    ['\ufeff{"mcpServers": null}', 1, 16],
    ['{,}', 1, 2],
    ['{"a":1,,}', 1, 8],
  ])('is refused by the broken file %p at %p:%p', (text, line, column) => {
    for (const edit of [set, remove]) {
      let problem: unknown
      try {
        edit(text)
      } catch (error) {
        problem = error
      }
      if (!(problem instanceof TextProblem)) throw new Error('no problem was found')
      expect(placeOf(text, problem.offset)).toEqual({ line, column })
    }
  })

  test('is refused by brackets deeper than the stack', () => {
    expect(() => set(`{"a": ${'['.repeat(100_000)}`)).toThrow('nested too deeply')
  })

  test('reads every value as JSON.parse does', () => {
    const random = new Random(7)
    const style = { unit: ' ', eol: '\n', lines: true, comments: 0, trailing: false }
    for (let round = 0; round < 300; round++) {
      const text = object(random, style, { depth: 0, members: [] }).replaceAll(' /* empty */ ', '')
      expect(parsed(text)).toEqual(JSON.parse(text))
    }
  })
})

describe('for any file', () => {
  const servers = (random: Random) =>
    random.pick([
      [],
      [['mcpServers', '{"other": {"command": "x"}}']],
      [['mcpServers', '{\n    "other": {"command": "x"}, // last\n  }']],
      [['mcpServers', '{ /* none yet */ }']],
      [['mcpServers', '{\n  // none yet\n}']],
    ] as const)

  test('installing and uninstalling gives the same bytes back', () => {
    const random = new Random(1)
    for (let round = 0; round < 3000; round++) {
      const text = randomJsonc(random, { members: servers(random) })
      const done = set(text)
      if (remove(done) !== text) expect({ done, text: remove(done) }).toEqual({ done, text })
    }
  })

  test('the entry is in, everything else is as before, and installing again changes nothing', () => {
    const random = new Random(2)
    for (let round = 0; round < 1500; round++) {
      const text = randomJsonc(random, { members: servers(random) })
      const before = parsed(text) as { mcpServers?: object }
      const done = set(text)
      expect(parsed(done)).toEqual({
        ...before,
        mcpServers: { ...before.mcpServers, ultragit: entry.keys },
      } as never)
      expect(set(done)).toBe(done)
      const other = { ...entry, keys: { command: '/b', args: ['mcp', 'start', '--repo', '/r'] } }
      const changed = set(done, other)
      expect(set(changed, other)).toBe(changed)
      expect(remove(changed)).toBe(text)
    }
  })
})

import { describe, expect, test } from 'bun:test'
import type { Entry } from '../../../src/mcp/install/config-editor.ts'
import { placeOf, TextProblem } from '../../../src/mcp/install/text-problem.ts'
import { tomlEditor } from '../../../src/mcp/install/toml/toml-editor.ts'
import { Random } from '../../support/random.ts'

const entry: Entry = {
  keys: { command: 'ultragit', args: ['mcp', 'start'], cwd: '/repo' },
  contradicts: (key) => key === 'url',
}
const set = (text: string, wanted = entry) => tomlEditor.setEntry(text, 'mcp_servers', wanted)
const remove = (text: string) => tomlEditor.removeEntry(text, 'mcp_servers')
const parsed = (text: string) => Bun.TOML.parse(text) as Record<string, Record<string, unknown>>

const table = '[mcp_servers.ultragit]\ncommand = "ultragit"\nargs = ["mcp", "start"]\ncwd = "/repo"\n'

describe('an entry in a TOML file', () => {
  test('is the whole of a new file', () => {
    expect(set('')).toBe(table)
    expect(remove(table)).toBeUndefined()
  })

  test('comes last, after a blank line', () => {
    const text = 'model = "o9"\n\n[mcp_servers.other]\ncommand = "x"\n'
    expect(set(text)).toBe(`${text}\n${table}`)
  })

  test('changes only the keys that differ; other keys, comments and sub-tables stay', () => {
    const text = `# top
[ mcp_servers . "ultragit" ] # ours
startup_timeout_sec = 20
command = '/old'   # where
args = [
  "mcp", # one
  "start",
]
env.A = "1"
url = "https://example.com" # gone

[mcp_servers.ultragit.tools]
b = 2
[other]
command = "keep"
`
    expect(set(text)).toBe(`# top
[ mcp_servers . "ultragit" ] # ours
startup_timeout_sec = 20
command = "ultragit"   # where
args = [
  "mcp", # one
  "start",
]
env.A = "1"
cwd = "/repo"

[mcp_servers.ultragit.tools]
b = 2
[other]
command = "keep"
`)
  })

  test('goes with its sub-tables, and only with those', () => {
    const text = `a = 1

[mcp_servers.ultragit]
command = "x"

[mcp_servers.ultragit.env]
A = "[mcp_servers.ultragit]"

# about more
[mcp_servers.ultragit-more]
command = "y"
[mcp_servers.ultragit.tools]
z = 1
[end]
`
    expect(remove(text)).toBe('a = 1\n\n# about more\n[mcp_servers.ultragit-more]\ncommand = "y"\n[end]\n')
  })

  test('is not mistaken for a header inside a string', () => {
    const text =
      'a = """\n[mcp_servers.ultragit]\ncommand = 1\n"""\nb = \'\'\'\n[mcp_servers.ultragit]\n\'\'\'\'\nc = """x\\\\"""""\n'
    expect(remove(text)).toBe(text)
    expect(remove(set(text))).toBe(text)
  })

  test('carries hostile strings as they are', () => {
    const command = 'C:\\x\\"\n[other]\n\u0000\u007f\u2028 \u{1f600} \\u0041'
    const done = set('a = 1', { ...entry, keys: { command, args: [command, ''] } })
    expect(parsed(done)).toEqual({
      a: 1,
      mcp_servers: { ultragit: { command, args: [command, ''] } },
    } as never)
    expect(set(done, { ...entry, keys: { command, args: [command, ''] } })).toBe(done)
    expect(remove(done)).toBe('a = 1')
  })

  test.each([
    ['a = 1\nb', 2, 2],
    ['a = 1\n[b\n', 2, 3],
    ['x = "open\n', 1, 5],
    ['x = [1, 2\n', 1, 5],
    ['x =\n', 1, 4],
    ['ok = 1\n\n# c\nx = 1 y = 2\nz = 1\n', 4, 1],
    ['a = 1\na = 2\n', 2, 1],
    ['[a]\n[b]\n[a]\n', 3, 1],
    ['x = """never\n', 1, 5],
    ['mcp_servers = { ultragit = { command = "x" } }\n', 1, 1],
    ['mcp_servers = { other = { command = "x" } }\n', 1, 1],
    ['a = 1\nmcp_servers.ultragit.command = "x"\n', 2, 1],
    ['[mcp_servers]\nother.command = "y"\nultragit = { command = "x" }\n', 3, 1],
    ['[mcp_servers]\nultragit.command = "x"\n', 2, 1],
    ['[[mcp_servers]]\nx = 1\n', 1, 1],
    ['[[mcp_servers.ultragit]]\nx = 1\n', 1, 1],
  ])('is refused by %p at %p:%p', (text, line, column) => {
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

  test('fits beside servers written in other ways', () => {
    for (const text of [
      '[mcp_servers]\n',
      'mcp_servers.other.command = "x"\n',
      '[mcp_servers]\nother = { command = "x" }\n',
      '[mcp_servers.ultragit.env]\nA = "1"\n',
      '[[profiles]]\nx = 1\n',
    ])
      expect(parsed(set(text)).mcp_servers?.ultragit).toMatchObject(entry.keys)
  })
})

describe('for any TOML file', () => {
  const pieces = [
    'a = 1',
    '# comment with "quote',
    '',
    '  ',
    '[projects."/home/a b"]',
    'trust_level = "trusted" # yes',
    '[mcp_servers.other]',
    'command = "x"',
    'args = [\n  \'a\', # b ]\n  "c",\n]',
    'text = """\n[mcp_servers.ultragit]\n"""',
    '[mcp_servers.other.env]',
    '[[rows]]',
    'inline = { a = [1, 2], b = "}" }',
  ]

  function randomToml(random: Random): string | undefined {
    const eol = random.pick(['\n', '\r\n'])
    const lines = Array.from({ length: random.int(0, 8) }, () => random.pick(pieces).replaceAll('\n', eol))
    const text = random.pick(['', '\ufeff']) + lines.join(eol) + random.pick(['', eol, eol + eol])
    try {
      Bun.TOML.parse(text)
    } catch {
      return undefined
    }
    return /^\ufeff?\s*$/.test(text) ? undefined : text
  }

  test('installing and uninstalling gives the same bytes back; installing again changes nothing', () => {
    const random = new Random(3)
    let tried = 0
    while (tried < 600) {
      const text = randomToml(random)
      if (text === undefined) continue
      tried += 1
      const done = set(text)
      const before = parsed(text)
      expect(parsed(done)).toEqual({
        ...before,
        mcp_servers: { ...before.mcp_servers, ultragit: entry.keys },
      } as never)
      expect(set(done)).toBe(done)
      expect(remove(done)).toBe(text)
    }
  })
})

import { describe, expect, test } from 'bun:test'
import { type ArgsDef, runCommand } from 'citty'
import { type ArgumentTable, listArgument, numberArgument, textArgument } from '../../src/cli/command.ts'
import { parseArguments } from '../../src/cli/parse-arguments.ts'
import { splitWords } from '../../src/cli/split-words.ts'

const args: ArgumentTable = {
  path: { type: 'positional' },
  more: { type: 'positional', required: false, multiple: true },
  'max-tokens': { type: 'string', number: { whole: true, min: 1, max: 1000 } },
  share: { type: 'string', number: { whole: false, min: 0 } },
  tag: { type: 'string', multiple: true },
  intent: { type: 'string' },
  order: { type: 'enum', options: ['newest', 'oldest'], default: 'newest' },
  keep: { type: 'boolean' },
}

/** Through citty, as the front door does it. */
async function parse(line: readonly string[], table: ArgumentTable = args): Promise<Record<string, unknown>> {
  const { rawArgs, typed } = parseArguments('try', splitWords(line, { flags: table }), table)
  const definition: ArgsDef = { ...table }
  const { result } = await runCommand(
    { args: definition, run: ({ args: parsed }) => ({ ...parsed, ...typed }) },
    { rawArgs: [...rawArgs] },
  )
  return result as Record<string, unknown> // what run returned
}

function failure(...line: string[]): { code: string; message: string; hint: string } {
  try {
    parseArguments('try', splitWords(line, { flags: args }), args)
  } catch (error) {
    return error as { code: string; message: string; hint: string } // compared below
  }
  throw new Error('nothing was thrown')
}

describe('arguments of a command', () => {
  test('arrive by name, with lists, numbers and defaults', async () => {
    const line = ['a', 'b', '--max-tokens', '5', 'c', '--share=0.5', '--tag', 'x', '--tag=y', '--keep']
    expect(await parse(line)).toMatchObject({
      path: 'a',
      more: ['b', 'c'],
      'max-tokens': 5,
      share: 0.5,
      tag: ['x', 'y'],
      order: 'newest',
      keep: true,
    })
  })

  test('are taken out by type, and are absent when they have another', async () => {
    const parsed = await parse(['a', '--max-tokens=5', '--tag=x'])
    expect([textArgument(parsed, 'path'), textArgument(parsed, 'max-tokens')]).toEqual(['a', undefined])
    expect([numberArgument(parsed, 'max-tokens'), numberArgument(parsed, 'path')]).toEqual([5, undefined])
    expect([listArgument(parsed, 'tag'), listArgument(parsed, 'path')]).toEqual([['x'], []])
  })

  test('text reaches the command byte for byte', async () => {
    for (const intent of ['', '-5', '--no-keep', '--', 'a=b', 'line\nline', '--intent=x', ' '])
      expect((await parse(['p', `--intent=${intent}`])).intent).toBe(intent)
    expect((await parse(['--', '--no-keep', '--keep'])).path).toBe('--no-keep')
    expect((await parse(['--', '--no-keep', '--keep'])).more).toEqual(['--keep'])
  })

  test('the last of a single value counts', async () =>
    expect((await parse(['p', '--intent', 'a', '--intent', 'b'])).intent).toBe('b'))

  test('a list is empty when nothing is given', async () => expect((await parse(['p'])).tag).toEqual([]))

  test.each(['-5', '0', '1001', '1.5', 'abc', '', '0x10', '1e2', '5 ', 'Infinity', 'NaN'])(
    "'%s' is no whole number from 1 to 1000",
    (text) =>
      expect(failure('p', `--max-tokens=${text}`)).toMatchObject({
        code: 'usage',
        message: `'--max-tokens' must be a whole number, 1 to 1000, not '${text}'`,
      }),
  )

  test('a negative number after a space is seen as the value', () =>
    expect(failure('p', '--max-tokens', '-5').message).toEndWith("not '-5'"))

  test('a word that is missing or too many is wrong usage', () => {
    expect(failure()).toMatchObject({
      code: 'usage',
      message: "'try' needs <path>",
      hint: 'ultragit try --help',
    })
    const one: ArgumentTable = { path: { type: 'positional' } }
    expect(() => parseArguments('try', splitWords(['a', 'b'], { flags: one }), one)).toThrow(
      "'try' has no use for 'b'",
    )
  })

  test('a choice suggests the nearest', () =>
    expect(failure('p', '--order=newst')).toMatchObject({
      message: "unknown '--order' 'newst'",
      hint: "did you mean 'newest'?",
    }))
})

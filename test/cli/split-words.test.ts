import { describe, expect, test } from 'bun:test'
import type { ArgumentTable } from '../../src/cli/command.ts'
import { splitWords } from '../../src/cli/split-words.ts'

const flags: ArgumentTable = {
  path: { type: 'positional' },
  'max-tokens': { type: 'string' },
  tag: { type: 'string', alias: 't', multiple: true },
  quiet: { type: 'boolean', alias: 'q' },
}

function split(...line: string[]) {
  const { values, words, problem } = splitWords(line, { flags })
  return { values: Object.fromEntries(values), words, problem: problem?.message, hint: problem?.hint }
}

describe('words of a command line', () => {
  test('a value follows its flag, or an equals sign', () => {
    expect(split('--max-tokens', '5', 'a').values).toEqual({ 'max-tokens': ['5'] })
    expect(split('--max-tokens=5', 'a').words).toEqual(['a'])
    expect(split('--max-tokens=').values).toEqual({ 'max-tokens': [''] })
    expect(split('--max-tokens=a=b').values).toEqual({ 'max-tokens': ['a=b'] })
  })

  test('a value may begin with a dash', () => {
    expect(split('--max-tokens', '-5').values).toEqual({ 'max-tokens': ['-5'] })
    expect(split('--tag', '- a list').values).toEqual({ tag: ['- a list'] })
    expect(split('--tag', '--no-such thing').values).toEqual({ tag: ['--no-such thing'] })
  })

  test('a flag where a value belongs is a mistake, unless it is written as one', () => {
    expect(split('--tag', '--quiet')).toMatchObject({
      problem: "'--tag' needs a value, and '--quiet' is a flag",
      hint: '--tag=--quiet if that is the value',
    })
    expect(split('--tag=--quiet').values).toEqual({ tag: ['--quiet'] })
  })

  test('repeated values stay in order', () =>
    expect(split('--tag', 'a', '-t', 'b', '--tag=c').values).toEqual({ tag: ['a', 'b', 'c'] }))

  test('switches take no value and can be turned off', () => {
    expect(split('-q').values).toEqual({ quiet: [true] })
    expect(split('--no-quiet').values).toEqual({ quiet: [false] })
    expect(split('--quiet=yes').problem).toBe("'--quiet' takes no value")
    expect(split('--no-tag').problem).toBe("unknown flag '--no-tag'")
  })

  test('after -- everything is a word, and a lone dash is one anywhere', () => {
    expect(split('-', '--', '--quiet', '-x', '--').words).toEqual(['-', '--quiet', '-x', '--'])
    expect(split('--tag', '--', 'x').problem).toBe("'--tag' needs a value")
  })

  test('the nearest flag is suggested', () => {
    expect(split('--max-token', '5')).toMatchObject({
      problem: "unknown flag '--max-token'",
      hint: "did you mean '--max-tokens'?",
    })
    expect(split('--zzzzzzzz').hint).toBe("'--help' lists the flags")
    expect(split('--path', 'x').problem).toBe("unknown flag '--path'")
  })

  test('what follows a mistake still counts', () =>
    expect(split('--zzz', '--quiet')).toMatchObject({
      values: { quiet: [true] },
      problem: "unknown flag '--zzz'",
    }))

  test('names from Object.prototype are unknown', () => {
    for (const name of ['__proto__', 'constructor', 'toString'])
      expect(split(`--${name}`).problem).toBe(`unknown flag '--${name}'`)
  })

  test('stops at the first word when a command follows', () => {
    const { values, words } = splitWords(['-q', 'run', '--quiet', '--other'], { flags, stopAtWord: true })
    expect(values.get('quiet')).toEqual([true])
    expect(words).toEqual(['run', '--quiet', '--other'])
  })
})

import { describe, expect, test } from 'bun:test'
import type { Command, CommandGroup } from '../../src/cli/command.ts'
import { findCommand } from '../../src/cli/find-command.ts'

const leaf = (args: Command['args'] = {}): Command => ({
  usage: [],
  examples: [],
  formats: ['text'],
  args,
  run: async () => 0,
})

let loads = 0
const row = (command: Command | CommandGroup) => ({
  summary: 'does it',
  load: async () => {
    loads += 1
    return { command }
  },
})

const index: CommandGroup = {
  examples: [],
  fallback: 'status',
  commands: { build: row(leaf({ intent: { type: 'string' } })), status: row(leaf()), clear: row(leaf()) },
}
const top: CommandGroup = { examples: [], commands: { read: row(leaf()), index: row(index) } }

describe('finding a command', () => {
  test('follows the names down, with global flags anywhere', async () => {
    const call = await findCommand(['-q', 'index', '--format', 'json', 'build', '--repo=x', 'word'], top)
    expect(call.path).toBe('index build')
    expect(Object.fromEntries(call.split.values)).toEqual({ quiet: [true], format: ['json'], repo: ['x'] })
    expect(call.split.words).toEqual(['word'])
  })

  test('a value that looks like a global flag belongs to the flag before it', async () => {
    const call = await findCommand(['index', 'build', '--intent=--quiet', '--', '--help'], top)
    expect(Object.fromEntries(call.split.values)).toEqual({ intent: ['--quiet'] })
    expect(call.split.words).toEqual(['--help'])
  })

  test('a group without a name falls back, but its help is its own', async () => {
    expect((await findCommand(['index'], top)).path).toBe('index status')
    expect((await findCommand(['index', '--help'], top)).path).toBe('index')
    expect((await findCommand([], top)).path).toBe('')
  })

  test('loads nothing but what is on the way', async () => {
    loads = 0
    await findCommand(['index', 'build'], top)
    expect(loads).toBe(2)
  })

  test('an unknown name suggests the nearest at its level', async () => {
    await expect(findCommand(['reed'], top)).rejects.toMatchObject({
      code: 'usage',
      message: "unknown command 'reed'",
      hint: "did you mean 'ultragit read'?",
    })
    await expect(findCommand(['index', 'biuld'], top)).rejects.toMatchObject({
      message: "unknown command 'index biuld'",
      hint: "did you mean 'ultragit index build'?",
    })
    await expect(findCommand(['constructor'], top)).rejects.toMatchObject({
      message: "unknown command 'constructor'",
    })
  })
})

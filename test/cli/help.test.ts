/** Help teaches by example: every page has some, and every example is a command line that is accepted. */
import { describe, expect, test } from 'bun:test'
import type { Command, CommandGroup, Example } from '../../src/cli/command.ts'
import { topCommand } from '../../src/cli/command-table.ts'
import { findCommand } from '../../src/cli/find-command.ts'
import { globalFlags } from '../../src/cli/global-flags.ts'
import { parseArguments } from '../../src/cli/parse-arguments.ts'
import { call } from './call.ts'

const pages = await allPages('', topCommand)

async function allPages(
  path: string,
  command: Command | CommandGroup,
): Promise<[string, Command | CommandGroup][]> {
  const inner =
    'commands' in command
      ? Object.entries(command.commands).map(async ([name, row]) =>
          allPages(`${path} ${name}`.trim(), (await row.load()).command),
        )
      : []
  return [[path, command], ...(await Promise.all(inner)).flat()]
}

/** The words a shell would pass on: quotes taken off, redirections and pipes left out. */
function wordsOf(line: string): string[] {
  const [command = ''] = line.split(/ [|>] | && /)
  return [...command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '')
}

describe.each(pages)('ultragit %s', (path, command) => {
  test('has a page, by flag and by help', async () => {
    const words = path === '' ? [] : path.split(' ')
    const page = await call([...words, '--help'])
    expect(page).toMatchObject({ status: 0, stderr: '' })
    expect(page.stdout).toStartWith(`ultragit ${path}`.trim())
    expect(page.stdout).toContain('\nExamples\n')
    expect((await call(['help', ...words])).stdout).toBe(page.stdout)
  })

  test('has examples that are accepted', async () => {
    expect(command.examples.length).toBeGreaterThan(0)
    for (const [line] of command.examples) await accept(line)
  })

  test('names every flag its usage mentions, and none that all commands have', () => {
    if ('commands' in command) return
    for (const flag of command.usage.flatMap((line) => line.match(/--[a-z-]+/g) ?? []))
      expect(Object.keys({ ...command.args, ...globalFlags }), flag).toContain(flag.slice(2))
    for (const name of Object.keys(command.args)) expect(Object.keys(globalFlags)).not.toContain(name)
    for (const [name, { description }] of Object.entries(command.args)) expect(description, name).toBeTruthy()
  })
})

async function accept(line: Example[0]): Promise<void> {
  const [program, ...words] = wordsOf(line.replace(/^echo .* \| /, ''))
  if (program !== 'ultragit') return
  const found = await findCommand(words, topCommand)
  expect(found.split.problem, line).toBeUndefined()
  if ('commands' in found.command) throw new Error(`'${line}' names no command`)
  parseArguments(found.path, found.split, found.command.args)
}

test('an unknown command has no help, but a suggestion', async () =>
  expect(await call(['help', 'dotcor'])).toMatchObject({
    status: 2,
    stderr: "error: unknown command 'dotcor'\nhint: did you mean 'ultragit doctor'?\n",
  }))

test('help wins over other mistakes on the line', async () =>
  expect((await call(['doctor', '--nosuch', '--help'])).stdout).toStartWith('ultragit doctor'))

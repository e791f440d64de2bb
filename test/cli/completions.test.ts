import { describe, expect, test } from 'bun:test'
import { topCommand } from '../../src/cli/command-table.ts'
import { ultragit } from '../support/binary.ts'
import { tempFolder } from '../support/temp-repo.ts'
import { call } from './call.ts'

const folder = tempFolder()
const script = (shell: string) => ultragit(['completions', shell], { cwd: folder }).stdout

const checkers: readonly (readonly [shell: string, ...check: string[]])[] = [
  ['bash', 'bash', '-n'],
  ['zsh', 'zsh', '-n'],
  ['fish', 'fish', '--no-execute'],
]

describe('completions', () => {
  for (const [shell, program = '', ...flags] of checkers) {
    test.if(Bun.which(program) !== null)(`${shell} accepts its script`, () => {
      const run = Bun.spawnSync([program, ...flags], { stdin: Buffer.from(script(shell)) })
      expect([run.exitCode, run.stderr.toString()]).toEqual([0, ''])
    })

    test(`${shell} knows every command and its flags`, async () => {
      const { stdout } = await call(['completions', shell])
      for (const name of Object.keys(topCommand.commands)) expect(stdout).toContain(name)
      for (const flag of ['noteref', 'keep', 'global', 'markdown']) expect(stdout).toContain(flag)
    })
  }

  test.if(Bun.which('bash') !== null).each([
    ['ultragit do', ['doctor']],
    ['ultragit config ', ['list', 'get', 'set', 'unset']],
    ['ultragit config set --gl', ['--global']],
    ['ultragit --quiet config se', ['set']],
    ['ultragit completions z', ['zsh']],
    ['ultragit demo --k', ['--keep']],
    ['ultragit doctor --key', []],
  ])('bash completes %j', (line, expected) => {
    const words = line.split(' ')
    const ask = [
      script('bash'),
      `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')})`,
      `COMP_CWORD=${words.length - 1}`,
      '_ultragit',
      `printf '%s\\n' "\${COMPREPLY[@]}"`,
    ].join('\n')
    const run = Bun.spawnSync(['bash', '--norc'], { stdin: Buffer.from(ask) })
    const offered = run.stdout
      .toString()
      .split('\n')
      .filter((word) => word !== '')
    expect(run.stderr.toString()).toBe('')
    if (line.endsWith(' ')) expect(offered.filter((word) => !word.startsWith('-'))).toEqual(expected)
    else expect(offered).toEqual(expected)
  })
})

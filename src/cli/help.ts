/** Help pages: what it does, how to call it, by example. */
import type { Command } from './command.ts'
import { commandTable } from './command-table.ts'
import type { Output } from './output.ts'
import { globalFlags } from './parse-flags.ts'

export function mainHelp(output: Output): string {
  const commands = Object.entries(commandTable).map(([name, { summary }]) => [name, summary] as const)
  return [
    `${output.paint('ultragit', 'bold')} keeps the reasoning behind code in git notes and gives it back by file, function or line.`,
    '',
    section(output, 'Usage', ['ultragit <command> [arguments] [flags]']),
    section(output, 'Commands', columns(commands)),
    section(output, 'Flags of every command', columns(flagRows(globalFlags))),
    section(
      output,
      'Examples',
      columns([
        ['ultragit demo', 'see it work in a temporary repository'],
        ['ultragit doctor', 'check git, the repository and the notes'],
        ['ultragit config list', 'every setting and where it came from'],
      ]),
    ),
    section(
      output,
      'Exit status',
      columns([
        ['0', 'done'],
        ['1', 'the answer is no (a failed check)'],
        ['2', 'wrong usage'],
        ['3', 'not a git repository'],
        ['4', 'git or the data failed'],
        ['5', 'bad configuration'],
        ['70', 'a bug in ultragit'],
      ]),
    ),
    "'ultragit help <command>' says more about one of them.",
  ].join('\n')
}

export function commandHelp(name: string, summary: string, command: Command, output: Output): string {
  const own = Object.entries(command.args).map(
    ([key, arg]) =>
      [
        arg.type === 'positional' ? `<${key}>` : `--${key}${arg.type === 'boolean' ? '' : ' <value>'}`,
        arg.description ?? '',
      ] as const,
  )
  return [
    `${output.paint(`ultragit ${name}`, 'bold')}: ${summary}`,
    '',
    section(output, 'Usage', command.usage),
    ...(own.length === 0 ? [] : [section(output, 'Arguments', columns(own))]),
    ...(command.formats.length < 2 ? [] : [section(output, 'Formats', [command.formats.join(', ')])]),
    section(output, 'Examples', columns(command.examples)),
  ]
    .join('\n')
    .trimEnd()
}

function flagRows(flags: typeof globalFlags): (readonly [string, string])[] {
  return Object.entries(flags).map(([name, { value, alias, help }]) => [
    `${alias === undefined ? '' : `-${alias}, `}--${name}${value ? ' <value>' : ''}`,
    help,
  ])
}

function section(output: Output, title: string, lines: readonly string[]): string {
  return `${output.paint(title, 'bold')}\n${lines.map((line) => `  ${line}\n`).join('')}`
}

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(0, ...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `${left.padEnd(width)}  ${right}`)
}

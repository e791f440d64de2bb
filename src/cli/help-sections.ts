/** What a help page says, as data: `help-text.ts` prints it, `reference.ts` makes the reference of it. */
import type { Argument, ArgumentTable } from './command.ts'
import type { Call } from './find-command.ts'
import { globalFlags } from './global-flags.ts'
import { aliasesOf } from './split-words.ts'

export type HelpRow = readonly [left: string, right: string]

export interface HelpSection {
  readonly title: string
  /** Lines of code with a remark each; the remark may be empty. */
  readonly rows: readonly HelpRow[]
}

export function helpSections({ path, command }: Pick<Call, 'path' | 'command'>): HelpSection[] {
  const start = `ultragit ${path}`.trim()
  if ('commands' in command)
    return filled([
      { title: 'Usage', rows: [[`${start} <command> [arguments] [flags]`, '']] },
      {
        title: 'Commands',
        rows: Object.entries(command.commands).map(([name, { summary }]) => [
          name,
          name === command.fallback ? `${summary} (when none is named)` : summary,
        ]),
      },
      ...(path === '' ? [{ title: 'Flags of every command', rows: argumentRows(globalFlags) }] : []),
      { title: 'Examples', rows: command.examples },
      ...(path === '' ? [{ title: 'Exit status', rows: exitRows }] : []),
    ])
  return filled([
    { title: 'Usage', rows: command.usage.map((line) => [line, '']) },
    { title: 'Arguments', rows: argumentRows(command.args) },
    {
      title: 'Formats',
      rows: command.formats.length < 2 ? [] : [[command.formats.join(', '), '']],
    },
    { title: 'Examples', rows: command.examples },
  ])
}

const exitRows: readonly HelpRow[] = [
  ['0', 'done'],
  ['1', 'the answer is no (a failed check)'],
  ['2', 'wrong usage'],
  ['3', 'not a git repository'],
  ['4', 'git or the data failed'],
  ['5', 'bad configuration'],
  ['70', 'a bug in ultragit'],
]

function argumentRows(args: ArgumentTable): HelpRow[] {
  return Object.entries(args).map(([name, argument]) => [
    argumentShape(name, argument),
    argument.description ?? '',
  ])
}

/** `<path>...`, `-q, --quiet`, `--repo <path>`. */
function argumentShape(name: string, argument: Argument): string {
  const many = argument.multiple ? '...' : ''
  if (argument.type === 'positional') return `<${name}>${many}`
  const names = [...aliasesOf(argument).map((alias) => `-${alias}`), `--${name}`].join(', ')
  return argument.type === 'boolean' ? names : `${names} <${argument.valueHint ?? 'value'}>${many}`
}

function filled(sections: readonly HelpSection[]): HelpSection[] {
  return sections.filter(({ rows }) => rows.length > 0)
}

/** `completions bash|zsh|fish`: a script made from the command table, so it cannot go stale. */
import { UltragitError } from '../../base/errors.ts'
import { type Command, type CommandData, textArgument } from '../command.ts'
import { commandTable } from '../command-table.ts'
import { globalFlags } from '../parse-flags.ts'

export const command: Command = {
  usage: ['ultragit completions <bash|zsh|fish>'],
  examples: [
    ['ultragit completions bash > /etc/bash_completion.d/ultragit', 'for bash'],
    ['ultragit completions zsh > "${fpath[1]}/_ultragit"', 'for zsh'],
    ['ultragit completions fish > ~/.config/fish/completions/ultragit.fish', 'for fish'],
  ],
  formats: ['text'],
  args: { shell: { type: 'positional', required: false, description: 'bash, zsh or fish' } },
  run: (args, data) => printScript(textArgument(args, 'shell'), data),
}

/** Commands with their own flags. */
type Words = readonly { readonly name: string; readonly summary: string; readonly flags: readonly string[] }[]

const scripts: Readonly<Record<string, (words: Words) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
}

async function printScript(shell: string | undefined, { output }: CommandData): Promise<undefined> {
  const script = shell !== undefined && Object.hasOwn(scripts, shell) ? scripts[shell] : undefined
  if (script === undefined)
    throw new UltragitError('usage', shell === undefined ? 'which shell?' : `unknown shell '${shell}'`, {
      hint: 'one of: bash, zsh, fish',
    })
  output.answer(script(await loadWords()))
}

async function loadWords(): Promise<Words> {
  return Promise.all(
    Object.entries(commandTable).map(async ([name, row]) => {
      const { args } = (await row.load()).command
      const flags = Object.keys(args).filter((key) => args[key]?.type !== 'positional')
      return { name, summary: row.summary, flags }
    }),
  )
}

const everywhere = Object.keys(globalFlags)

function dashed(flags: readonly string[]): string {
  return [...flags, ...everywhere].map((flag) => `--${flag}`).join(' ')
}

function bashScript(words: Words): string {
  const cases = words.map(({ name, flags }) => `    ${name}) words="${dashed(flags)}" ;;`).join('\n')
  return `_ultragit() {
  local words="${words.map(({ name }) => name).join(' ')} help ${dashed([])}"
  if [ "$COMP_CWORD" -gt 1 ]; then
    case "\${COMP_WORDS[1]}" in
${cases}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _ultragit ultragit
`
}

function zshScript(words: Words): string {
  const commands = words
    .map(({ name, summary }) => `    '${name}:${summary.replaceAll("'", "'\\''")}'`)
    .join('\n')
  const cases = words.map(({ name, flags }) => `      ${name}) compadd -- ${dashed(flags)} ;;`).join('\n')
  return `#compdef ultragit
_ultragit() {
  local -a commands
  commands=(
${commands}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
  else
    case "\${words[2]}" in
${cases}
    esac
    _files
  fi
}
_ultragit "$@"
`
}

function fishScript(words: Words): string {
  const lines = words.flatMap(({ name, summary, flags }) => [
    `complete -c ultragit -n __fish_use_subcommand -a ${name} -d "${summary}"`,
    ...flags.map((flag) => `complete -c ultragit -n "__fish_seen_subcommand_from ${name}" -l ${flag}`),
  ])
  return `${[...lines, ...everywhere.map((flag) => `complete -c ultragit -l ${flag}`)].join('\n')}\n`
}

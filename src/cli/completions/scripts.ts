/** The scripts themselves. Each finds the longest known path among the words typed so far, and offers what follows it. */
import type { CommandPath } from './list-paths.ts'

export function bashScript(paths: readonly CommandPath[]): string {
  const cases = paths.map((path) => `    ${quoted(path.path)}) words=${quoted(offered(path).join(' '))} ;;`)
  return `# bash completion of ultragit
_ultragit_words() {
  case "$1" in
${cases.join('\n')}
    *) return 1 ;;
  esac
}
_ultragit() {
  local words at=1 path=''
  _ultragit_words ''
  while [ "$at" -lt "$COMP_CWORD" ]; do
    local next="\${path:+$path }\${COMP_WORDS[at]}"
    if _ultragit_words "$next"; then path="$next"; fi
    at=$((at + 1))
  done
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _ultragit ultragit
`
}

export function zshScript(paths: readonly CommandPath[]): string {
  const cases = paths.map((path) => {
    const words = path.words.map(([word, remark]) => quoted(`${word}:${remark}`))
    const flags = path.flags.map(({ name, argument }) => quoted(`--${name}:${argument.description ?? ''}`))
    return `    ${quoted(path.path)}) offer=(${[...words, ...flags].join(' ')}) ;;`
  })
  return `#compdef ultragit
_ultragit_words() {
  case "$1" in
${cases.join('\n')}
    *) return 1 ;;
  esac
}
_ultragit() {
  local -a offer
  local path_='' at=2
  _ultragit_words ''
  while (( at < CURRENT )); do
    local next="\${path_:+$path_ }\${words[at]}"
    if _ultragit_words "$next"; then path_="$next"; fi
    at=$((at + 1))
  done
  _describe 'ultragit' offer
  _files
}
if [ "$funcstack[1]" = "_ultragit" ]; then _ultragit "$@"; else compdef _ultragit ultragit; fi
`
}

export function fishScript(paths: readonly CommandPath[]): string {
  const global = paths[0]?.flags ?? []
  const known = new Set(global.map(({ name }) => name))
  const lines = paths.flatMap(({ path, words, flags }) => {
    const when = `complete -c ultragit -n ${quoted(fishCondition(path, words))}`
    const own = flags.filter(({ name }) => !known.has(name))
    return [
      ...words.map(([word, remark]) => `${when} -a ${quoted(word)} -d ${quoted(remark)}`),
      ...own.map(({ name, argument }) => `${when} ${fishFlag(name, argument)}`),
    ]
  })
  const everywhere = global.map(({ name, argument }) => `complete -c ultragit ${fishFlag(name, argument)}`)
  return `# fish completion of ultragit\n${[...lines, ...everywhere].join('\n')}\n`
}

/** After all names of the path, and before any of the words that may follow. */
function fishCondition(path: string, words: CommandPath['words']): string {
  if (path === '') return '__fish_use_subcommand'
  const seen = path.split(' ').map((name) => `__fish_seen_subcommand_from ${name}`)
  const next = words.map(([word]) => word).join(' ')
  return [...seen, ...(next === '' ? [] : [`not __fish_seen_subcommand_from ${next}`])].join('; and ')
}

function fishFlag(name: string, argument: CommandPath['flags'][number]['argument']): string {
  const value = argument.type === 'boolean' ? '' : ' -r'
  return `-l ${name}${value} -d ${quoted(argument.description ?? '')}`
}

function offered({ words, flags }: CommandPath): string[] {
  return [...words.map(([word]) => word), ...flags.map(({ name }) => `--${name}`)]
}

/** Single quotes are safe in all three shells but for the quote itself, which no remark needs. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", '’')}'`
}

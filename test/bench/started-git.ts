/** Which git commands something starts, seen by a git of our own in front of the real one. */
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { environment } from './git.ts'
import { room } from './repositories.ts'

export interface GitWatch {
  /** To be added to the environment of what is watched. */
  readonly env: Record<string, string>
  /** The command lines since the last call. */
  take(): string[]
  close(): void
}

/** For counting only: the one in front takes its own time. */
export function watchGit(): GitWatch {
  mkdirSync(room, { recursive: true })
  const folder = mkdtempSync(join(room, 'scratch-git-'))
  const log = join(folder, 'log')
  const real = Bun.which('git', { PATH: environment.PATH ?? '' })
  if (real === null) throw new Error('there is no git to watch')
  writeFileSync(log, '')
  writeFileSync(join(folder, 'git'), `#!/bin/sh\necho "$*" >> '${log}'\nexec '${real}' "$@"\n`)
  chmodSync(join(folder, 'git'), 0o755)
  return {
    env: { PATH: `${folder}${delimiter}${environment.PATH ?? ''}` },
    take: () => {
      const lines = readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
      writeFileSync(log, '')
      return lines.map(commandOf)
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}

export function startedGit(act: (env: Record<string, string>) => void): string[] {
  const watch = watchGit()
  try {
    act(watch.env)
    return watch.take()
  } finally {
    watch.close()
  }
}

/** The subcommand and its first option, without the options in front of it. */
function commandOf(line: string): string {
  const words = line.split(' ')
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    if (word === '-c' || word === '-C') at++
    else if (!word.startsWith('-')) {
      const next = words[at + 1]
      return next?.startsWith('-') === true ? `${word} ${next}` : word
    }
  }
  return line
}

/** `demo`: a small annotated repository in a temporary folder, and an answer of each query about it. */
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UltragitError } from '../../base/errors.ts'
import { findGit } from '../../git/native/find-git.ts'
import { makeRepository } from '../../git/native/make-repository.ts'
import type { Command, CommandData } from '../command.ts'
import { story } from '../demo/story.ts'

export const command: Command = {
  usage: ['ultragit demo [--keep]'],
  examples: [
    ['ultragit demo', 'walk through it; the folder is removed at the end'],
    ['ultragit demo --keep', 'leave the folder, to try things there'],
  ],
  formats: ['text'],
  args: { keep: { type: 'boolean', description: 'do not remove the folder' } },
  run: (args, data) => runDemo(args.keep === true, data),
}

interface Step {
  readonly title: string
  readonly words: readonly string[]
}

const steps: readonly Step[] = [
  {
    title: 'The function was edited and its file moved since. What must I know before I change it?',
    words: ['read', 'src/net/retry.ts', 'delay'],
  },
  { title: 'Who relies on it?', words: ['deps', 'src/net/retry.ts', 'Retry::run'] },
  { title: 'Why is it like this?', words: ['history', 'src/net/retry.ts', 'delay'] },
  { title: 'What is this folder about?', words: ['summary', 'src'] },
]

async function runDemo(keep: boolean, data: CommandData): Promise<number> {
  const { env } = data.surroundings
  const program = findGit(env.PATH, [])
  if (program === undefined)
    throw new UltragitError('git_failed', 'the demo makes a repository and needs git', {
      hint: 'install git',
    })
  const room = await realpath(await mkdtemp(join(tmpdir(), 'ultragit-demo-')))
  const dir = join(room, 'shop')
  try {
    const commits = await makeRepository({ program, dir, env }, story)
    const ask = await asker(dir, data)
    data.output.answer(data.output.paint('Three commits; the author of two of them said why:', 'bold'))
    for (const [at, { message, annotation }] of story.entries()) {
      const commit = commits[at]
      data.output.answer(`  ${commit?.slice(0, 8)} ${message}`)
      if (annotation === undefined || commit === undefined) continue
      const file = join(room, `${at}.json`)
      await writeFile(file, JSON.stringify(annotation))
      data.output.answer(
        data.output.paint(`           ultragit annotate ${commit.slice(0, 8)} < why.json`, 'dim'),
      )
      if ((await ask(['annotate', commit, '--file', file, '--quiet'])) !== 0) return 4
    }
    for (const { title, words } of steps) {
      data.output.answer(
        `\n${data.output.paint(title, 'bold')}\n${data.output.paint(`$ ultragit ${words.join(' ')}`, 'dim')}`,
      )
      const status = await ask([...words, '--format', 'pretty'])
      if (status !== 0) return status
    }
    if (keep) data.output.answer(`\nThe repository is in ${dir}`)
    return 0
  } finally {
    if (!keep) await rm(room, { recursive: true, force: true })
  }
}

/** Asks this very program, in that folder and without what the surroundings say about another repository. */
async function asker(
  dir: string,
  { surroundings, flags }: CommandData,
): Promise<(words: readonly string[]) => Promise<number>> {
  const { run } = await import('../run.ts')
  const env = Object.fromEntries(
    Object.entries(surroundings.env).filter(
      ([name]) => !/^(GIT_|ULTRAGIT_)/.test(name) || name.startsWith('GIT_CONFIG'),
    ),
  )
  const identity = {
    GIT_COMMITTER_NAME: 'Demo',
    GIT_COMMITTER_EMAIL: 'demo@example.com',
    ULTRAGIT_AUTHOR: 'demo',
  }
  return (words) =>
    run([...words, '--color', flags.color], { ...surroundings, cwd: dir, env: { ...env, ...identity } })
}

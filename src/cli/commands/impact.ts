/** `impact`: what a change touches, before it is committed. */
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { UltragitError } from '../../base/errors.ts'
import type { RepoPath } from '../../base/ids.ts'
import type { Session } from '../../session.ts'
import { type Command, type CommandArguments, type CommandData, listArgument } from '../command.ts'
import { openCommandSession } from '../open-command-session.ts'

export const command: Command = {
  usage: ['ultragit impact [range|--staged|--worktree] [path…] [flags]'],
  examples: [
    ['ultragit impact', 'what the working tree changes: constraints, dependents, tests, risk'],
    ['ultragit impact --staged src/net', 'only what is staged, and only in a folder'],
    ['ultragit impact origin/main..HEAD --format markdown', 'a branch, for a pull request'],
    ['ultragit impact HEAD --format mermaid', 'the last commit as a graph'],
  ],
  formats: ['text', 'markdown', 'json', 'mermaid'],
  args: {
    words: {
      type: 'positional',
      required: false,
      multiple: true,
      description: 'commits (A..B, A...B, or one alone), then files and folders',
    },
    staged: { type: 'boolean', description: 'what is staged against HEAD' },
    worktree: { type: 'boolean', description: 'the working tree against HEAD (default without a range)' },
  },
  run: runImpact,
}

async function runImpact(args: CommandArguments, data: CommandData): Promise<undefined> {
  const [{ impact }, { renderImpact }] = await Promise.all([
    import('../../check/impact/impact.ts'),
    import('../../check/impact/formats/render-impact.ts'),
  ])
  const { output, format, surroundings } = data
  const session = await openCommandSession(data)
  const progress = output.progress('comparing')
  try {
    const answer = await impact(session, {
      ...(await findSubject(session, args, data)),
      env: surroundings.env,
      onProgress: (done, total) => progress.update(done, total),
    })
    progress.end()
    output.answer(renderImpact(answer, format))
  } finally {
    progress.end()
    session.close()
  }
}

interface Subject {
  readonly source: 'range' | 'staged' | 'worktree'
  readonly range: string | undefined
  readonly paths: readonly RepoPath[]
}

/** The first word is a range unless a flag says what is meant, or it is a file or folder and no commit. */
async function findSubject(
  session: Session,
  args: CommandArguments,
  { surroundings }: CommandData,
): Promise<Subject> {
  const { locatePath } = await import('../../place/locate-path.ts')
  const words = listArgument(args, 'words')
  if (args.staged === true && args.worktree === true)
    throw new UltragitError('usage', "'--staged' and '--worktree' cannot be given together", {
      hint: '--worktree includes what is staged',
    })
  const [first] = words
  const isFlagged = args.staged === true || args.worktree === true
  const isRange = !isFlagged && first !== undefined && (await namesCommits(session, first))
  const paths: RepoPath[] = []
  for (const word of isRange ? words.slice(1) : words) {
    const path = await locatePath(session.repository.layout, word, surroundings.cwd)
    if (!isRange && path !== '') await refuseUnknown(session, path, word)
    if (path !== '') paths.push(path)
  }
  if (!isRange && session.repository.layout.workTree === undefined)
    throw new UltragitError('usage', 'a bare repository has no working tree to compare', {
      hint: 'name a range: ultragit impact main~1..main',
    })
  if (isRange) return { source: 'range', range: first, paths }
  return { source: args.staged === true ? 'staged' : 'worktree', range: undefined, paths }
}

/** A mistyped commit would otherwise be a path in which nothing has changed. */
async function refuseUnknown({ repository }: Session, path: RepoPath, word: string): Promise<void> {
  const { workTree } = repository.layout
  if (workTree !== undefined && (await lstat(join(workTree, path)).catch(() => undefined)) !== undefined)
    return
  const { oid } = await repository.head()
  if (oid !== undefined && (await repository.entryAt(oid, path)) !== undefined) return
  throw new UltragitError('usage', `'${word}' is neither a commit nor a file or folder here`)
}

async function namesCommits({ repository }: Session, word: string): Promise<boolean> {
  const ends = /^(.*?)\.{2,3}(.*)$/s.exec(word)
  if (ends === null) return (await repository.resolve(word)) !== undefined
  const [, from = '', to = ''] = ends
  // `../x` and `a..b` may be paths: a range has a commit at one end at least.
  const named = [from, to].filter((end) => end !== '')
  for (const end of named) if ((await repository.resolve(end)) !== undefined) return true
  return named.length > 0 && !word.includes('/')
}

/** The index never shows: with it, without it, cold, warm, and while everything under it changes, the same bytes. */
import { describe, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Oid, RepoPath } from '../../src/base/ids.ts'
import type { Session } from '../../src/session.ts'
import { tempFolder } from '../support/temp-repo.ts'
import {
  type AnnotatedHistory,
  annotatedHistory,
  annotationsFor,
  answersAbout,
  notesRef,
  openIn,
  somePaths,
  writeNotes,
} from './annotated-history.ts'

/** `TEST_ROUNDS=200` for the full measure. */
const rounds = Number(process.env.TEST_ROUNDS ?? 80)
const patience = 30_000 + 1_000 * rounds

/** What can happen between two reads. Each gives the folder to read in. */
const events: Readonly<Record<string, (history: AnnotatedHistory) => string>> = {
  'HEAD moves on': (history) => {
    history.repo.git('update-ref', 'refs/heads/main', history.head)
    return history.repo.dir
  },
  'notes are added': (history) => {
    writeNotes(history, notesRef, annotationsFor(history, someCommits(history, history.random.int(1, 3))))
    return history.repo.dir
  },
  'notes are removed': (history) => {
    const gone = history.random.shuffle(history.annotated).slice(0, 2)
    writeNotes(history, notesRef, new Map(gone.map((oid) => [oid, ''])))
    return history.repo.dir
  },
  'notes are changed': (history) => {
    const changed = history.random.shuffle(history.annotated).slice(0, 2)
    writeNotes(history, notesRef, annotationsFor(history, changed))
    return history.repo.dir
  },
  'a fetch brings notes of a remote': (history) => {
    const remote = 'refs/notes/remotes/origin/ultragit'
    writeNotes(history, remote, annotationsFor(history, someCommits(history, 4)))
    return history.repo.dir
  },
  'another worktree asks about another HEAD': (history) => {
    const dir = join(tempFolder(), 'other')
    history.repo.git(
      'worktree',
      'add',
      '-q',
      '--no-checkout',
      '--detach',
      dir,
      history.random.pick(history.commits),
    )
    return dir
  },
  'a branch appears': (history) => {
    history.repo.git('update-ref', 'refs/heads/appeared', history.random.pick(history.commits))
    return history.repo.dir
  },
  'HEAD moves back': (history) => {
    history.repo.git('update-ref', 'refs/heads/main', earlier(history))
    return history.repo.dir
  },
}

describe('with and without the index', () => {
  test(
    `the answers are the same bytes, over ${rounds} repositories`,
    async () => {
      for (let seed = 0; seed < rounds; seed++) await compareThrough(seed)
    },
    patience,
  )
})

async function compareThrough(seed: number): Promise<void> {
  const history = annotatedHistory(seed)
  const { repo, random } = history
  const names = ['as it was', ...random.shuffle(Object.keys(events)).slice(0, seed % 3 === 0 ? 2 : 1)]
  repo.git('update-ref', 'refs/heads/main', random.chance(0.5) ? earlier(history) : history.head)
  const sessions = new Map<string, Session>()
  try {
    for (const [step, name] of names.entries()) {
      const dir = events[name]?.(history) ?? repo.dir
      const session = sessions.get(dir) ?? (await openIn(dir))
      sessions.set(dir, session)
      const where = `seed ${seed}: ${names.slice(0, step + 1).join(', then ')}`
      const paths = somePaths(dir, seed + step).slice(0, 1)
      const without = await answersOf(dir, paths, { ULTRAGIT_NO_CACHE: '1' })
      expect(await answersAbout(session, paths), `${where}, kept open`).toEqual(without)
      if (step === 0) expect(await answersAbout(session, paths), `${where}, again`).toEqual(without)
      if (step === names.length - 1)
        expect(await answersOf(dir, paths, {}), `${where}, opened anew`).toEqual(without)
    }
  } finally {
    for (const [dir, session] of sessions) {
      session.close()
      rmSync(dir, { recursive: true, force: true })
    }
  }
}

async function answersOf(
  dir: string,
  paths: readonly RepoPath[],
  env: Record<string, string>,
): Promise<string[]> {
  const session = await openIn(dir, env)
  try {
    return await answersAbout(session, paths)
  } finally {
    session.close()
  }
}

function someCommits({ random, commits }: AnnotatedHistory, count: number): Oid[] {
  return random.shuffle(commits).slice(0, count)
}

/** A few commits before the tip of main. */
function earlier({ random, head, parents }: AnnotatedHistory): Oid {
  let at = head
  for (let left = random.int(1, 6); left > 0; left--) at = parents.get(at)?.[0] ?? at
  return at
}

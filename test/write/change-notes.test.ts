import { describe, expect, test } from 'bun:test'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { encodeAnnotation } from '../../src/annotation/encode-note.ts'
import type { Oid } from '../../src/base/ids.ts'
import { spawnCount } from '../../src/git/native/run-git.ts'
import type { Session } from '../../src/session.ts'
import { Outbox } from '../../src/store/outbox.ts'
import { changeNotes } from '../../src/write/change-notes.ts'
import { restoreErased } from '../../src/write/restore-erased.ts'
import { TempRepo } from '../support/temp-repo.ts'
import {
  commitOldTree,
  expectSoundNotes,
  importCommits,
  notesByGit,
  plainAnnotation,
  ref,
  sessionIn,
} from './annotated-repo.ts'

const say = (commit: Oid, summary: string) => encodeAnnotation(plainAnnotation(commit, summary))

async function write(session: Session, target: Oid, summary: string | undefined) {
  const text = summary === undefined ? undefined : say(target, summary)
  return changeNotes(session, async () => ({ changes: [{ target, text }], message: 'test', value: summary }))
}

describe('changeNotes', () => {
  test('writes, replaces and removes, one commit each, and nothing when nothing changes', async () => {
    const repo = TempRepo.init()
    const [one, two] = importCommits(repo, 2) as [Oid, Oid]
    const session = await sessionIn(repo)
    expect((await write(session, one, 'first')).commit).toBeString()
    await write(session, two, 'other')
    await write(session, one, 'second')
    expect((await write(session, one, 'second')).commit).toBeUndefined()
    expect(repo.git('rev-list', '--count', ref)).toBe('3')
    expect(notesByGit(repo).get(one)).toBe(say(one, 'second').trim())
    await write(session, one, undefined)
    expect([...notesByGit(repo).keys()]).toEqual([two])
    expectSoundNotes(repo)
    session.close()
  })

  test('starts no process for a write', async () => {
    const repo = TempRepo.init()
    const [one] = importCommits(repo, 1) as [Oid]
    const session = await sessionIn(repo)
    await write(session, one, 'first') // git makes the ref
    const before = spawnCount()
    await write(session, one, 'x')
    expect(spawnCount() - before).toBe(0)
    session.close()
  })

  test('needs no identity, and takes the one that is configured', async () => {
    const repo = TempRepo.init()
    const [one] = importCommits(repo, 1) as [Oid]
    const nameless = { GIT_COMMITTER_NAME: '', GIT_COMMITTER_EMAIL: '' }
    const session = await sessionIn(repo, nameless)
    await write(session, one, 'a')
    expect(repo.git('log', '-1', '--format=%an <%ae>', ref)).toBe('ultragit <ultragit@localhost>')
    repo.git('config', 'user.name', ' Zoë <x> ')
    repo.git('config', 'user.email', 'zoe@example.com')
    const later = await sessionIn(repo, nameless)
    await write(later, one, 'b')
    later.close()
    expect(repo.git('log', '-1', '--format=%an <%ae>|%cn', ref)).toBe('Zoë x <zoe@example.com>|Zoë x')
    session.close()
  })

  test('decides again when another program moves the ref meanwhile', async () => {
    const repo = TempRepo.init()
    const [one, two] = importCommits(repo, 2) as [Oid, Oid]
    const session = await sessionIn(repo)
    let asked = 0
    const changed = await changeNotes(session, async (current) => {
      asked += 1
      if (asked === 1) repo.note(two, 'by git')
      return {
        changes: [{ target: one, text: say(one, 'ours') }],
        message: 'test',
        value: (await current.read(two))?.malformed.length,
      }
    })
    expect({ asked, value: changed.value }).toEqual({ asked: 2, value: 1 })
    expect([...notesByGit(repo).keys()].sort()).toEqual([one, two].sort())
    session.close()
  })

  test('names the lock a crashed git left, after ten seconds, and leaves the notes alone', async () => {
    const repo = TempRepo.init()
    const [one] = importCommits(repo, 1) as [Oid]
    const session = await sessionIn(repo)
    await write(session, one, 'before')
    const before = repo.git('rev-parse', ref)
    const lock = join(repo.dir, '.git', `${ref}.lock`)
    writeFileSync(lock, '')
    const begun = performance.now()
    await expect(write(session, one, 'after')).rejects.toMatchObject({ hint: expect.stringContaining(lock) })
    expect(performance.now() - begun).toBeGreaterThan(9_000)
    rmSync(lock)
    expect(repo.git('rev-parse', ref)).toBe(before)
    session.close()
  }, 20_000)

  test('removes the lock of a killed writer, known by its content, at once', async () => {
    const repo = TempRepo.init()
    const [one] = importCommits(repo, 1) as [Oid]
    const session = await sessionIn(repo)
    await write(session, one, 'before')
    const never = one // any commit will do for one that was begun
    const outbox = Outbox.open(session.repository.layout)
    outbox.begin(ref, never, [{ target: one, blob: never, previous: undefined }])
    outbox.close()
    const lock = join(repo.dir, '.git', `${ref}.lock`)
    writeFileSync(lock, `${never}\n`)
    await write(session, one, 'after')
    expect(existsSync(lock)).toBe(false)
    expect(notesByGit(repo).get(one)).toContain('after')
    session.close()
  })

  test('a failing decision writes nothing and frees the lock', async () => {
    const repo = TempRepo.init()
    const [one] = importCommits(repo, 1) as [Oid]
    const session = await sessionIn(repo)
    const fails = changeNotes(session, async () => {
      throw new Error('no')
    })
    await expect(fails).rejects.toThrow('no')
    expect(existsSync(join(repo.dir, '.git', ref))).toBe(false)
    await write(session, one, 'yes')
    session.close()
  })

  test('refuses without an installed git', async () => {
    const repo = TempRepo.init()
    const [one] = importCommits(repo, 1) as [Oid]
    const session = await sessionIn(repo, { ULTRAGIT_GIT: 'embedded' })
    await expect(write(session, one, 'x')).rejects.toMatchObject({
      code: 'git_failed',
      hint: expect.stringContaining('install git'),
    })
    session.close()
  })

  test('a damaged outbox is made anew', async () => {
    const repo = TempRepo.init()
    const [one] = importCommits(repo, 1) as [Oid]
    const session = await sessionIn(repo)
    await write(session, one, 'x')
    writeFileSync(
      join(repo.dir, '.git/ultragit/outbox.sqlite'),
      'no database at all, but long enough to tell'.repeat(50),
    )
    await write(session, one, 'y')
    expect(notesByGit(repo).get(one)).toContain('"y"')
    session.close()
  })
})

describe('changes side by side in one process', () => {
  test('share a notes commit, each on top of the ones before it, and each is remembered', async () => {
    const repo = TempRepo.init()
    const commits = importCommits(repo, 60)
    const session = await sessionIn(repo)
    const first = commits[0] as Oid
    const append = (word: string) =>
      changeNotes(session, async (current) => {
        const before = (await current.read(first))?.annotation?.summary ?? ''
        const summary = `${before}${word}`
        return { changes: [{ target: first, text: say(first, summary) }], message: 'test', value: summary }
      })
    const [appended, written] = await Promise.all([
      Promise.all(['a', 'b', 'c'].map(append)),
      Promise.all(commits.slice(1).map((commit) => write(session, commit, 'own'))),
    ])
    expect(appended.map(({ value }) => value)).toEqual(['a', 'ab', 'abc'])
    expect(new Set([...appended, ...written].map(({ commit }) => commit)).size).toBe(1)
    expect(repo.git('rev-list', '--count', ref)).toBe('1')
    expect(notesByGit(repo).size).toBe(60)
    expect(notesByGit(repo).get(first)).toBe(say(first, 'abc').trim())
    const outbox = Outbox.open(session.repository.layout)
    expect(outbox.entries(ref).map(({ target, done }) => ({ target, done }))).toEqual(
      commits.map((target) => ({ target, done: true })),
    )
    outbox.close()
    session.close()
    expectSoundNotes(repo)
  })

  test('learn their own outcome: written, there already, or refused', async () => {
    const repo = TempRepo.init()
    const [one, two, three] = importCommits(repo, 3) as [Oid, Oid, Oid]
    const session = await sessionIn(repo)
    await write(session, one, 'there')
    const refused = changeNotes(session, () => Promise.reject(new Error('no')))
    const others = Promise.all([
      write(session, two, 'new'),
      write(session, one, 'there'),
      write(session, two, 'new'),
      write(session, three, 'new'),
    ])
    await expect(refused).rejects.toThrow('no')
    const outcomes = (await others).map(({ commit }) => commit !== undefined)
    expect(outcomes).toEqual([true, false, false, true])
    expect(repo.git('rev-list', '--count', ref)).toBe('2')
    session.close()
  })

  test('keep removals, and what has another message, in commits of their own', async () => {
    const repo = TempRepo.init()
    const [one, two, three] = importCommits(repo, 3) as [Oid, Oid, Oid]
    const session = await sessionIn(repo)
    await write(session, one, 'a')
    const named = (target: Oid, message: string) =>
      changeNotes(session, async () => ({
        changes: [{ target, text: say(target, message) }],
        message,
        value: undefined,
      }))
    await Promise.all([
      write(session, two, 'b'),
      write(session, one, undefined),
      write(session, three, 'c'),
      named(two, 'other message'),
    ])
    expect(repo.git('log', '--format=%s', ref).split('\n')).toEqual([
      'other message',
      'test',
      'test',
      'test',
      'test',
    ])
    expect(repo.git('diff', '--name-status', `${ref}~3`, `${ref}~2`)).toStartWith('D')
    expect([...notesByGit(repo).keys()].sort()).toEqual([two, three].sort())
    session.close()
  })

  test('one that cannot be written does not take the others along', async () => {
    const repo = TempRepo.init()
    const [one, two, three] = importCommits(repo, 3) as [Oid, Oid, Oid]
    const session = await sessionIn(repo, { GIT_COMMITTER_DATE: '1700000000 +0000' })
    // No object can be stored in a folder that is a file: the note on `two` is the only one that would go there.
    const folderOf = (target: Oid) => {
      const blob = repo.gitWith({ input: say(target, 'text') }, 'hash-object', '--stdin')
      return join(repo.dir, '.git', 'objects', blob.slice(0, 2))
    }
    expect(existsSync(folderOf(two))).toBe(false)
    writeFileSync(folderOf(two), 'in the way')
    const outcomes = await Promise.allSettled(
      [one, two, three].map((target) => write(session, target, 'text')),
    )
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    rmSync(folderOf(two))
    expect([...notesByGit(repo).keys()].sort()).toEqual([one, three].sort())
    expectSoundNotes(repo)
    session.close()
  })
})

describe('what another program erased', () => {
  async function start() {
    const repo = TempRepo.init()
    const commits = importCommits(repo, 6) as [Oid, Oid, Oid, Oid, Oid, Oid]
    const session = await sessionIn(repo)
    await write(session, commits[0], 'zero')
    return { repo, session, commits, old: repo.git('rev-parse', ref) }
  }

  test('a vanished note comes back, beside what the other wrote', async () => {
    const { repo, session, commits, old } = await start()
    await write(session, commits[1], 'one')
    await write(session, commits[2], 'two')
    commitOldTree(repo, old, commits[3], 'by git')
    expect(notesByGit(repo).has(commits[1])).toBe(false)
    expect([...(await restoreErased(session))].sort()).toEqual([commits[1], commits[2]].sort())
    const notes = notesByGit(repo)
    expect(notes.get(commits[1])).toContain('one')
    expect(notes.get(commits[2])).toContain('two')
    expect(notes.get(commits[3])).toBe('by git')
    expect(await restoreErased(session)).toEqual([])
    expectSoundNotes(repo)
    session.close()
  })

  test('a change that was undone is made again, and so is a removal', async () => {
    const { repo, session, commits, old } = await start()
    await write(session, commits[0], 'changed')
    commitOldTree(repo, old, commits[3], 'by git')
    expect(await restoreErased(session)).toEqual([commits[0]])
    expect(notesByGit(repo).get(commits[0])).toContain('changed')
    const full = repo.git('rev-parse', ref)
    await write(session, commits[0], undefined)
    commitOldTree(repo, full, commits[4], 'again by git')
    expect(notesByGit(repo).has(commits[0])).toBe(true)
    expect(await restoreErased(session)).toEqual([commits[0]])
    expect(notesByGit(repo).has(commits[0])).toBe(false)
    session.close()
  })

  test('the next write restores first', async () => {
    const { repo, session, commits, old } = await start()
    await write(session, commits[1], 'one')
    commitOldTree(repo, old, commits[3], 'by git')
    expect((await write(session, commits[2], 'two')).restored).toEqual([commits[1]])
    expect(notesByGit(repo).size).toBe(4)
    session.close()
  })

  test('a git notes remove that raced takes only its own note', async () => {
    const { repo, session, commits, old } = await start()
    await write(session, commits[1], 'one')
    commitOldTree(repo, old, commits[0], undefined)
    expect(notesByGit(repo).size).toBe(0)
    expect(await restoreErased(session)).toContain(commits[1])
    session.close()
  })

  test('a plain git notes remove is not undone, whatever else happens afterwards', async () => {
    const { repo, session, commits } = await start()
    await write(session, commits[1], 'one')
    repo.git('notes', `--ref=${ref}`, 'remove', commits[1])
    repo.note(commits[4], 'by git')
    repo.note(commits[5], 'by git')
    expect(await restoreErased(session)).toEqual([])
    expect((await write(session, commits[2], 'two')).restored).toEqual([])
    expect(notesByGit(repo).has(commits[1])).toBe(false)
    session.close()
  })

  test('a note changed on purpose stays changed', async () => {
    const { repo, session, commits } = await start()
    repo.note(commits[0], 'edited')
    repo.note(commits[4], 'by git')
    expect(await restoreErased(session)).toEqual([])
    expect(notesByGit(repo).get(commits[0])).toBe('edited')
    session.close()
  })

  test('a ref put elsewhere by force gives our notes back; a deleted ref stays deleted', async () => {
    const { repo, session, commits } = await start()
    const other = TempRepo.init()
    other.git('fetch', '-q', repo.dir, 'main')
    other.note(commits[4], 'theirs')
    other.note(commits[5], 'theirs')
    repo.git('fetch', '-q', other.dir, `+${ref}:${ref}`)
    expect(await restoreErased(session)).toEqual([commits[0]])
    expect(notesByGit(repo).size).toBe(3)
    repo.git('update-ref', '-d', ref)
    expect(await restoreErased(session)).toEqual([])
    expect((await write(session, commits[1], 'new')).restored).toEqual([])
    expect([...notesByGit(repo).keys()]).toEqual([commits[1]])
    session.close()
  })
})

/** Repositories to write notes in, and what git itself says about the outcome. */
import { expect } from 'bun:test'
import type { Annotation } from '../../src/annotation/schema.ts'
import { asOid, type Oid } from '../../src/base/ids.ts'
import { openSession, type Session } from '../../src/session.ts'
import type { TempRepo } from '../support/temp-repo.ts'

export const ref = 'refs/notes/ultragit'

export function sessionIn(repo: TempRepo, env: Record<string, string> = {}): Promise<Session> {
  return openSession({ cwd: repo.dir, env: { ...process.env, ...env }, flags: {} })
}

/** That many commits, each with a line more in `a.txt`, quickly. Oldest first. */
export function importCommits(repo: TempRepo, count: number): Oid[] {
  const lines = Array.from({ length: count }, (_, at) => {
    const text = `line ${at}\n`
    return (
      `commit refs/heads/main\nmark :${at + 1}\ncommitter C <c@d> ${1_700_000_000 + at} +0000\ndata 0\n` +
      `${at === 0 ? '' : `from :${at}\n`}M 100644 inline a${at % 50}.txt\ndata ${text.length}\n${text}\n`
    )
  })
  repo.gitWith({ input: `${lines.join('')}\n` }, 'fast-import', '--quiet', '--force')
  repo.git('reset', '-q', '--hard')
  return repo.git('rev-list', '--reverse', 'main').split('\n').map(asOid)
}

/** Notes on as many objects that are not there, as a large team leaves them. */
export function importNotes(repo: TempRepo, count: number): void {
  const text = '{"$schema":"ultragit/v1","commit":"x","summary":"old","regions":[]}\n'
  const files = Array.from({ length: count }, (_, at) => {
    const oid = new Bun.CryptoHasher('sha1').update(String(at)).digest('hex')
    return `M 100644 :1 ${oid.slice(0, 2)}/${count > 1000 ? `${oid.slice(2, 4)}/${oid.slice(4)}` : oid.slice(2)}\n`
  })
  const input =
    `blob\nmark :1\ndata ${text.length}\n${text}\n` +
    `commit ${ref}\ncommitter C <c@d> 1700000000 +0000\ndata 0\n${files.join('')}\n`
  repo.gitWith({ input }, 'fast-import', '--quiet', '--force')
}

/** An annotation with nothing to it. */
export function plainAnnotation(commit: Oid, summary: string): Annotation {
  return { $schema: 'ultragit/v1', commit, summary, regions: [] }
}

/** The notes as git lists them: target to text. */
export function notesByGit(repo: TempRepo): Map<string, string> {
  const listed = repo.tryGit({}, 'notes', `--ref=${ref}`, 'list').stdout.trim()
  const notes = new Map<string, string>()
  for (const line of listed === '' ? [] : listed.split('\n')) {
    const [blob = '', target = ''] = line.split(' ')
    notes.set(target, repo.git('cat-file', 'blob', blob))
  }
  return notes
}

/** fsck has nothing to say, and every target has one path. */
export function expectSoundNotes(repo: TempRepo): void {
  const fsck = repo.tryGit({}, 'fsck', '--strict', '--no-dangling')
  expect({ status: fsck.status, words: fsck.stdout + fsck.stderr }).toEqual({ status: 0, words: '' })
  const paths = repo.git('ls-tree', '-r', '--name-only', ref).split('\n')
  const targets = paths.map((path) => path.replaceAll('/', ''))
  expect(new Set(targets).size).toBe(targets.length)
}

/** As `git notes add` does when it read the tree before our write and commits after it. */
export function commitOldTree(
  repo: TempRepo,
  oldTip: string | undefined,
  target: Oid,
  text: string | undefined,
): void {
  const now = repo.git('rev-parse', ref)
  if (oldTip === undefined) repo.git('update-ref', '-d', ref)
  else repo.git('update-ref', ref, oldTip)
  if (text === undefined) repo.git('notes', `--ref=${ref}`, 'remove', target)
  else repo.note(target, text)
  const tree = repo.git('rev-parse', `${ref}^{tree}`)
  repo.git('update-ref', ref, repo.git('commit-tree', '-p', now, '-m', 'by git', tree))
}

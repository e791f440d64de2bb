/** Checks of the repository at hand. */
import { decodeNote } from '../../annotation/decode-note.ts'
import type { Repository } from '../../git/repository.ts'
import { notesRef, type Session } from '../../session.ts'
import type { Check } from './finding.ts'

export const repositoryChecks: readonly Check<Session>[] = [
  {
    check: 'repository',
    run: async ({ repository: { layout, backend } }) => {
      const place = layout.workTree ?? `${layout.gitDir} (bare)`
      return { status: 'ok', text: `${place}, ${layout.objectFormat}, read with ${backend} git` }
    },
  },
  { check: 'HEAD', run: ({ repository }) => checkHead(repository) },
  {
    check: 'config',
    run: async ({ config }) => {
      const [first, ...more] = config.warnings
      if (first === undefined) return { status: 'ok', text: 'every setting is valid' }
      const text = more.length === 0 ? first : `${first} (and ${more.length} more)`
      return { status: 'warn', text, fix: 'ultragit config list' }
    },
  },
  { check: 'notes', run: (session) => checkNotes(session.repository, notesRef(session)) },
]

async function checkHead(repository: Repository): ReturnType<Check<Session>['run']> {
  const { oid, ref } = await repository.head()
  if (oid === undefined) return { status: 'warn', text: 'no commit yet', fix: 'git commit' }
  const known = await repository.readCommits([oid])
  const text = `${oid.slice(0, 12)}${ref === undefined ? ' (detached)' : ` on ${ref}`}`
  if (known.has(oid)) return { status: 'ok', text }
  return { status: 'fail', text: `${text} cannot be read`, fix: 'git fsck --full' }
}

async function checkNotes(repository: Repository, ref: string): ReturnType<Check<Session>['run']> {
  const tip = await repository.resolve(ref)
  if (tip === undefined) {
    const there = (await repository.listRefs(ref)).some(({ name }) => name === ref)
    if (!there) return { status: 'ok', text: `no annotations yet on ${ref}` }
    return { status: 'fail', text: `${ref} names a commit that cannot be read`, fix: 'git fsck --full' }
  }
  const { notes, malformed } = await countNotes(repository, tip)
  const text = `${notes} annotated ${notes === 1 ? 'object' : 'objects'} on ${ref}`
  if (malformed === 0) return { status: 'ok', text }
  return {
    status: 'warn',
    text: `${text}, ${malformed} with parts that cannot be read`,
    fix: `git notes --ref=${ref} list`,
  }
}

type Tip = Parameters<Repository['listNotes']>[0]

async function countNotes(repository: Repository, tip: Tip): Promise<{ notes: number; malformed: number }> {
  const notes = await repository.listNotes(tip)
  let malformed = 0
  // In portions: a repository can have 100,000 notes.
  for (let at = 0; at < notes.length; at += 1000) {
    const portion = notes.slice(at, at + 1000)
    const blobs = await repository.readObjects(portion.flatMap((note) => note.blobs))
    for (const note of portion) {
      const texts = note.blobs.map((oid) => blobs.get(oid)?.bytes ?? new Uint8Array())
      const decoded = decodeNote(Buffer.concat(texts), note.target)
      if (decoded.annotation === undefined || decoded.malformed.length > 0) malformed += 1
    }
  }
  return { notes: notes.length, malformed }
}

/** Checks of the repository at hand: what every command needs before it can answer. */
import { statSync } from 'node:fs'
import { readShallow } from '../../git/history/read-shallow.ts'
import type { Repository } from '../../git/repository.ts'
import { notesRef, type Session } from '../../session.ts'
import { indexFile } from '../../store/open-store.ts'
import type { Check, Found, Patient } from './finding.ts'

export const repositoryChecks: readonly Check<Patient>[] = [
  { check: 'repository', run: ({ session }) => describeLayout(session.repository) },
  { check: 'HEAD', run: ({ session }) => checkHead(session.repository) },
  {
    check: 'config',
    run: async ({ session: { config } }) => {
      const [first, ...more] = config.warnings
      if (first === undefined) return { status: 'ok', text: 'every setting is valid' }
      const text = more.length === 0 ? first : `${first} (and ${more.length} more)`
      return { status: 'warn', text, fix: 'ultragit config list' }
    },
  },
  { check: 'notes', run: ({ session }) => checkNotes(session.repository, notesRef(session)) },
  { check: 'index', run: ({ session }) => checkIndex(session) },
]

async function describeLayout({ layout, backend }: Repository): Promise<Found> {
  const { workTree, gitDir, commonDir, objectFormat, partialClone } = layout
  const facts = [
    workTree ?? `${gitDir} (bare)`,
    ...(workTree !== undefined && gitDir !== commonDir ? ['linked worktree'] : []),
    ...((await readShallow(layout)).size > 0 ? ['shallow'] : []),
    ...(partialClone ? ['partial clone'] : []),
    objectFormat,
    `read with ${backend} git`,
  ]
  return { status: 'ok', text: facts.join(', ') }
}

async function checkHead(repository: Repository): Promise<Found> {
  const { oid, ref } = await repository.head()
  if (oid === undefined) return { status: 'warn', text: 'no commit yet', fix: 'git commit' }
  const known = await repository.readCommits([oid])
  const text = `${oid.slice(0, 12)}${ref === undefined ? ' (detached)' : ` on ${ref}`}`
  if (known.has(oid)) return { status: 'ok', text }
  return { status: 'fail', text: `${text} cannot be read`, fix: 'git fsck --full' }
}

async function checkNotes(repository: Repository, ref: string): Promise<Found> {
  const tip = await repository.resolve(ref)
  if (tip === undefined) {
    const there = (await repository.listRefs(ref)).some(({ name }) => name === ref)
    if (!there) return { status: 'ok', text: `no annotations yet on ${ref}` }
    return { status: 'fail', text: `${ref} names a commit that cannot be read`, fix: 'git fsck --full' }
  }
  const { length } = await repository.listNotes(tip)
  return { status: 'ok', text: `${length} annotated ${length === 1 ? 'object' : 'objects'} on ${ref}` }
}

/** As it is found, before a check makes it. */
async function checkIndex(session: Session): Promise<Found> {
  const file = indexFile(session.repository.layout)
  const facts = statSync(file, { throwIfNoEntry: false })
  if (facts === undefined) return { status: 'ok', text: 'none yet: the first question makes it' }
  const index = session.index()
  const size = `${Math.ceil(facts.size / 1024)} KiB`
  if (index.store.file === undefined)
    return {
      status: 'warn',
      text: `${file} (${size}) is not used: every question reads all notes`,
      fix: 'ultragit index clear',
    }
  const state = (await index.isFresh())
    ? 'up to date'
    : 'behind the notes: the next question brings it up to date'
  return { status: 'ok', text: `${size}, ${state}` }
}

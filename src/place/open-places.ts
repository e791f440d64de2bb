/** What every query starts from: HEAD, its history, and the index brought up to date. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { UltragitError } from '../base/errors.ts'
import type { Oid } from '../base/ids.ts'
import { CommitAges } from '../git/history/commit-ages.ts'
import { notesRef, type Session } from '../session.ts'
import type { HistoryAt } from '../store/history-states.ts'
import { keyOf } from '../store/index.ts'
import { HeadEntries } from './head-entries.ts'
import { LineCarries } from './line-carries.ts'
import { Placer } from './place-regions.ts'
import { Texts } from './texts.ts'

export interface Places {
  readonly session: Session
  /** Undefined before the first commit. */
  readonly head: Oid | undefined
  /** Seconds since 1970, of HEAD's commit: ages count from here, never from the clock. */
  readonly headTime: number
  readonly history: HistoryAt
  readonly texts: Texts
  readonly entries: HeadEntries
  readonly placer: Placer
  readonly useWorkTree: boolean
  /** Names HEAD, the notes, all refs and the objects there are: what stays under it need not be worked out again. */
  readonly stateKey: string
  readonly notes: readonly string[]
  readonly signal: AbortSignal | undefined
}

export interface PlacesOptions {
  /** Answer as of this commit instead of HEAD and the working tree. */
  readonly rev?: string | undefined
  readonly signal?: AbortSignal | undefined
}

export async function openPlaces(session: Session, { rev, signal }: PlacesOptions): Promise<Places> {
  const { repository } = session
  const index = session.index()
  const [head] = await Promise.all([findHead(session, rev), index.refresh({ signal })])
  const notes = index.isPresent ? [] : [missingNotes(session)]
  const history = head === undefined ? emptyHistory(session) : await index.history.at(head, signal)
  const headTime =
    head === undefined ? 0 : ((await repository.readCommits([head])).get(head)?.committer.seconds ?? 0)
  const texts = textsOf(session)
  const stateKey = await nameState(session, head, rev === undefined)
  const entries = new HeadEntries({ repository, cache: index.cache, head })
  const carries = new LineCarries()
  const placer = new Placer({ repository, index, history, head, texts, entries, carries, signal })
  return {
    session,
    head,
    headTime,
    history,
    texts,
    entries,
    placer,
    useWorkTree: rev === undefined,
    stateKey,
    notes,
    signal,
  }
}

/** A fetch can bring objects that were missing without moving HEAD or the notes: it leaves traces in these files. */
async function nameState(
  { repository, index }: Session,
  head: Oid | undefined,
  useWorkTree: boolean,
): Promise<string> {
  const { commonDir } = repository.layout
  const [refs, ...times] = await Promise.all([
    repository.listRefs('refs/'),
    ...['objects/pack', 'FETCH_HEAD', 'objects/info/alternates'].map(async (name) => {
      return (await stat(join(commonDir, name)).catch(() => undefined))?.mtimeMs ?? 0
    }),
  ])
  return keyOf(
    head ?? '',
    index().notesKey,
    String(useWorkTree),
    ...times,
    ...refs.map(({ name, oid }) => `${name} ${oid}`),
  )
}

/** Kept as long as the index: a server reads the same texts again and again. */
const textsByIndex = new WeakMap<object, Texts>()

function textsOf(session: Session): Texts {
  const index = session.index()
  const known = textsByIndex.get(index)
  if (known !== undefined) return known
  const texts = new Texts(session.repository, index.cache)
  textsByIndex.set(index, texts)
  return texts
}

async function findHead(session: Session, rev: string | undefined): Promise<Oid | undefined> {
  if (rev === undefined) return (await session.repository.head()).oid
  const oid = await session.repository.resolve(rev)
  if (oid === undefined) throw new UltragitError('not_found', `'${rev}' names no commit`)
  return oid
}

/** A ref the user named must exist; the default one may not be there yet. */
function missingNotes(session: Session): string {
  const ref = notesRef(session)
  const origin = session.config.values.get('noteref')?.origin ?? ''
  if (origin === 'flag' || origin.startsWith('environment'))
    throw new UltragitError('not_found', `the notes ref '${ref}' does not exist`, {
      hint: `git for-each-ref refs/notes/ lists those there are`,
    })
  return `no annotations yet: '${ref}' does not exist; 'ultragit annotate' writes the first, 'git fetch origin ${ref}:${ref}' brings existing ones`
}

function emptyHistory({ repository }: Session): HistoryAt {
  return {
    head: '' as Oid, // there is no commit to name
    boundaries: [],
    commits: new CommitAges(new Uint8Array(), repository.layout.objectFormat),
    renamesFrom: () => [],
    renamesTo: () => [],
  }
}

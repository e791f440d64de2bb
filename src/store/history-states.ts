/**
 * What is known about the history of a HEAD: its horizon, and the renames inside it. Kept per HEAD, carried on to a
 * HEAD that descends from it, and kept in step with the notes.
 */
import type { Database } from 'bun:sqlite'
import type { Oid, RepoPath } from '../base/ids.ts'
import { type CommitAge, CommitAges } from '../git/history/commit-ages.ts'
import { computeHorizon, extendHorizon, type Horizon } from '../git/history/horizon.ts'
import type { Rename, Repository } from '../git/repository.ts'
import type { NoteRows } from './note-rows.ts'
import type { TargetChange } from './notes-view.ts'

/** A file that got another name. `age`: that of the commit it still had the old name in. */
export interface RenameEdge {
  readonly source: RepoPath
  readonly target: RepoPath
  readonly age: number
}

export interface HistoryAt extends Horizon {
  renamesFrom(path: RepoPath): readonly RenameEdge[]
  renamesTo(path: RepoPath): readonly RenameEdge[]
}

interface StateRow {
  readonly id: number
  readonly head: Oid
  readonly boundaries: string
  readonly commits: Uint8Array
  /** Annotated since, and not in the horizon: newer than its head, older than its roots, or unreachable. */
  readonly pending: string
  readonly renames_at: Oid | null
}

interface Advance {
  readonly horizon: Horizon
  readonly renames: readonly RenameEdge[]
  /** What it was carried on from. */
  readonly basis: { readonly id: number; readonly edges: readonly RenameEdge[] } | undefined
}

const mostStates = 6
const columns = 'id, head, boundaries, commits, pending, renames_at'

export class HistoryStates {
  readonly #db: Database
  readonly #repository: Repository
  readonly #view: number
  readonly #notes: NoteRows
  #last: { readonly row: StateRow; readonly at: HistoryAt } | undefined

  constructor(db: Database, repository: Repository, view: number, notes: NoteRows) {
    this.#db = db
    this.#repository = repository
    this.#view = view
    this.#notes = notes
  }

  async at(head: Oid, signal?: AbortSignal): Promise<HistoryAt> {
    const known = this.#last
    if (known?.row.head === head && this.#isUnchanged(known.row)) return known.at
    const row = this.#find(head)
    if (row !== undefined && row.pending === '' && row.renames_at === head)
      return this.#remember(row, this.#edges(row.id))
    const tips = tipsKey(this.#notes)
    const advance = await this.#advance(row ?? this.#newest(), head, signal)
    return this.#save(row?.id, advance, tips)
  }

  #remember(row: StateRow, edges: readonly RenameEdge[]): HistoryAt {
    const at = this.#historyOf(row, edges)
    this.#last = { row, at }
    return at
  }

  /** To be called in the transaction that changes the notes. */
  applyChange({ added, removed }: TargetChange): void {
    if (added.length === 0 && removed.length === 0) return
    this.#last = undefined
    for (const row of this.#all()) {
      const commits = this.#ages(row)
      if (removed.some((target) => commits.get(target) !== undefined)) {
        this.#drop(row.id)
        continue
      }
      const flagged = new Map<Oid, CommitAge>()
      const gone = new Set(removed)
      const pending = row.pending.split(' ').filter((target) => target !== '' && !gone.has(target as Oid))
      for (const target of added) {
        const age = commits.get(target)
        if (age === undefined) pending.push(target)
        else flagged.set(target, { ...age, annotated: true })
      }
      this.#db
        .query('update state set commits = ?, pending = ? where id = ?')
        .run(commits.with(flagged).bytes, pending.join(' '), row.id)
    }
  }

  forget(): void {
    this.#last = undefined
    for (const row of this.#all()) this.#drop(row.id)
  }

  /** The horizon at `head`, from the nearest one known or from scratch, with the renames that are new in it. */
  async #advance(base: StateRow | undefined, head: Oid, signal: AbortSignal | undefined): Promise<Advance> {
    const isAnnotated = { has: (oid: Oid) => this.#notes.byTarget(oid) !== undefined }
    if (base !== undefined) {
      const edges = this.#edges(base.id)
      const earlier = { head: base.head, boundaries: parseOids(base.boundaries), commits: this.#ages(base) }
      const [horizon, found] = await Promise.all([
        extendHorizon(this.#repository, earlier, head, isAnnotated, signal),
        base.renames_at === null || base.renames_at === head
          ? []
          : this.#repository.renames(head, [...earlier.boundaries, base.renames_at], signal),
      ])
      const isComplete = parseOids(base.pending).every((target) => horizon?.commits.get(target) !== undefined)
      if (horizon !== undefined && isComplete && base.renames_at !== null)
        return { horizon, renames: inside(horizon, found), basis: { id: base.id, edges } }
    }
    const horizon = await computeHorizon(this.#repository, head, new Set(this.#notes.targets()), signal)
    const found =
      horizon.commits.size === 0 ? [] : await this.#repository.renames(head, horizon.boundaries, signal)
    return { horizon, renames: inside(horizon, found), basis: undefined }
  }

  /** `tips` are those of the notes it was worked out from: when they have moved since, it is used once and not kept. */
  #save(replaced: number | undefined, { horizon, renames, basis }: Advance, tips: string): HistoryAt {
    const row = {
      id: 0,
      head: horizon.head,
      boundaries: horizon.boundaries.join(' '),
      commits: horizon.commits.bytes,
      pending: '',
      renames_at: horizon.head,
    }
    const edges = inOrder([...(basis === undefined ? [] : basis.edges), ...renames])
    const write = this.#db.transaction(() => {
      if (tipsKey(this.#notes) !== tips) return undefined
      // A branch that moves on takes its state along; other worktrees keep theirs.
      for (const old of [replaced, basis?.id]) if (old !== undefined) this.#drop(old)
      const id = Number(
        this.#db
          .query(
            `insert into state (view, head, boundaries, commits, pending, renames_at, used)
             values (?, ?, ?, ?, '', ?, (select ifnull(max(used), 0) + 1 from state))`,
          )
          .run(this.#view, row.head, row.boundaries, row.commits, row.renames_at).lastInsertRowid,
      )
      const insert = this.#db.query('insert into rename (state, source, target, age) values (?, ?, ?, ?)')
      for (const { source, target, age } of edges) insert.run(id, source, target, age)
      for (const { id: old } of this.#all().slice(mostStates)) this.#drop(old)
      return id
    })
    const id = write.immediate()
    return id === undefined ? this.#historyOf(row, edges) : this.#remember({ ...row, id }, edges)
  }

  /** Renames are read at once: another process may carry this state on to a newer HEAD while a question is answered. */
  #historyOf(row: StateRow, edges: readonly RenameEdge[]): HistoryAt {
    const bySource = new Map<RepoPath, RenameEdge[]>()
    const byTarget = new Map<RepoPath, RenameEdge[]>()
    // In one order, whether they came from git just now or from the file: the first name found is the one followed.
    for (const edge of edges.toSorted(compareEdges)) {
      bySource.set(edge.source, [...(bySource.get(edge.source) ?? []), edge])
      byTarget.set(edge.target, [...(byTarget.get(edge.target) ?? []), edge])
    }
    return {
      head: row.head,
      boundaries: parseOids(row.boundaries),
      commits: this.#ages(row),
      renamesFrom: (path) => bySource.get(path) ?? [],
      renamesTo: (path) => byTarget.get(path) ?? [],
    }
  }

  #ages(row: StateRow): CommitAges {
    return new CommitAges(row.commits, this.#repository.layout.objectFormat)
  }

  #edges(state: number): RenameEdge[] {
    return this.#db
      .query<RenameEdge, [number]>(
        'select source, target, age from rename where state = ? order by age, source, target',
      )
      .all(state)
  }

  #isUnchanged({ id, head }: StateRow): boolean {
    const row = this.#db
      .query<{ head: Oid; pending: string }, [number]>('select head, pending from state where id = ?')
      .get(id)
    return row !== null && row.head === head && row.pending === ''
  }

  #find(head: Oid): StateRow | undefined {
    return (
      this.#db
        .query<StateRow, [number, string]>(`select ${columns} from state where view = ? and head = ?`)
        .get(this.#view, head) ?? undefined
    )
  }

  #newest(): StateRow | undefined {
    return this.#all()[0]
  }

  #all(): StateRow[] {
    return this.#db
      .query<StateRow, [number]>(`select ${columns} from state where view = ? order by used desc`)
      .all(this.#view)
  }

  #drop(id: number): void {
    this.#db.query('delete from rename where state = ?').run(id)
    this.#db.query('delete from state where id = ?').run(id)
  }
}

/** Only a file that an annotated commit can have had is ever followed. */
function inside(horizon: Horizon, renames: readonly Rename[]): RenameEdge[] {
  return renames.flatMap(({ parent, from, to }) => {
    const age = horizon.commits.get(parent)?.age
    return age === undefined ? [] : [{ source: from, target: to, age }]
  })
}

/** Each once, and in the order they come back from the index: where a file is found may depend on it. */
function inOrder(edges: readonly RenameEdge[]): RenameEdge[] {
  const unique = new Map(edges.map((edge) => [`${edge.age}\0${edge.source}\0${edge.target}`, edge]))
  return [...unique.values()].sort(
    (a, b) => a.age - b.age || compareBytes(a.source, b.source) || compareBytes(a.target, b.target),
  )
}

function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}

/** Names the state of the notes that the index holds. */
function tipsKey(notes: NoteRows): string {
  return [...notes.tips()].map(([ref, oid]) => `${ref} ${oid}`).join('\n')
}

function compareEdges(a: RenameEdge, b: RenameEdge): number {
  return a.age - b.age || compareText(a.source, b.source) || compareText(a.target, b.target)
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function parseOids(text: string): Oid[] {
  return text.split(' ').filter((oid) => oid !== '') as Oid[] // written from ids alone
}

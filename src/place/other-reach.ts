/** Which annotated commits that HEAD does not reach another ref does: unmerged work, not lost work. */
import type { Oid } from '../base/ids.ts'
import { classifyReach } from '../git/history/reachability.ts'
import type { Repository } from '../git/repository.ts'
import type { HistoryAt } from '../store/history-states.ts'
import { type Index, keyOf } from '../store/index.ts'

export class OtherReach {
  readonly #options: { readonly repository: Repository; readonly index: Index; readonly history: HistoryAt }
  #known: Promise<ReadonlySet<Oid>> | undefined

  constructor(options: {
    readonly repository: Repository
    readonly index: Index
    readonly history: HistoryAt
  }) {
    this.#options = options
  }

  async has(commit: Oid): Promise<boolean> {
    this.#known ??= this.#load()
    return (await this.#known).has(commit)
  }

  async #load(): Promise<ReadonlySet<Oid>> {
    const { repository, index, history } = this.#options
    const refs = (await repository.listRefs('refs/')).filter(({ name }) => !name.startsWith('refs/notes/'))
    const key = keyOf(history.head, index.notesKey, ...refs.map(({ name, oid }) => `${name} ${oid}`))
    const known = index.cache.get<readonly Oid[]>('reach', key)
    if (known !== undefined) return new Set(known)
    const outside = index.notes.rows.targets().filter((target) => history.commits.get(target) === undefined)
    const reach = await classifyReach(repository, undefined, new Set(outside))
    const reached = outside.filter((target) => reach.get(target) === 'ref')
    index.cache.put('reach', key, reached)
    return new Set(reached)
  }
}

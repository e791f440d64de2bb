/** Commits as a graph: with the parents git follows, which a shallow clone cuts off. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Oid } from '../../base/ids.ts'
import type { Commit } from '../repository.ts'
import type { ObjectView } from './object-view.ts'

export class CommitGraph {
  readonly #view: ObjectView
  readonly #shallow: ReadonlySet<string>

  private constructor(view: ObjectView, shallow: ReadonlySet<string>) {
    this.#view = view
    this.#shallow = shallow
  }

  /** Made anew for every walk: a fetch can deepen a shallow clone in between. */
  static async open(view: ObjectView): Promise<CommitGraph> {
    const file = join(view.source.layout.commonDir, 'shallow')
    const text = await readFile(file, 'latin1').catch(() => '')
    return new CommitGraph(view, new Set(text.split('\n')))
  }

  /** The commit with its parents; throws when it is missing. */
  async commit(oid: Oid): Promise<Commit> {
    const commit = await this.#view.commit(oid)
    return this.#shallow.has(oid) ? { ...commit, parents: [] } : commit
  }
}

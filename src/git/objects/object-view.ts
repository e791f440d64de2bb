/**
 * Objects by kind, parsed and remembered for a while. The algorithms that walk a repository object by object stand
 * on this, whatever backend the bytes come from. Objects never change, so what was read once stays right.
 */
import { UltragitError } from '../../base/errors.ts'
import type { Oid } from '../../base/ids.ts'
import type { Commit, Repository } from '../repository.ts'
import { fetchMissing } from './fetch-missing.ts'
import { parseCommit } from './parse-commit.ts'
import { parseTree, type RawTreeEntry } from './parse-tree.ts'
import { RecentMap } from './recent-map.ts'

export type ObjectSource = Pick<Repository, 'layout' | 'readObjects'>

const treeMode = '40000'

export class ObjectView {
  readonly source: ObjectSource
  readonly #commits = new RecentMap<Oid, Commit>(20_000)
  readonly #trees = new RecentMap<Oid, readonly RawTreeEntry[]>(200_000, (entries) => entries.length + 1)
  readonly #blobs = new RecentMap<Oid, Uint8Array>(32_000_000, (bytes) => bytes.length + 100)
  /** Being read: many paths that are asked for side by side lead through the same trees. */
  readonly #readingTrees = new Map<Oid, Promise<readonly RawTreeEntry[]>>()

  constructor(source: ObjectSource) {
    this.source = source
  }

  async findCommit(oid: Oid): Promise<Commit | undefined> {
    const known = this.#commits.get(oid)
    if (known !== undefined) return known
    const bytes = await this.#read(oid, 'commit')
    if (bytes === undefined) return undefined
    const commit = parseCommit(oid, bytes)
    this.#commits.set(oid, commit)
    return commit
  }

  async commit(oid: Oid): Promise<Commit> {
    return (await this.findCommit(oid)) ?? this.#missing('commit', oid)
  }

  async tree(oid: Oid): Promise<readonly RawTreeEntry[]> {
    const known = this.#trees.get(oid)
    if (known !== undefined) return known
    let reading = this.#readingTrees.get(oid)
    if (reading === undefined) {
      reading = this.#readTree(oid).finally(() => this.#readingTrees.delete(oid))
      this.#readingTrees.set(oid, reading)
    }
    return reading
  }

  async #readTree(oid: Oid): Promise<readonly RawTreeEntry[]> {
    const bytes = (await this.#read(oid, 'tree')) ?? this.#missing('tree', oid)
    const entries = parseTree(bytes, this.source.layout.objectFormat)
    this.#trees.set(oid, entries)
    return entries
  }

  async blob(oid: Oid): Promise<Uint8Array> {
    const known = this.#blobs.get(oid)
    if (known !== undefined) return known
    const bytes = (await this.#read(oid, 'blob')) ?? this.#missing('blob', oid)
    this.#blobs.set(oid, bytes)
    return bytes
  }

  /** What stands at a path below a tree; undefined when there is nothing. */
  async entryAt(tree: Oid, path: string): Promise<RawTreeEntry | undefined> {
    const names = path.split('/')
    let below = tree
    for (const [depth, name] of names.entries()) {
      const entry = (await this.tree(below)).find((each) => each.name === name)
      if (entry === undefined || depth === names.length - 1) return entry
      if (entry.mode !== treeMode) return undefined
      below = entry.oid
    }
    return undefined
  }

  clear(): void {
    this.#commits.clear()
    this.#trees.clear()
    this.#blobs.clear()
  }

  async #read(oid: Oid, type: 'commit' | 'tree' | 'blob'): Promise<Uint8Array | undefined> {
    // git knows the empty tree without having it.
    if (type === 'tree' && emptyTrees.has(oid)) return new Uint8Array()
    const object = (await this.source.readObjects([oid])).get(oid)
    if (object === undefined) return undefined
    if (object.type === type) return object.bytes
    throw new UltragitError('git_failed', `object '${oid}' is a ${object.type}, not a ${type}`)
  }

  #missing(type: string, oid: Oid): never {
    const hint = this.source.layout.partialClone ? fetchMissing : 'git fsck --full'
    throw new UltragitError('git_failed', `${type} '${oid}' is missing`, { hint })
  }
}

const emptyTrees: ReadonlySet<string> = new Set([
  '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
])

/**
 * A notes history without a note, or with another text in its place, in every commit that ever held it. Commits that did
 * nothing else stay, with their message, people and times: only what they hold changes.
 */
import type { Oid } from '../../base/ids.ts'
import { editNotesTree } from '../notes/edit-notes-tree.ts'
import { hashObject } from '../objects/hash-object.ts'
import { ObjectView } from '../objects/object-view.ts'
import type { GitObject, Repository } from '../repository.ts'

export interface NoteRewrite {
  readonly tip: Oid
  readonly target: Oid
  /** The new text for a blob of the note; undefined leaves it out. */
  readonly change: (bytes: Uint8Array) => string | undefined
}

export interface RewrittenHistory {
  readonly tip: Oid
  /** How many commits held the note. */
  readonly held: number
  readonly objects: readonly GitObject[]
}

export async function rewriteNote(repository: Repository, request: NoteRewrite): Promise<RewrittenHistory> {
  const rewriter = new Rewriter(repository, request)
  const order: Oid[] = []
  for await (const batch of repository.history([request.tip])) order.push(...batch.map(({ oid }) => oid))
  let held = 0
  for (const oid of order.reverse()) if (await rewriter.rewriteCommit(oid)) held += 1
  return { tip: rewriter.commits.get(request.tip) ?? request.tip, held, objects: rewriter.objects }
}

class Rewriter {
  readonly objects: GitObject[] = []
  /** What became of each commit. */
  readonly commits = new Map<Oid, Oid>()
  readonly #trees = new Map<Oid, Oid>()
  readonly #view: ObjectView
  readonly #request: NoteRewrite

  constructor(repository: Repository, request: NoteRewrite) {
    this.#view = new ObjectView(repository)
    this.#request = request
  }

  /** True when the commit held the note. */
  async rewriteCommit(oid: Oid): Promise<boolean> {
    const { tree, parents } = await this.#view.commit(oid)
    const newTree = await this.#rewriteTree(tree)
    const newParents = parents.map((parent) => this.commits.get(parent) ?? parent)
    if (newTree === tree && newParents.join() === parents.join()) {
      this.commits.set(oid, oid)
      return false
    }
    const source = (await this.#view.source.readObjects([oid])).get(oid)?.bytes ?? new Uint8Array()
    this.commits.set(oid, this.#store('commit', withTreeAndParents(source, newTree, newParents)))
    return newTree !== tree
  }

  async #rewriteTree(tree: Oid): Promise<Oid> {
    const known = this.#trees.get(tree)
    if (known !== undefined) return known
    const changed = await this.#editTree(tree)
    this.#trees.set(tree, changed)
    return changed
  }

  async #editTree(tree: Oid): Promise<Oid> {
    const { target, change } = this.#request
    const blobs = await this.#blobsOf(tree, target)
    if (blobs.length === 0) return tree
    const texts = blobs.map((blob) => change(blob)).filter((text) => text !== undefined)
    const blob = texts.length === 0 ? undefined : this.#store('blob', Buffer.from(texts.join('')))
    const access = {
      objectFormat: this.#view.source.layout.objectFormat,
      readTree: (oid: Oid) => this.#view.tree(oid),
    }
    const trees = await editNotesTree(access, tree, [{ target, blob }])
    for (const { bytes } of trees) this.#store('tree', bytes)
    return trees.at(-1)?.oid ?? tree
  }

  async #blobsOf(tree: Oid, name: string): Promise<Uint8Array[]> {
    const entries = await this.#view.tree(tree)
    const here = entries.find((entry) => entry.name === name && entry.mode !== treeMode)
    const folder = name.length > 2 ? entries.find((entry) => entry.name === name.slice(0, 2)) : undefined
    const below = folder?.mode === treeMode ? await this.#blobsOf(folder.oid, name.slice(2)) : []
    return here === undefined ? below : [...below, await this.#view.blob(here.oid)]
  }

  #store(type: GitObject['type'], bytes: Uint8Array): Oid {
    this.objects.push({ type, bytes })
    return hashObject(type, bytes, this.#view.source.layout.objectFormat)
  }
}

const treeMode = '40000'

/** The commit's own bytes with other first lines. A signature would not fit any more, and goes. */
function withTreeAndParents(source: Uint8Array, tree: Oid, parents: readonly Oid[]): Uint8Array {
  const text = Buffer.from(source).toString('latin1')
  const end = text.indexOf('\n\n')
  const lines = text.slice(0, end).split('\n')
  const kept: string[] = []
  let isSignature = false
  for (const line of lines) {
    isSignature = line.startsWith(' ') ? isSignature : /^gpgsig/.test(line)
    if (!isSignature && !/^(?:tree|parent) /.test(line)) kept.push(line)
  }
  const head = [`tree ${tree}`, ...parents.map((parent) => `parent ${parent}`), ...kept].join('\n')
  return Buffer.from(head + text.slice(end), 'latin1')
}

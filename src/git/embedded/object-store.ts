/**
 * Reads single objects: loose ones here, packed ones through isomorphic-git, in this repository's store and in those it
 * borrows from. Objects replaced by `refs/replace/` are read as their replacement, as git does.
 */
import { readFile } from 'node:fs/promises'
import { basename, delimiter, dirname, isAbsolute, join, resolve } from 'node:path'
import { messageOf, UltragitError } from '../../base/errors.ts'
import { isOid, type Oid } from '../../base/ids.ts'
import { unquotePath } from '../objects/unquote-path.ts'
import { listRefFiles } from '../refs/read-refs.ts'
import type { GitObject, Layout } from '../repository.ts'
import { findPacked } from './find-packed.ts'
import { findLoose, readLooseFacts, readLooseObject } from './loose-object.ts'
import { createPackFs } from './pack-fs.ts'

export type Env = Readonly<Record<string, string | undefined>>

/** How many stores may borrow from each other in a row; git stops there too. */
const deepestAlternate = 5
const replacePrefix = 'refs/replace/'
const mostRead = 256_000_000

export class ObjectStore {
  readonly #layout: Layout
  readonly #env: Env
  readonly #packFs = createPackFs()
  /** isomorphic-git keeps whole packs here, and every object it met on the way to another one. */
  #packs = {}
  #readSince = 0
  #folders: Promise<readonly string[]> | undefined
  #replaced: Promise<ReadonlyMap<string, Oid>> | undefined

  constructor(layout: Layout, env: Env) {
    this.#layout = layout
    this.#env = env
  }

  /** Undefined when no store has it. */
  async read(asked: Oid): Promise<GitObject | undefined> {
    const oid = await this.#replacementOf(asked)
    return (await this.#readLoose(oid)) ?? (await this.#readPacked(oid)) ?? (await this.#readLoose(oid)) // unpacked meanwhile
  }

  /** The size, when it can be had without reading the object. */
  async looseSize(asked: Oid): Promise<number | undefined> {
    const oid = await this.#replacementOf(asked)
    for (const folder of await this.#stores()) {
      const facts = await readLooseFacts(folder, oid)
      if (facts !== undefined) return facts.size
    }
    return undefined
  }

  /** All ids that start with a prefix, each once. */
  async findByPrefix(prefix: string): Promise<Oid[]> {
    const found = new Set<Oid>()
    for (const folder of await this.#stores()) {
      for (const oid of await findLoose(folder, prefix)) found.add(oid)
      for (const oid of await findPacked(folder, prefix)) found.add(oid)
    }
    return [...found]
  }

  close(): void {
    this.#packs = {}
    this.#folders = undefined
    this.#replaced = undefined
  }

  async #readLoose(oid: Oid): Promise<GitObject | undefined> {
    for (const folder of await this.#stores()) {
      const object = await readLooseObject(folder, oid)
      if (object !== undefined) return object
    }
    return undefined
  }

  async #readPacked(oid: Oid): Promise<GitObject | undefined> {
    let failure: UltragitError | undefined
    for (const folder of await this.#stores()) {
      try {
        const object = await this.#readFromPack(folder, oid)
        if (object !== undefined) return object
      } catch (error) {
        // Another store may have it whole.
        failure = new UltragitError(
          'git_failed',
          `cannot read packed object '${oid}': ${firstLine(messageOf(error))}`,
          {
            hint: 'git fsck --full',
            cause: error,
          },
        )
      }
    }
    if (failure !== undefined) throw failure
    return undefined
  }

  async #readFromPack(objectsDir: string, oid: Oid): Promise<GitObject | undefined> {
    if (basename(objectsDir) !== 'objects') {
      throw new UltragitError('git_failed', `cannot read packs in '${objectsDir}'`, { hint: 'install git' })
    }
    const { Errors, readObject } = await import('isomorphic-git')
    try {
      const place = { fs: this.#packFs, gitdir: dirname(objectsDir), cache: this.#packs }
      const { object, type } = await readObject({ ...place, oid, format: 'content' })
      if (!(object instanceof Uint8Array) || !isObjectType(type)) throw new Error(`unexpected type '${type}'`)
      this.#boundMemory(object.length)
      return { type, bytes: object }
    } catch (error) {
      if (error instanceof Errors.NotFoundError) return undefined
      throw error
    }
  }

  /** It never forgets by itself; loading a pack again is cheaper than running out of memory. */
  #boundMemory(bytes: number): void {
    this.#readSince += bytes
    if (this.#readSince < mostRead) return
    this.#readSince = 0
    this.#packs = {}
  }

  async #replacementOf(oid: Oid): Promise<Oid> {
    this.#replaced ??= this.#readReplacements()
    return (await this.#replaced).get(oid) ?? oid
  }

  async #readReplacements(): Promise<ReadonlyMap<string, Oid>> {
    if (this.#env.GIT_NO_REPLACE_OBJECTS !== undefined) return new Map()
    const refs = await listRefFiles(this.#layout, replacePrefix)
    return new Map(refs.map(({ name, oid }) => [name.slice(replacePrefix.length), oid]))
  }

  #stores(): Promise<readonly string[]> {
    this.#folders ??= this.#findStores()
    return this.#folders
  }

  async #findStores(): Promise<readonly string[]> {
    const own = this.#env.GIT_OBJECT_DIRECTORY || join(this.#layout.commonDir, 'objects')
    const named = (this.#env.GIT_ALTERNATE_OBJECT_DIRECTORIES ?? '').split(delimiter).filter(isAbsolute)
    const stores = new Set<string>()
    for (const folder of [own, ...named]) await addStores(stores, folder, 0)
    return [...stores]
  }
}

async function addStores(stores: Set<string>, folder: string, depth: number): Promise<void> {
  if (stores.has(folder) || depth > deepestAlternate) return
  stores.add(folder)
  const text = await readFile(join(folder, 'info', 'alternates'), 'latin1').catch(() => '')
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue
    await addStores(stores, resolve(folder, unquotePath(Buffer.from(line, 'latin1'))), depth + 1)
  }
}

function isObjectType(type: string): type is GitObject['type'] {
  return type === 'commit' || type === 'tree' || type === 'blob' || type === 'tag'
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? ''
}

/** Keeps `isOid` honest about what this backend can look up. */
export function isSha1(text: string): text is Oid {
  return text.length === 40 && isOid(text)
}

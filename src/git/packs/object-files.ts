/**
 * Objects read from the files git keeps them in, without a process. Only what is plain: whatever is missing here,
 * damaged, very large or replaced by another is left to git, which also has the words for it.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Oid } from '../../base/ids.ts'
import { zlib } from '../../base/zlib.ts'
import type { GitObject, Layout, ObjectType } from '../repository.ts'
import { PackFile } from './pack-file.ts'
import { PackIndex } from './pack-index.ts'

type Env = Readonly<Record<string, string | undefined>>

interface Pack {
  readonly index: PackIndex
  readonly file: PackFile
}

const largest = 32 * 1024 * 1024
/** Each pack takes two open files. */
const mostPacks = 50
/** Milliseconds until what was read on the way to something else is forgotten. */
const memory = 250
const looseHeader = /^(commit|tree|blob|tag) (\d+)\0/

export class ObjectFiles {
  readonly #layout: Layout
  readonly #objects: string
  /** By the name of the index; undefined: not readable here. */
  #packs = new Map<string, Pack | undefined>()
  #listed = ''
  /** Where the last object was found, the next one likely is. */
  #last: Pack | undefined
  #forgetting: ReturnType<typeof setTimeout> | undefined
  #replacing: { readonly state: string; readonly isUsed: boolean } | undefined

  private constructor(layout: Layout) {
    this.#layout = layout
    this.#objects = join(layout.commonDir, 'objects')
  }

  /** Undefined where only git knows how to read: other stores named by the environment, another kind of refs. */
  static of(layout: Layout, env: Env): ObjectFiles | undefined {
    // An open file cannot be removed there, and git removes packs.
    if (process.platform === 'win32' || layout.refFormat !== 'files') return undefined
    if (env.GIT_OBJECT_DIRECTORY || env.GIT_ALTERNATE_OBJECT_DIRECTORIES) return undefined
    return new ObjectFiles(layout)
  }

  /** Those that can be read here. */
  read(oids: readonly Oid[]): Map<Oid, GitObject> {
    const found = new Map<Oid, GitObject>()
    if (oids.length === 0 || !this.#isReady()) return found
    for (const oid of oids) {
      const object = this.#readOne(oid)
      if (object !== undefined) found.set(oid, object)
    }
    this.#forgetSoon()
    return found
  }

  /** What makes the next reading faster is of no use to a server that waits. */
  #forgetSoon(): void {
    if (this.#forgetting !== undefined) return
    this.#forgetting = setTimeout(() => {
      this.#forgetting = undefined
      for (const pack of this.#packs.values()) pack?.file.clear()
    }, memory)
    this.#forgetting.unref()
  }

  close(): void {
    clearTimeout(this.#forgetting)
    this.#forgetting = undefined
    for (const pack of this.#packs.values()) closePack(pack)
    this.#packs.clear()
    this.#listed = ''
    this.#last = undefined
  }

  #isReady(): boolean {
    try {
      if (this.#isReplacing()) return false
      this.#listPacks()
      return true
    } catch {
      return false // folders that may not be looked into: git can say so
    }
  }

  #readOne(oid: Oid): GitObject | undefined {
    try {
      return this.#readPacked(oid) ?? this.#readLoose(oid)
    } catch {
      return undefined // git can say what is wrong with it
    }
  }

  #readPacked(oid: Oid): GitObject | undefined {
    const id = Buffer.from(oid, 'hex')
    const last = this.#last === undefined ? undefined : readFrom(this.#last, id)
    if (last !== undefined) return last
    for (const pack of this.#packs.values()) {
      if (pack === undefined || pack === this.#last) continue
      const object = readFrom(pack, id)
      if (object === undefined) continue
      this.#last = pack
      return object
    }
    return undefined
  }

  #readLoose(oid: Oid): GitObject | undefined {
    const file = join(this.#objects, oid.slice(0, 2), oid.slice(2))
    if (!existsSync(file)) return undefined
    const bytes = zlib().inflateSync(readFileSync(file), { maxOutputLength: largest })
    const [head = '', type, size] = looseHeader.exec(bytes.toString('latin1', 0, 40)) ?? []
    if (type === undefined || bytes.length - head.length !== Number(size)) return undefined
    return { type: type as ObjectType, bytes: bytes.subarray(head.length) } // the pattern names the four
  }

  #listPacks(): void {
    const folder = join(this.#objects, 'pack')
    const facts = statSync(folder, { bigint: true, throwIfNoEntry: false })
    const state = String(facts?.mtimeNs)
    if (state === this.#listed) return
    const names = facts === undefined ? [] : readdirSync(folder).filter((name) => name.endsWith('.idx'))
    const packs = new Map<string, Pack | undefined>()
    for (const name of names.slice(0, mostPacks))
      packs.set(name, this.#packs.get(name) ?? openPack(join(folder, name), this.#layout))
    for (const [name, pack] of this.#packs) if (!packs.has(name)) closePack(pack)
    this.#packs = packs
    this.#last = undefined
    this.#listed = state
  }

  /** `git replace` puts another object in the place of one. */
  #isReplacing(): boolean {
    const { commonDir } = this.#layout
    const packed = join(commonDir, 'packed-refs')
    const facts = statSync(packed, { bigint: true, throwIfNoEntry: false })
    const state = `${facts?.mtimeNs} ${facts?.size}`
    if (this.#replacing?.state !== state) {
      const isUsed = facts !== undefined && readFileSync(packed).includes(' refs/replace/')
      this.#replacing = { state, isUsed }
    }
    return this.#replacing.isUsed || existsSync(join(commonDir, 'refs', 'replace'))
  }
}

function readFrom({ index, file }: Pack, id: Uint8Array): GitObject | undefined {
  const offset = index.find(id)
  return offset === undefined ? undefined : file.read(offset)
}

/** A pack that is just being removed or made is none. */
function openPack(path: string, { objectFormat }: Layout): Pack | undefined {
  const idLength = objectFormat === 'sha1' ? 20 : 32
  let index: PackIndex | undefined
  try {
    index = PackIndex.open(path, idLength)
    if (index === undefined) return undefined
    const find = index.find.bind(index)
    return { index, file: new PackFile(path.replace(/idx$/, 'pack'), { idLength, find, limit: largest }) }
  } catch {
    index?.close()
    return undefined
  }
}

function closePack(pack: Pack | undefined): void {
  pack?.index.close()
  pack?.file.close()
}

/**
 * Changes a notes tree without touching what is not concerned: only the subtrees on the way to a changed note are
 * read, and only they are written again. Keeps whatever fan-out the tree has, and adds a level of it where
 * a folder would hold more than `crowded` notes, so that one write stays cheap among any number of notes.
 */
import type { Oid } from '../../base/ids.ts'
import { encodePath } from '../../base/path-bytes.ts'
import { hashObject } from '../objects/hash-object.ts'
import type { RawTreeEntry } from '../objects/parse-tree.ts'
import type { Layout } from '../repository.ts'

export interface TreeAccess {
  readonly objectFormat: Layout['objectFormat']
  readTree(oid: Oid): Promise<readonly RawTreeEntry[]>
}

export interface NewTree {
  readonly oid: Oid
  readonly bytes: Uint8Array
}

export interface BlobChange {
  readonly target: Oid
  /** Undefined removes the note. */
  readonly blob: Oid | undefined
}

interface Folder {
  /** A file or a subtree not opened yet, or a subtree in hand. */
  readonly entries: Map<string, { readonly mode: string; readonly oid: Oid } | Folder>
}

const crowded = 256
const treeMode = '40000'
const fanOutName = /^[0-9a-f]{2}$/

/** The trees to write, the root last. */
export async function editNotesTree(
  access: TreeAccess,
  root: Oid | undefined,
  changes: readonly BlobChange[],
): Promise<readonly NewTree[]> {
  const top: Folder = root === undefined ? { entries: new Map() } : await openFolder(access, root)
  for (const { target, blob } of changes) {
    await removeNote(access, top, target)
    if (blob !== undefined) await insertNote(access, top, target, blob)
  }
  const written: NewTree[] = []
  writeFolder(access, top, written)
  return written
}

async function openFolder(access: TreeAccess, oid: Oid): Promise<Folder> {
  const entries = await access.readTree(oid)
  return { entries: new Map(entries.map(({ name, mode, oid }) => [name, { mode, oid }])) }
}

/** The subtree of that name, opened and put in place; undefined when there is none. */
async function subfolder(access: TreeAccess, parent: Folder, name: string): Promise<Folder | undefined> {
  const entry = parent.entries.get(name)
  if (entry === undefined || 'entries' in entry) return entry
  if (entry.mode !== treeMode) return undefined
  const folder = await openFolder(access, entry.oid)
  parent.entries.set(name, folder)
  return folder
}

/** Takes the note away at every depth it stands: git would concatenate the two. */
async function removeNote(access: TreeAccess, folder: Folder, rest: string): Promise<void> {
  const entry = folder.entries.get(rest)
  if (entry !== undefined && !('entries' in entry)) folder.entries.delete(rest)
  if (rest.length <= 2) return
  const name = rest.slice(0, 2)
  const below = await subfolder(access, folder, name)
  if (below === undefined) return
  await removeNote(access, below, rest.slice(2))
  if (below.entries.size === 0) folder.entries.delete(name)
}

async function insertNote(access: TreeAccess, top: Folder, target: string, blob: Oid): Promise<void> {
  let folder = top
  let rest = target
  while (rest.length > 2 && isFannedOut(folder)) {
    const name = rest.slice(0, 2)
    let below = await subfolder(access, folder, name)
    if (below === undefined) {
      below = { entries: new Map() }
      folder.entries.set(name, below)
    }
    folder = below
    rest = rest.slice(2)
  }
  folder.entries.set(rest, { mode: '100644', oid: blob })
  fanOut(folder, rest.length)
}

function isFannedOut(folder: Folder): boolean {
  for (const [name, entry] of folder.entries) {
    if (fanOutName.test(name) && ('entries' in entry || entry.mode === treeMode)) return true
  }
  return false
}

/** Spreads the notes of a crowded folder over subfolders by their next two digits. */
function fanOut(folder: Folder, nameLength: number): void {
  if (folder.entries.size <= crowded || nameLength <= 2) return
  const isNote = new RegExp(`^[0-9a-f]{${nameLength}}$`)
  const notes = [...folder.entries].filter(([name, entry]) => isNote.test(name) && !('entries' in entry))
  if (notes.length <= crowded) return
  for (const [name, entry] of notes) {
    const prefix = name.slice(0, 2)
    const held = folder.entries.get(prefix)
    const below: Folder = held !== undefined && 'entries' in held ? held : { entries: new Map() }
    below.entries.set(name.slice(2), entry)
    folder.entries.set(prefix, below)
    folder.entries.delete(name)
  }
  for (const below of folder.entries.values()) if ('entries' in below) fanOut(below, nameLength - 2)
}

function writeFolder(access: TreeAccess, folder: Folder, written: NewTree[]): Oid {
  const rows = [...folder.entries].map(([name, entry]) => {
    const isTree = 'entries' in entry || entry.mode === treeMode
    const oid = 'entries' in entry ? writeFolder(access, entry, written) : entry.oid
    const nameBytes = encodePath(name)
    return {
      // git sorts a folder as if its name ended with a slash
      key: isTree ? Buffer.concat([nameBytes, Buffer.from('/')]) : Buffer.from(nameBytes),
      bytes: Buffer.concat([
        Buffer.from(`${'entries' in entry ? treeMode : entry.mode} `),
        nameBytes,
        Uint8Array.of(0),
        Buffer.from(oid, 'hex'),
      ]),
    }
  })
  rows.sort((a, b) => Buffer.compare(a.key, b.key))
  const bytes = Buffer.concat(rows.map((row) => row.bytes))
  const oid = hashObject('tree', bytes, access.objectFormat)
  written.push({ oid, bytes })
  return oid
}

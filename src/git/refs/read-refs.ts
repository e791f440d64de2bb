/**
 * Refs read from their files, without a process: loose ones first, then `packed-refs`, in that order because git
 * packs a ref before it deletes the loose file. Read anew on every call.
 */
import { readdir, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { isOid, type Oid } from '../../base/ids.ts'
import type { Head, Layout, Ref } from '../repository.ts'
import { readPackedRefs } from './packed-refs.ts'
import { isPerWorktree, isRefName } from './ref-name.ts'

/** As far as git follows a chain of symbolic refs; a cycle ends here too. */
const longestChain = 5

export async function readHead(layout: Layout): Promise<Head> {
  const { name, oid } = await follow(layout, 'HEAD')
  return { ref: name === 'HEAD' ? undefined : name, oid }
}

/** What a full name (`HEAD`, `refs/heads/main`) stands on; undefined when it is missing, broken or no ref name. */
export async function readRef(layout: Layout, name: string): Promise<Oid | undefined> {
  return (await follow(layout, name)).oid
}

/** The refs whose name starts with `prefix`, sorted by name; those that point nowhere are left out. */
export async function listRefFiles(layout: Layout, prefix: string): Promise<Ref[]> {
  const loose = new Set((await looseNames(layout, prefix)).filter((name) => name.startsWith(prefix)))
  const packed = await readPackedRefs(layout.commonDir)
  const names = new Set(loose)
  for (const name of packed.keys()) if (name.startsWith(prefix) && !isPerWorktree(name)) names.add(name)
  const refs: Ref[] = []
  for (const name of [...names].sort(byBytes)) {
    const oid = loose.has(name) ? await readRef(layout, name) : packed.get(name)
    if (oid !== undefined) refs.push({ name, oid })
  }
  return refs
}

async function follow(layout: Layout, start: string): Promise<{ name: string; oid: Oid | undefined }> {
  let name = start
  for (let step = 0; step <= longestChain; step++) {
    if (!isRefName(name)) break
    const loose = await readLoose(layout, name)
    if (loose === undefined) return { name, oid: (await readPackedRefs(layout.commonDir)).get(name) }
    const target = /^ref:\s*(\S.*?)\s*$/.exec(loose)?.[1]
    if (target === undefined) return { name, oid: parseOid(loose) }
    name = target
  }
  return { name: start, oid: undefined }
}

/** The text of a loose ref; undefined when there is none. */
async function readLoose(layout: Layout, name: string): Promise<string | undefined> {
  const file = join(isPerWorktree(name) ? layout.gitDir : layout.commonDir, name)
  // Very old repositories have a link for HEAD instead of a `ref:` line.
  const link = name === 'HEAD' ? await readlink(file).catch(() => undefined) : undefined
  if (link?.startsWith('refs/')) return `ref: ${link}`
  return readFile(file, 'utf8').catch(() => undefined)
}

/** The id, which may be followed by a blank and anything; all zeros stand on nothing. */
function parseOid(text: string): Oid | undefined {
  const word = /^\S+/.exec(text)?.[0] ?? ''
  return isOid(word) && !/^0+$/.test(word) ? word : undefined
}

/** All names in the folder that the prefix ends in, and below. */
async function looseNames(layout: Layout, prefix: string): Promise<string[]> {
  const top = prefix.startsWith('refs/') ? prefix.slice(0, prefix.lastIndexOf('/')) : 'refs'
  if (top !== 'refs' && !isRefName(top)) return []
  const names: string[] = []
  const walk = async (root: string, folder: string, wanted: (name: string) => boolean): Promise<void> => {
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => [])
    for (const entry of entries) {
      const name = `${folder}/${entry.name}`
      if (!isRefName(name)) continue
      if (entry.isDirectory()) await walk(root, name, wanted)
      else if (wanted(name)) names.push(name)
    }
  }
  const linked = layout.gitDir !== layout.commonDir
  await walk(layout.commonDir, top, (name) => !linked || !isPerWorktree(name))
  if (linked) await walk(layout.gitDir, top, isPerWorktree)
  return names
}

function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}

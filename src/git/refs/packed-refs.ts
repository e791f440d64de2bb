/** The `packed-refs` file, read again only when it changed. */
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isOid, type Oid } from '../../base/ids.ts'
import { isRefName } from './ref-name.ts'

interface Held {
  readonly mark: string
  readonly refs: ReadonlyMap<string, Oid>
}

const held = new Map<string, Held>()
const mostHeld = 8
const none: ReadonlyMap<string, Oid> = new Map()

export async function readPackedRefs(commonDir: string): Promise<ReadonlyMap<string, Oid>> {
  const file = join(commonDir, 'packed-refs')
  const facts = await stat(file, { bigint: true }).catch(() => undefined)
  if (facts === undefined) return none
  // git replaces the file by a rename, so a new content has a new inode or a new time.
  const mark = `${facts.mtimeNs} ${facts.size} ${facts.ino}`
  const known = held.get(file)
  if (known?.mark === mark) return known.refs
  const refs = parsePackedRefs(await readFile(file, 'utf8').catch(() => ''))
  const oldest = held.size >= mostHeld ? held.keys().next().value : undefined
  if (oldest !== undefined) held.delete(oldest)
  held.set(file, { mark, refs })
  return refs
}

/** `<oid> <name>` a line; `#` lines are about the file, `^` lines peel the tag above. */
function parsePackedRefs(text: string): Map<string, Oid> {
  const refs = new Map<string, Oid>()
  for (const line of text.split('\n')) {
    const space = line.indexOf(' ')
    const oid = line.slice(0, space)
    const name = line.slice(space + 1)
    if (space > 0 && isOid(oid) && isRefName(name)) refs.set(name, oid)
  }
  return refs
}

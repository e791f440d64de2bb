/**
 * The id `git patch-id --stable` gives to `git diff-tree -p -U0 --full-index --no-renames`: a hash of the patch without
 * white space, line numbers and the order of files. Attributes are not asked: a file is binary when it looks so.
 */
import { asRepoPath, type Oid } from '../../base/ids.ts'
import { encodePath } from '../../base/path-bytes.ts'
import type { ObjectView } from '../objects/object-view.ts'
import { cutLines, diffLines } from './diff-lines.ts'
import type { FilePair, FileState } from './diff-trees.ts'
import { isBinary } from './is-binary.ts'
import { kindOf } from './list-changes.ts'
import { quotePath } from './quote-path.ts'

/** Undefined when nothing differs. */
export async function patchIdOf(view: ObjectView, pairs: readonly FilePair[]): Promise<string | undefined> {
  if (pairs.length === 0) return undefined
  const sum = new PatchSum()
  for (const pair of pairs.flatMap(splitTypeChange)) {
    sum.startFile(headerOf(pair))
    if (pair.old?.oid === pair.new?.oid) continue
    const old = await contentOf(view, pair.old)
    const fresh = await contentOf(view, pair.new)
    if (isBinary(old) || isBinary(fresh)) sum.addBinary(idOrZeros(pair.old), idOrZeros(pair.new))
    else addText(sum, pair, toText(old), toText(fresh))
  }
  return sum.finish()
}

/** A link that became a file is shown as one deleted and one added. */
function splitTypeChange(pair: FilePair): FilePair[] {
  const { old, new: fresh } = pair
  if (old === undefined || fresh === undefined || kindOf(old.mode) === kindOf(fresh.mode)) return [pair]
  return [
    { ...pair, new: undefined },
    { ...pair, old: undefined },
  ]
}

function headerOf({ path, old, new: fresh }: FilePair): string[] {
  const first = `diff --git ${name('a/', path)} ${name('b/', path)}`
  if (old === undefined) return [first, `new file mode ${fresh?.mode}`]
  if (fresh === undefined) return [first, `deleted file mode ${old.mode}`]
  return old.mode === fresh.mode ? [first] : [first, `old mode ${old.mode}`, `new mode ${fresh.mode}`]
}

function addText(sum: PatchSum, { path, old, new: fresh }: FilePair, oldText: string, newText: string): void {
  const oldLines = cutLines(oldText)
  const newLines = cutLines(newText)
  const hunks = diffLines(oldLines, newLines)
  if (hunks.length === 0) return
  sum.startHunks()
  sum.add(`--- ${old === undefined ? '/dev/null' : name('a/', path)}`)
  sum.add(`+++ ${fresh === undefined ? '/dev/null' : name('b/', path)}`)
  for (const { oldStart, oldCount, newStart, newCount } of hunks) {
    for (let at = oldStart - 1; at < oldStart - 1 + oldCount; at++) sum.add(`-${oldLines[at]}`)
    for (let at = newStart - 1; at < newStart - 1 + newCount; at++) sum.add(`+${newLines[at]}`)
  }
}

/** The name as a patch spells it, as latin1. */
function name(prefix: string, path: string): string {
  return Buffer.from(encodePath(quotePath(asRepoPath(prefix + path)))).toString('latin1')
}

function idOrZeros(state: FileState | undefined): string {
  return state?.oid ?? '0'.repeat(40)
}

async function contentOf(view: ObjectView, state: FileState | undefined): Promise<Uint8Array> {
  if (state === undefined) return new Uint8Array()
  return state.mode === '160000' ? submoduleText(state.oid) : view.blob(state.oid)
}

function submoduleText(oid: Oid): Uint8Array {
  return Buffer.from(`Subproject commit ${oid}\n`)
}

function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}

/** What git calls space; and what follows a NUL is lost, for git reads the line as a C string. */
const dropped = /[ \t\r\n]+|\0[\s\S]*/g

/**
 * Adds up the hashes of the files, so that their order does not matter. Files without hunks (only a mode, or empty)
 * are hashed together with the next one, and after a binary file the first line of the next is skipped: so does git.
 */
class PatchSum {
  readonly #sum = new Uint8Array(20)
  #hasher = new Bun.CryptoHasher('sha1')
  #state: 'start' | 'header' | 'hunks' | 'binary' = 'start'

  startFile(header: readonly string[]): void {
    if (this.#state === 'hunks') this.#flush()
    const lines = this.#state === 'binary' ? header.slice(1) : header
    this.#state = 'header'
    for (const line of lines) this.add(line)
  }

  startHunks(): void {
    this.#state = 'hunks'
  }

  addBinary(oldId: string, newId: string): void {
    this.#state = 'binary'
    this.#hasher.update(oldId)
    this.#hasher.update(newId)
    this.#flush()
  }

  add(line: string): void {
    this.#hasher.update(line.replace(dropped, ''), 'latin1')
  }

  finish(): string {
    this.#flush()
    return Buffer.from(this.#sum).toString('hex')
  }

  #flush(): void {
    const hash = this.#hasher.digest()
    this.#hasher = new Bun.CryptoHasher('sha1')
    let carry = 0
    for (let at = 0; at < this.#sum.length; at++) {
      carry += (this.#sum[at] ?? 0) + (hash[at] ?? 0)
      this.#sum[at] = carry & 0xff
      carry >>= 8
    }
  }
}

/** Which test files mention a unit: by the last part of its name, as a word. */
import type { RepoPath } from '../../base/ids.ts'
import { lastPart } from '../../outline/anchor-name.ts'
import type { Places } from '../../place/open-places.ts'
import { isTestPath } from '../../query/is-test-path.ts'
import type { ChangeSource } from '../read-changes.ts'

const word = /[\p{L}\p{N}_$]+/gu
const wholeWord = /^[\p{L}\p{N}_$]+$/u
const readAtOnce = 200
const largestTest = 4_000_000

export interface TestFile {
  readonly file: RepoPath
  readonly changed: boolean
}

/** All test files are gone through once, whatever the number of names. */
export async function findTests(
  places: Places,
  source: ChangeSource,
  anchors: Iterable<string>,
): Promise<ReadonlyMap<string, readonly TestFile[]>> {
  const mentions = new Map<string, TestFile[]>()
  for (const anchor of anchors) mentions.set(anchor, [])
  if (mentions.size === 0) return mentions
  const anchorsByName = Map.groupBy(mentions.keys(), lastPart)
  for await (const { file, changed, text } of readTests(places, source)) {
    const words = new Set(text.match(word))
    for (const [name, sharing] of anchorsByName) {
      if (!(wholeWord.test(name) ? words.has(name) : text.includes(name))) continue
      for (const anchor of sharing) mentions.get(anchor)?.push({ file, changed })
    }
  }
  return mentions
}

async function* readTests(
  { session, head }: Places,
  source: ChangeSource,
): AsyncGenerator<TestFile & { readonly text: string }> {
  const changed = new Set<RepoPath>()
  for (const change of source.changes) {
    changed.add(change.path)
    if (change.from !== undefined) changed.add(change.from)
    if (change.status === 'deleted' || !isTestPath(change.path)) continue
    const text = await source.newText(change)
    if (text !== undefined && text.text.length <= largestTest)
      yield { file: change.path, changed: true, text: text.text }
  }
  if (head === undefined) return
  const files = (await session.repository.listFiles(head)).filter(
    ({ path, mode }) => mode.startsWith('100') && isTestPath(path) && !changed.has(path),
  )
  for (let at = 0; at < files.length; at += readAtOnce) {
    const some = files.slice(at, at + readAtOnce)
    const read = await session.repository.readObjects(some.map(({ oid }) => oid))
    for (const { path, oid } of some) {
      const bytes = read.get(oid)?.bytes
      if (bytes === undefined || bytes.length > largestTest) continue
      yield { file: path, changed: false, text: Buffer.from(bytes).toString('utf8') }
    }
  }
}

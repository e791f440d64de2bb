/** The output of `git blame --incremental` as hunks in file order. */
import { asOid, type Oid, type RepoPath } from '../../base/ids.ts'
import { unquotePath } from '../objects/unquote-path.ts'
import type { BlameHunk } from '../repository.ts'

const headerLine = /^([0-9a-f]{40,64}) (\d+) (\d+) (\d+)$/
const filename = 'filename '

export function parseBlame(output: Uint8Array): BlameHunk[] {
  const hunks: BlameHunk[] = []
  const outside = new Set<Oid>()
  const paths = new Map<string, RepoPath>()
  let current: { commit: Oid; originalStart: number; start: number; count: number } | undefined
  for (const line of linesOf(output)) {
    if (current === undefined) {
      const header = headerLine.exec(line)
      if (header === null) continue
      const [, commit = '', originalStart, start, count] = header
      current = {
        commit: asOid(commit),
        originalStart: Number(originalStart),
        start: Number(start),
        count: Number(count),
      }
    } else if (line === 'boundary') {
      // Printed once per commit, with the other headers: it holds for all later hunks of that commit.
      outside.add(current.commit)
    } else if (line.startsWith(filename)) {
      const path = paths.get(line) ?? unquotePath(Buffer.from(line.slice(filename.length), 'latin1'))
      paths.set(line, path)
      hunks.push({ ...current, path, outside: outside.has(current.commit) })
      current = undefined
    }
  }
  return hunks.sort((a, b) => a.start - b.start)
}

/** Byte for byte: names may be anything. As one string, since views of the bytes cost a hundred times more. */
function* linesOf(bytes: Uint8Array): Generator<string> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at)
    const stop = end === -1 ? text.length : end
    yield text.slice(at, stop)
    at = stop + 1
  }
}

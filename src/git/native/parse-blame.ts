/** The output of `git blame --incremental` as hunks in file order. */
import { asOid, type Oid, type RepoPath } from '../../base/ids.ts'
import { unquotePath } from '../objects/unquote-path.ts'
import type { BlameHunk } from '../repository.ts'

const headerLine = /^([0-9a-f]{40,64}) (\d+) (\d+) (\d+)$/
const filename = Buffer.from('filename ')

export function parseBlame(output: Uint8Array): BlameHunk[] {
  const hunks: BlameHunk[] = []
  const outside = new Set<Oid>()
  let current: { commit: Oid; originalStart: number; start: number; count: number } | undefined
  for (const line of linesOf(output)) {
    if (current === undefined) {
      const header = headerLine.exec(line.toString('latin1'))
      if (header === null) continue
      const [, commit = '', originalStart, start, count] = header
      current = {
        commit: asOid(commit),
        originalStart: Number(originalStart),
        start: Number(start),
        count: Number(count),
      }
    } else if (line.equals(boundary)) {
      // Printed once per commit, with the other headers: it holds for all later hunks of that commit.
      outside.add(current.commit)
    } else if (line.subarray(0, filename.length).equals(filename)) {
      const path: RepoPath = unquotePath(line.subarray(filename.length))
      hunks.push({ ...current, path, outside: outside.has(current.commit) })
      current = undefined
    }
  }
  return hunks.sort((a, b) => a.start - b.start)
}

const boundary = Buffer.from('boundary')

function* linesOf(bytes: Uint8Array): Generator<Buffer> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  while (at < buffer.length) {
    const end = buffer.indexOf(10, at)
    const stop = end === -1 ? buffer.length : end
    yield buffer.subarray(at, stop)
    at = stop + 1
  }
}

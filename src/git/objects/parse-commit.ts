/** A commit object as data. Old and foreign tools wrote odd commits; what can be read is read. */

import { UltragitError } from '../../base/errors.ts'
import { isOid, type Oid } from '../../base/ids.ts'
import type { Commit, Signature } from '../repository.ts'

export function parseCommit(oid: Oid, bytes: Uint8Array): Commit {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = raw.indexOf('\n\n')
  const header = raw.toString('latin1', 0, end < 0 ? raw.length : end + 1)
  const fields = readFields(header)
  const tree = fields.get('tree')?.[0]
  if (tree === undefined || !isOid(tree)) {
    throw new UltragitError('data_invalid', `commit '${oid}' names no tree`, { hint: 'run: git fsck' })
  }
  const decode = decoderFor(fields.get('encoding')?.[0])
  const signature = (name: string) =>
    parseSignature(Buffer.from(fields.get(name)?.[0] ?? '', 'latin1'), decode)
  return {
    oid,
    tree,
    parents: (fields.get('parent') ?? []).filter(isOid),
    author: signature('author'),
    committer: signature('committer'),
    message: end < 0 ? '' : decode(raw.subarray(end + 2)),
  }
}

/** Header lines by name. A line that starts with a space goes on with the one before (signatures): skipped. */
function readFields(header: string): Map<string, string[]> {
  const fields = new Map<string, string[]>()
  for (const line of header.split('\n')) {
    const space = line.indexOf(' ')
    if (space <= 0) continue
    const name = line.slice(0, space)
    const value = line.slice(space + 1)
    const values = fields.get(name)
    if (values === undefined) fields.set(name, [value])
    else values.push(value)
  }
  return fields
}

/**
 * Splits `Name <mail> seconds zone`. The date is sought from the end, as git does: some histories have
 * a mail with `>` in it. What is missing is empty, or 1970.
 */
function parseSignature(line: Buffer, decode: (bytes: Uint8Array) => string): Signature {
  const open = line.indexOf('<')
  const close = open < 0 ? -1 : line.indexOf('>', open)
  const name = decode(open < 0 ? line : line.subarray(0, open)).trim()
  const email = close < 0 ? '' : decode(line.subarray(open + 1, close)).trim()
  const tail = line.toString('latin1', line.lastIndexOf('>') + 1)
  const date = /^\s*(\d+)(?:\s+([+-])(\d+))?/.exec(close < 0 ? '' : tail)
  if (date === null) return { name, email, seconds: 0, offset: 0 }
  const seconds = Number(date[1])
  return {
    name,
    email,
    seconds: Number.isSafeInteger(seconds) ? seconds : 0,
    offset: parseZone(date[2], date[3]),
  }
}

/** `+0130` is 90 minutes. Zones that no clock has (`+51800`) are left out rather than believed. */
function parseZone(sign: string | undefined, digits: string | undefined): number {
  if (digits === undefined) return 0
  const number = Number(digits)
  const minutes = Math.floor(number / 100) * 60 + (number % 100)
  if (minutes === 0 || minutes > 24 * 60) return 0
  return sign === '-' ? -minutes : minutes
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

/** An encoding this runtime does not know is read as UTF-8: a legible part is better than none. */
function decoderFor(label: string | undefined): (bytes: Uint8Array) => string {
  if (label === undefined) return (bytes) => utf8.decode(bytes)
  try {
    // The label comes from the repository, so it is any string: the constructor decides.
    const decoder = new TextDecoder(label.trim() as Bun.Encoding, { ignoreBOM: true })
    return (bytes) => decoder.decode(bytes)
  } catch {
    return (bytes) => utf8.decode(bytes)
  }
}

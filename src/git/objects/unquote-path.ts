/** Names as git prints them without `-z`: plain, or in double quotes with C escapes. */
import { UltragitError } from '../../base/errors.ts'
import type { RepoPath } from '../../base/ids.ts'
import { decodePath } from '../../base/path-bytes.ts'

const quote = 0x22
const backslash = 0x5c

const escapes: Readonly<Record<string, number>> = {
  a: 0x07,
  b: 0x08,
  t: 0x09,
  n: 0x0a,
  v: 0x0b,
  f: 0x0c,
  r: 0x0d,
  '"': quote,
  '\\': backslash,
}

/** `"a\ttab\303\244"` gives the path with those bytes; a name without quotes is taken as it is. */
export function unquotePath(bytes: Uint8Array): RepoPath {
  if (bytes[0] !== quote) return decodePath(bytes)
  if (bytes.length < 2 || bytes[bytes.length - 1] !== quote) throw malformed()
  const plain: number[] = []
  for (let at = 1; at < bytes.length - 1; ) {
    const byte = bytes[at] ?? 0
    if (byte !== backslash) {
      plain.push(byte)
      at++
      continue
    }
    const [value, length] = readEscape(bytes, at + 1)
    plain.push(value)
    at += 1 + length
  }
  return decodePath(Uint8Array.from(plain))
}

function readEscape(bytes: Uint8Array, at: number): [value: number, length: number] {
  const letter = String.fromCharCode(bytes[at] ?? 0)
  const known = escapes[letter]
  if (known !== undefined && at < bytes.length - 1) return [known, 1]
  const digits = String.fromCharCode(...bytes.subarray(at, at + 3))
  if (!/^[0-3][0-7]{2}$/.test(digits)) throw malformed()
  return [Number.parseInt(digits, 8), 3]
}

function malformed(): UltragitError {
  return new UltragitError('data_invalid', 'git printed a quoted path that does not parse')
}

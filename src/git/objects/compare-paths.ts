/** The order git keeps paths in: by their bytes, which is not the order of JavaScript strings. */
import { encodePath } from '../../base/path-bytes.ts'

export function comparePaths(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) {
    const left = a.charCodeAt(at)
    const right = b.charCodeAt(at)
    if (left === right) continue
    // Below the surrogates code units sort like their UTF-8.
    if (left < 0xd800 && right < 0xd800) return left - right
    return Buffer.compare(encodePath(a), encodePath(b))
  }
  return a.length - b.length
}

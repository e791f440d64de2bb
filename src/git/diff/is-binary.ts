/** git's guess: a file with a NUL among its first bytes is not text. */
const firstBytes = 8000

export function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, firstBytes).includes(0)
}

/**
 * A 32-bit hash that is written into notes (traces) and decides ties between replicas (merges). It must give
 * the same number on every machine and in every release, so it is our own and not the runtime's.
 */

/** Hash of a string, UTF-16 unit by unit. */
export function hashText(text: string): number {
  let hash = hashStart
  for (let at = 0; at < text.length; at++) hash = hashStep(hash, text.charCodeAt(at))
  return mix32(hash)
}

/** FNV-1a over 16-bit units, for callers that pick the units of a text themselves. End with `mix32`. */
export const hashStart = 0x811c9dc5 | 0

export function hashStep(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193)
}

/** Spreads every input bit over all 32 output bits; a bijection on unsigned 32-bit numbers. */
export function mix32(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

/**
 * The fingerprint of a unit: how similar two pieces of code are, from 64 bytes that fit into a note.
 *
 * `ug1:<86 characters of base64>:<token count, base 36>`: MinHash, 64 slots of 8 bits, over shingles of five
 * tokens, the unit's own name replaced. The recipe is frozen: a change needs a new prefix (`ug2:`), and a
 * prefix we do not know is never comparable. The count is there because a short unit says too little.
 */
import { mix32 } from '../hash-text.ts'
import { tokenise } from './tokenise.ts'

/** Equal slots that make a match within the same file or its rename target. */
export const sameFileThreshold = 16
/** Equal slots that make a match anywhere else, together with a clear lead over the second best. */
export const elsewhereThreshold = 34
/** Below this many tokens only equal fingerprints in the same path mean anything. */
export const minimumTokens = 40

const slotCount = 64
const shingleLength = 5
const ownNameToken = 0x6f776e21

export function fingerprintUnit(text: string, ownName: string): string {
  const tokens = tokenise(text)
  replaceOwnName(tokens, ownName)
  const slots = minimumSlots(tokens)
  return `ug1:${Buffer.from(slots).toString('base64').replace(/=+$/, '')}:${tokens.length.toString(36)}`
}

/** Equal slots, 0 to 64; undefined when one of them is not a fingerprint we know how to read. */
export function compareFingerprints(a: string, b: string): number | undefined {
  const left = slotsOf(a)
  const right = slotsOf(b)
  if (left === undefined || right === undefined) return undefined
  let equal = 0
  for (let slot = 0; slot < slotCount; slot++) if (left[slot] === right[slot]) equal++
  return equal
}

/** How many tokens the unit had; undefined for an unknown recipe. */
export function fingerprintTokens(fingerprint: string): number | undefined {
  const count = layout.exec(fingerprint)?.[2]
  return count === undefined ? undefined : Number.parseInt(count, 36)
}

const layout = /^ug1:([A-Za-z0-9+/]{86}):([0-9a-z]{1,6})$/

/** The 64 slots themselves; undefined for an unknown recipe. */
export function slotsOf(fingerprint: string): Uint8Array | undefined {
  const encoded = layout.exec(fingerprint)?.[1]
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64')
}

/** A renamed unit stays the same unit, also where it calls itself. Only a name that is one word can be told. */
function replaceOwnName(tokens: Uint32Array, ownName: string): void {
  const lastSegment = ownName.split(/::|[.#]/).at(-1) ?? ''
  const [name, ...more] = tokenise(lastSegment)
  if (name === undefined || more.length > 0) return
  for (let at = 0; at < tokens.length; at++) if (tokens[at] === name) tokens[at] = ownNameToken
}

const slotSeeds = Int32Array.from({ length: slotCount }, (_, slot) => mix32(Math.imul(slot + 1, 0x9e3779b9)))

/** Adds half of all numbers to one of 32 bits: as signed ones they then have the order they had without a sign. */
const half = 0x80000000 | 0

/** Slot by slot, and in signed numbers: that leaves the engine little to compile, and nothing to convert. */
function minimumSlots(tokens: Uint32Array): Uint8Array {
  const shingles = shinglesOf(tokens)
  const slots = new Uint8Array(slotCount)
  for (let slot = 0; slot < slotCount; slot++) {
    const seed = slotSeeds[slot] as number // there is one for each slot
    let minimum = 0x7fffffff
    for (let at = 0; at < shingles.length; at++) {
      let mixed = Math.imul((shingles[at] as number) ^ seed, 0x2c1b3c6d)
      mixed = Math.imul(mixed ^ (mixed >>> 15), 0x297a2d39)
      mixed = mixed ^ (mixed >>> 15) ^ half
      if (mixed < minimum) minimum = mixed
    }
    slots[slot] = minimum
  }
  return slots
}

/** A text shorter than a shingle is one shingle. */
function shinglesOf(tokens: Uint32Array): Int32Array {
  const shingles = new Int32Array(Math.max(1, tokens.length - shingleLength + 1))
  for (let start = 0; start < shingles.length; start++) {
    let shingle = 0
    const end = Math.min(start + shingleLength, tokens.length)
    for (let at = start; at < end; at++) shingle = mix32(Math.imul(shingle, 31) + (tokens[at] ?? 0))
    shingles[start] = shingle
  }
  return shingles
}

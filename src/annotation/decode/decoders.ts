/**
 * Small decoders: each takes any JSON value and gives what the model wants, or undefined when nothing can be made
 * of it. A value that is already right comes back unchanged, so reading what we wrote is the identity.
 */
import { isJsonObject, type JsonObject } from '../json-object.ts'
import { parseTimestamp } from '../parse-timestamp.ts'
import type { NoteProblems } from './note-problems.ts'

/** Where we are in the document, for messages: put into words only when there is one. */
export class Place {
  readonly problems: NoteProblems
  readonly #outer: Place | undefined
  readonly #step: string | number

  private constructor(problems: NoteProblems, outer: Place | undefined, step: string | number) {
    this.problems = problems
    this.#outer = outer
    this.#step = step
  }

  static start(problems: NoteProblems): Place {
    return new Place(problems, undefined, '')
  }

  /** A member of an object by its key, an item of a list by its index. */
  at(step: string | number): Place {
    return new Place(this.problems, this, step)
  }

  get path(): string {
    const outer = this.#outer?.path ?? ''
    if (typeof this.#step === 'number') return `${outer}[${this.#step}]`
    return outer === '' ? this.#step : `${outer}.${this.#step}`
  }
}

export type Decoder = (value: unknown, place: Place) => unknown
export type Fields = Readonly<Record<string, Decoder>>

/**
 * Decodes known fields by their table, keeps unknown ones. A null means absent unless its decoder wants it. What is as
 * the schema wants it comes back as it is: nearly all of what is read was written by us.
 */
export function decodeFields(source: JsonObject, fields: Fields, place: Place): JsonObject {
  let decoded: Map<string, unknown> | undefined
  for (const key of Object.keys(source)) {
    const decode = Object.hasOwn(fields, key) ? fields[key] : undefined
    const value = source[key]
    const made = decode === undefined ? value : decodeMember(decode, value, place.at(key))
    if (made === value && value !== undefined) continue
    decoded ??= new Map(Object.entries(source))
    if (made === undefined) decoded.delete(key)
    else decoded.set(key, made)
  }
  // Not by assignment: a key may be `__proto__`.
  return decoded === undefined ? source : Object.fromEntries(decoded)
}

function decodeMember(decode: Decoder, value: unknown, place: Place): unknown {
  if (value === undefined) return undefined
  const made = decode(value, place)
  if (made === undefined && value !== null)
    place.problems.repaired(`left out ${place.path}: not as the schema wants it`)
  return made
}

export const text: Decoder = (value) => {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const lines = Array.isArray(value) && value.length > 0 && value.every((line) => typeof line === 'string')
  return lines ? value.join('\n') : undefined
}

export const filledText: Decoder = (value, place) => {
  const decoded = text(value, place)
  return typeof decoded === 'string' && decoded.trim() !== '' ? decoded : undefined
}

export const nullable =
  (decode: Decoder): Decoder =>
  (value, place) =>
    value === null ? null : decode(value, place)

export const timestamp: Decoder = (value) =>
  typeof value === 'string' && parseTimestamp(value) !== undefined ? value : undefined

export const boolean: Decoder = (value) => (typeof value === 'boolean' ? value : undefined)

export const oneOf =
  (...choices: readonly string[]): Decoder =>
  (value) =>
    typeof value === 'string' && choices.includes(value) ? value : undefined

export const object =
  (fields: Fields): Decoder =>
  (value, place) =>
    isJsonObject(value) ? decodeFields(value, fields, place) : undefined

/** An object that makes no sense without certain fields. */
export const objectWith =
  (required: readonly string[], fields: Fields): Decoder =>
  (value, place) => {
    if (!isJsonObject(value)) return undefined
    const decoded = decodeFields(value, fields, place)
    return required.every((key) => Object.hasOwn(decoded, key)) ? decoded : undefined
  }

/** A list; a single value counts as a list of one, and items that cannot be read are left out and named. */
export const list =
  (decodeItem: Decoder): Decoder =>
  (value, place) => {
    if (value === null) return undefined
    const given: readonly unknown[] = Array.isArray(value) ? value : [value]
    const items: unknown[] = []
    for (let index = 0; index < given.length; index++) {
      const item = place.at(index)
      const decoded = decodeItem(given[index], item)
      if (decoded !== undefined) items.push(decoded)
      else place.problems.repaired(`left out ${item.path}: not as the schema wants it`)
    }
    return value === given && items.length === given.length && items.every((item, at) => item === given[at])
      ? value
      : items
  }

/** Plain text where an object is wanted: the object's main field, and whatever else goes with it. */
export const plainAs =
  (key: string, decode: Decoder, more: JsonObject = {}): Decoder =>
  (value, place) =>
    decode(typeof value === 'string' ? { [key]: value, ...more } : value, place)

/** Another name for a field, used when the right one is absent. */
function withAlias(source: JsonObject, name: string, alias: string): JsonObject {
  if (source[name] !== undefined || source[alias] === undefined) return source
  const { [alias]: value, ...rest } = source
  return { ...rest, [name]: value }
}

export const aliased =
  (name: string, alias: string, decode: Decoder): Decoder =>
  (value, place) =>
    decode(isJsonObject(value) ? withAlias(value, name, alias) : value, place)

/** A record with any keys. Values that cannot be read are left out. */
export const record =
  (decodeValue: Decoder): Decoder =>
  (value, place) => {
    if (!isJsonObject(value)) return undefined
    const decoded = Object.entries(value).map(([key, member]) => [key, decodeValue(member, place)] as const)
    return Object.fromEntries(decoded.filter(([, member]) => member !== undefined))
  }

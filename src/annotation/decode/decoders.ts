/**
 * Small decoders: each takes any JSON value and gives what the model wants, or undefined when nothing can be made
 * of it. A value that is already right comes back unchanged, so reading what we wrote is the identity.
 */
import { isJsonObject, type JsonObject, unknownMembers } from '../json-object.ts'
import { parseTimestamp } from '../parse-timestamp.ts'
import type { NoteProblems } from './note-problems.ts'

/** Where we are in the document, for messages, and who collects them. */
export interface Place {
  readonly path: string
  readonly problems: NoteProblems
}

export type Decoder = (value: unknown, place: Place) => unknown
export type Fields = Readonly<Record<string, Decoder>>

/** Decodes known fields by their table, keeps unknown ones. A null means absent unless its decoder wants it. */
export function decodeFields(source: JsonObject, fields: Fields, place: Place): JsonObject {
  const members: [string, unknown][] = []
  for (const [key, decode] of Object.entries(fields)) {
    const value = Object.hasOwn(source, key) ? source[key] : undefined
    if (value === undefined) continue
    const path = place.path === '' ? key : `${place.path}.${key}`
    const decoded = decode(value, { ...place, path })
    if (decoded !== undefined) members.push([key, decoded])
    else if (value !== null) place.problems.repaired(`left out ${path}: not as the schema wants it`)
  }
  // Not by assignment: a key may be `__proto__`.
  return Object.fromEntries([...members, ...unknownMembers(source, fields)])
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
    const items: unknown[] = []
    for (const [index, item] of (Array.isArray(value) ? value : [value]).entries()) {
      const path = `${place.path}[${index}]`
      const decoded = decodeItem(item, { ...place, path })
      if (decoded !== undefined) items.push(decoded)
      else place.problems.repaired(`left out ${path}: not as the schema wants it`)
    }
    return items
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

/**
 * A note as one line of an export: `{"target":…,"annotation":{…}}`. What would not come back byte for byte that way (a
 * note of several documents, broken JSON, bytes that are no text) is carried as it is.
 */
import { decodeNote } from '../../annotation/decode-note.ts'
import { isJsonObject } from '../../annotation/json-object.ts'
import { messageOf } from '../../base/errors.ts'
import { isOid, type Oid } from '../../base/ids.ts'

export interface ExchangedNote {
  readonly target: Oid
  readonly bytes: Uint8Array
}

export function formatLine({ target, bytes }: ExchangedNote): string {
  const text = Buffer.from(bytes).toString()
  if (!Buffer.from(text).equals(bytes))
    return JSON.stringify({ target, base64: Buffer.from(bytes).toString('base64') })
  const annotation = parsed(text)
  const isExact =
    isJsonObject(annotation) &&
    `${JSON.stringify(annotation)}\n` === text &&
    decodeNote(bytes, target).annotation !== undefined
  return JSON.stringify(isExact ? { target, annotation } : { target, text })
}

/** The note of a line, or what is wrong with it. A bare annotation is taken too: it names its commit. */
export function parseLine(line: string): ExchangedNote | { readonly problem: string } {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (error) {
    return { problem: `is not JSON (${messageOf(error)})` }
  }
  if (!isJsonObject(value)) return { problem: 'is not an object' }
  const isBare = value.target === undefined && value.regions !== undefined
  const target = isBare ? value.commit : value.target
  if (typeof target !== 'string' || !isOid(target)) return { problem: 'names no target by its full id' }
  if (typeof value.text === 'string' && !isBare) return { target, bytes: Buffer.from(value.text) }
  if (typeof value.base64 === 'string' && !isBare)
    return { target, bytes: Buffer.from(value.base64, 'base64') }
  const bytes = Buffer.from(`${JSON.stringify(isBare ? value : value.annotation)}\n`)
  const { annotation, malformed } = decodeNote(bytes, target)
  if (annotation !== undefined) return { target, bytes }
  return { problem: `holds no annotation (${malformed[0]?.message ?? 'nothing to read'})` }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

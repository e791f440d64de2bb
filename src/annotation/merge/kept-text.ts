/**
 * How a text that lost against a later one stays in the note: as a flag with that text. Everything in it comes from
 * the lost write alone, so the same loss gives the same entry on every replica, and it can be read back.
 */
import { canonicalJson } from '../canonical-json.ts'
import type { Correction } from '../schema.ts'
import type { Write } from './write.ts'

// Never to be reworded: notes that hold the old wording would no longer be recognised.
const keptWording = 'another version of this text: a later one won a merge, this one is kept'

export function keptText(field: string, write: Write<string>): Correction {
  const { timestamp, author } = write.stamp
  return {
    field,
    correction_type: 'flag',
    correction_text: keptWording,
    target_value: write.value,
    ...(timestamp === undefined ? {} : { timestamp }),
    ...(author === undefined ? {} : { author }),
  }
}

export function keptWrite({ target_value, timestamp, author }: Correction): Write<string> {
  return { value: target_value ?? '', stamp: { timestamp, author } }
}

/** Only exactly what `keptText` writes: an entry someone has added to is theirs, and stays as it is. */
export function isKeptText(correction: Correction): boolean {
  if (correction.correction_text !== keptWording || typeof correction.target_value !== 'string') return false
  if (!['intent', 'reasoning', 'risk_notes'].includes(correction.field)) return false
  return canonicalJson(keptText(correction.field, keptWrite(correction))) === canonicalJson(correction)
}

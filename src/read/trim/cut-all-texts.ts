/** The last resort for an answer of any shape: every list and every text in it made shorter, step by step. */
import { cutText } from './cut-text.ts'

type Cut = <T>(value: T) => T

interface Limits {
  readonly items: number
  readonly length: number
  /** Without the fields an answer can do without. */
  readonly bare?: boolean
}

/** From gentle to harsh. */
const levels: readonly Limits[] = [
  { items: 40, length: 400 },
  { items: 16, length: 200 },
  { items: 6, length: 100 },
  { items: 3, length: 60 },
  { items: 1, length: 40 },
  { items: 1, length: 40, bare: true },
  { items: 1, length: 16, bare: true },
  { items: 1, length: 6, bare: true },
]

export const cutAllTexts: readonly Cut[] = levels.map(
  // texts stay texts and lists stay lists; only what is optional in every answer is taken away
  (limits) => ((value) => cutWithin(value, limits)) as Cut,
)

function cutWithin(value: unknown, limits: Limits): unknown {
  if (typeof value === 'string') return cutOne(value, limits.length)
  if (Array.isArray(value)) return value.slice(0, limits.items).map((item) => cutWithin(item, limits))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([key]) => limits.bare !== true || !dispensable.has(key))
  return Object.fromEntries(
    entries.map(([key, item]) => [key, fixed.has(key) ? item : cutWithin(item, limits)]),
  )
}

/** Words of a fixed list, which a program compares. */
const fixed = new Set([
  '$schema',
  'status',
  'reach',
  'via',
  'direction',
  'context_level',
  'timestamp',
  'kind',
])

/** Optional wherever they are. */
const dispensable = new Set([
  'head',
  'timestamp',
  'last_modified',
  'context_level',
  'author',
  'provenance',
  'commit_message',
  'related_context',
  'corrections',
  'reasoning',
  'risk_notes',
  'alternatives',
  'cycles',
])

const objectId = /^[0-9a-f]{16,64}$/

/** An object id is as good when it is shorter, but not with a mark. */
function cutOne(text: string, length: number): string {
  if (objectId.test(text)) return text.slice(0, Math.max(12, length))
  return cutText(text, length)
}

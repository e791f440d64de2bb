/** The last resort for an answer of any shape: every list and every text in it made shorter, step by step. */
import { cutText } from './cut-text.ts'

type Cut = <T>(value: T) => T

/** From gentle to harsh. */
export const cutAllTexts: readonly Cut[] = (
  [
    [40, 400],
    [16, 200],
    [6, 100],
    [3, 60],
    [1, 40],
    [1, 16],
    [1, 6],
  ] as const
).map(
  ([items, length]) =>
    // texts stay texts and lists stay lists: the shape is the same
    ((value) => cutWithin(value, items, length)) as Cut,
)

function cutWithin(value: unknown, items: number, length: number): unknown {
  if (typeof value === 'string') return cutOne(value, length)
  if (Array.isArray(value)) return value.slice(0, items).map((item) => cutWithin(item, items, length))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, item]) => [
    key,
    fixed.has(key) ? item : cutWithin(item, items, length),
  ])
  return Object.fromEntries(entries)
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

const objectId = /^[0-9a-f]{16,64}$/

/** An object id is as good when it is shorter, but not with a mark. */
function cutOne(text: string, length: number): string {
  if (objectId.test(text)) return text.slice(0, Math.max(12, length))
  return cutText(text, length)
}

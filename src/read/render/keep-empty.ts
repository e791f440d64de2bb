/**
 * For programs that want every field to be there: empty lists, and null for what is not known. What a budget took is
 * neither empty nor unknown, so a folded region and the lists of a trimmed answer stay as they are.
 */
import { AnswerRegionSchema, type ReadAnswer, ReadAnswerSchema } from '../answer.ts'

const lists = new Set([
  'alternatives',
  'constraints',
  'semantic_dependencies',
  'tags',
  'corrections',
  'earlier',
  'related',
  'dependencies_on_this',
  'cross_cutting',
  'notes',
  'warnings',
])

export function keepEmpty(answer: ReadAnswer): ReadAnswer {
  const regions = answer.regions.map((region) =>
    region.folded === true ? region : filled(region, Object.keys(AnswerRegionSchema.entries)),
  )
  if (answer.trimmed !== undefined) return { ...answer, regions }
  return { ...filled(answer, Object.keys(ReadAnswerSchema.entries)), regions }
}

function filled<T extends object>(value: T, keys: readonly string[]): T {
  const empty = Object.fromEntries(keys.map((key) => [key, lists.has(key) ? [] : null]))
  return { ...empty, ...value }
}

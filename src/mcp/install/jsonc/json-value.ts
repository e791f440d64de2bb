/** The value a node of the tree stands for. */
import type { JsonNode } from './parse-jsonc.ts'

export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue }

export function jsonValue(node: JsonNode): JsonValue {
  if (node.kind === 'scalar') return node.value
  if (node.kind === 'array') return node.items.map(jsonValue)
  // Own properties whatever their name, `__proto__` included; a key written twice counts as the last one.
  return Object.fromEntries(node.members.map(({ key, value }) => [key, jsonValue(value)]))
}

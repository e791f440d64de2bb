/** Puts the entry into a JSON file and takes it out again. */
import type { EntryValue } from '../../hosts/host.ts'
import { type ConfigEditor, type Entry, entryName } from '../config-editor.ts'
import { TextProblem } from '../text-problem.ts'
import { insertMember, isBare, mannerOf, removeMember, replaceValue } from './edit-members.ts'
import { jsonValue } from './json-value.ts'
import { type JsonMember, type JsonObject, parseJsonc } from './parse-jsonc.ts'
import { printJson } from './print-json.ts'

export const jsoncEditor: ConfigEditor = { setEntry, removeEntry, findBeyondPlain }

function setEntry(text: string, container: string, entry: Entry): string {
  if (isBlank(text)) {
    const manner = mannerOf(text)
    const mark = text.startsWith('\ufeff') ? '\ufeff' : ''
    return `${mark}${printJson({ [container]: { [entryName]: entry.keys } }, '', manner)}${manner.eol}`
  }
  const root = rootOf(text)
  const servers = serversIn(root, container)
  if (servers === undefined) return insertMember(text, root, container, { [entryName]: entry.keys })
  const old = memberOf(servers, entryName)
  if (old === undefined) return insertMember(text, servers, entryName, entry.keys)
  if (old.value.kind !== 'object') return replaceValue(text, old.value, entry.keys)
  const kept = dropContradictions(text, container, entry)
  return Object.entries(entry.keys).reduce((done, [key, value]) => setKey(done, container, key, value), kept)
}

function removeEntry(text: string, container: string): string | undefined {
  if (isBlank(text)) return text
  // A key may be written twice; none of them may stay.
  let left = text
  for (let next = removeOnce(left, container); next !== left; next = removeOnce(left, container)) left = next
  return left !== text && /^\ufeff?\s*\{\s*\}\s*$/.test(left) ? undefined : left
}

function removeOnce(text: string, container: string): string {
  const servers = serversIn(rootOf(text), container)
  const old = servers === undefined ? undefined : memberOf(servers, entryName)
  if (servers === undefined || old === undefined) return text
  return withoutEmpty(removeMember(text, servers, old), container)
}

function findBeyondPlain(text: string): number | undefined {
  return isBlank(text) ? undefined : parseJsonc(text).beyondJson
}

function withoutEmpty(text: string, container: string): string {
  const root = rootOf(text)
  const member = memberOf(root, container)
  if (member?.value.kind !== 'object' || !isBare(text, member.value)) return text
  return removeMember(text, root, member)
}

function dropContradictions(text: string, container: string, entry: Entry): string {
  const object = entryIn(text, container)
  const wrong = object.members.find(
    ({ key, value }) => !Object.hasOwn(entry.keys, key) && entry.contradicts(key, jsonValue(value)),
  )
  if (wrong === undefined) return text
  return dropContradictions(removeMember(text, object, wrong), container, entry)
}

function setKey(text: string, container: string, key: string, value: EntryValue): string {
  const object = entryIn(text, container)
  const old = memberOf(object, key)
  if (old === undefined) return insertMember(text, object, key, value)
  return Bun.deepEquals(jsonValue(old.value), value) ? text : replaceValue(text, old.value, value)
}

function rootOf(text: string): JsonObject {
  const { root } = parseJsonc(text)
  if (root.kind !== 'object') throw new TextProblem(root.start, 'the document must be an object')
  return root
}

function serversIn(root: JsonObject, container: string): JsonObject | undefined {
  const member = memberOf(root, container)
  if (member === undefined) return undefined
  if (member.value.kind !== 'object')
    throw new TextProblem(member.value.start, `'${container}' must be an object`)
  return member.value
}

/** The entry of a text known to have one. */
function entryIn(text: string, container: string): JsonObject {
  const servers = serversIn(rootOf(text), container)
  const member = servers === undefined ? undefined : memberOf(servers, entryName)
  if (member?.value.kind !== 'object') throw new TypeError('the entry went away')
  return member.value
}

/** Of a key written twice readers take the last. */
function memberOf(object: JsonObject, key: string): JsonMember | undefined {
  return object.members.findLast((member) => member.key === key)
}

function isBlank(text: string): boolean {
  return /^\ufeff?\s*$/.test(text)
}

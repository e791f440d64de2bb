/** The head of a `create` statement: what it creates, and under which name. */
import type { UnitKind } from '../unit.ts'
import type { SqlToken, SqlTokens } from './sql-tokens.ts'

/** How the statement of such a thing ends: at its semicolon, or a routine's at the one behind its body. */
interface Creation {
  readonly kind: UnitKind
  readonly routine: boolean
  /** Words that end the signature; an opening parenthesis is one of them for tables and types. */
  readonly body: readonly string[]
}

const relation: Creation = { kind: 'struct', routine: false, body: ['(', 'as', 'using'] }
const view: Creation = { kind: 'struct', routine: false, body: ['as'] }
const type: Creation = { kind: 'type', routine: false, body: ['('] }
const routine: Creation = { kind: 'function', routine: true, body: ['as', 'is', 'begin', 'return'] }
const trigger: Creation = { kind: 'function', routine: true, body: ['begin', 'declare', 'as'] }

const creations: Readonly<Record<string, Creation>> = {
  table: relation,
  view,
  type,
  domain: { ...type, body: [] },
  function: routine,
  procedure: routine,
  proc: routine,
  trigger,
  index: { kind: 'constant', routine: false, body: [] },
  sequence: { kind: 'constant', routine: false, body: [] },
  schema: { kind: 'module', routine: false, body: [] },
}

const modifiers = new Set(
  [
    'or replace alter temp temporary global local unlogged external virtual foreign transient secure unique',
    'clustered nonclustered columnstore fulltext spatial bitmap materialized recursive constraint definer',
    'algorithm merge temptable undefined sql security invoker aggregate editionable noneditionable event force',
  ].flatMap((line) => line.split(' ')),
)
const afterKeyword = new Set(['if', 'not', 'exists', 'concurrently', 'body'])
const valueMarks = '=@%'

export interface Created {
  readonly creation: Creation
  readonly name: string
}

/** Reads on behind `create`. Undefined for users, roles and whatever else has no definition to point at. */
export function readCreated(tokens: SqlTokens): Created | undefined {
  let inValue = false
  for (;;) {
    const before = tokens.at
    const token = tokens.next()
    const text = token?.kind === 'word' ? token.text.toLowerCase() : undefined
    const creation = text === undefined || !Object.hasOwn(creations, text) ? undefined : creations[text]
    if (creation !== undefined) return readNamed(tokens, creation)
    const isMark = text === '@' || (token?.kind === 'mark' && valueMarks.includes(token.text))
    const passes = isMark || inValue || (text !== undefined && (modifiers.has(text) || text.startsWith('@')))
    if (!passes || token === undefined) {
      tokens.at = before
      return undefined
    }
    // `definer = user@host`: what a mark like this introduces may be any word.
    inValue = isMark
  }
}

function readNamed(tokens: SqlTokens, creation: Creation): Created | undefined {
  const parts: string[] = []
  let before = tokens.at
  let token = tokens.nextName()
  while (token?.kind === 'word' && afterKeyword.has(token.text.toLowerCase())) {
    before = tokens.at
    token = tokens.nextName()
  }
  while (isName(token, parts.length === 0)) {
    parts.push(token.text)
    before = tokens.at
    const dot = tokens.next()
    if (dot?.kind !== 'mark' || dot.text !== '.') break
    before = tokens.at
    token = tokens.nextName()
  }
  tokens.at = before
  return parts.length === 0 ? undefined : { creation, name: parts.join('::').slice(0, 200) }
}

/** `create index on t` has no name. */
function isName(token: SqlToken | undefined, first: boolean): token is SqlToken & { text: string } {
  if (token === undefined || (token.kind !== 'word' && token.kind !== 'quoted') || token.text === '')
    return false
  return !first || token.kind === 'quoted' || token.text.toLowerCase() !== 'on'
}

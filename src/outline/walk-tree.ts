/**
 * One walk over a syntax tree with a cursor, by the table of its language. It keeps its own stack: source
 * may nest thousands of levels deep, and it enters only nodes that can hold units, so its cost follows
 * the number of declarations and not of expressions.
 */
import { noFTL } from 'bun:jsc'
import type { Tree, TreeCursor } from 'web-tree-sitter'
import { decorationsInside } from './decorations-inside.ts'
import { signatureEnd, signatureOf, type TextSpan } from './signature.ts'
import type { Syntax, SyntaxNode, UnitRule } from './syntax.ts'
import { type Role, rolesOf } from './syntax-roles.ts'
import type { Unit, UnitKind } from './unit.ts'

/** The level whose children the cursor is on. */
interface Level {
  readonly prefix: string
  readonly parent: UnitKind | 'file'
  /** The outermost wrapper when nothing else is in between. */
  readonly wrapper: SyntaxNode | undefined
  /** Decorations seen since the last sibling that could take them. */
  decorations: SyntaxNode[]
  /** The unit the next sibling may still belong to. */
  last: Draft | undefined
}

interface Draft {
  readonly rule: UnitRule
  readonly kind: UnitKind
  readonly name: string
  readonly signature: string
  readonly startRow: number
  readonly clause: string | undefined
  endRow: number
}

interface Walk {
  readonly text: string
  readonly syntax: Syntax
  readonly roles: ReadonlyMap<string, Role>
  readonly drafts: Draft[]
}

const usualMethodsIn: readonly string[] = ['class', 'struct', 'enum', 'trait', 'interface', 'impl']
/** A name is at most so long, and what nests deeper under longer ones is not looked at: every unit repeats it. */
const longestName = 256
const longestPrefix = 1024
const functionLike: readonly string[] = ['function', 'method', 'test']

export function walkTree(tree: Tree, text: string, syntax: Syntax): Unit[] {
  const walk: Walk = { text, syntax, roles: rolesOf(syntax), drafts: [] }
  const cursor = tree.walk()
  const levels: Level[] = [
    { prefix: '', parent: 'file', wrapper: undefined, decorations: [], last: undefined },
  ]
  let entered = cursor.gotoFirstChild()
  while (entered) {
    const level = levels.at(-1)
    const next = level === undefined ? undefined : visit(walk, cursor, level)
    if (next !== undefined && cursor.gotoFirstChild()) levels.push(next)
    else entered = advance(cursor, levels)
  }
  cursor.delete()
  return finish(walk.drafts)
}

/** To the next sibling, or to the next one of the nearest ancestor that has one. */
function advance(cursor: TreeCursor, levels: Level[]): boolean {
  while (!cursor.gotoNextSibling()) {
    levels.pop()
    if (levels.length === 0 || !cursor.gotoParent()) return false
  }
  return true
}

/** Notes what the node is; a level is returned when its children are to be visited. */
function visit(walk: Walk, cursor: TreeCursor, level: Level): Level | undefined {
  if (!cursor.nodeIsNamed) return undefined
  const type = cursor.nodeType
  if (level.last?.rule.tail?.includes(type)) return visitTail(walk, cursor.currentNode, level.last)
  const role = walk.roles.get(type)
  if (role === undefined) {
    if (!type.includes('comment')) forgetSiblings(level)
    return undefined
  }
  const needsNode = role.rule !== undefined || role.wraps || role.decorates
  const node = needsNode ? cursor.currentNode : undefined
  if (node !== undefined && role.decorates && (walk.syntax.isDecoration?.(node) ?? true)) {
    level.decorations.push(node)
    return undefined
  }
  const rule = node !== undefined && typeof role.rule === 'function' ? role.rule(node) : role.rule
  if (node !== undefined && rule !== undefined && typeof rule !== 'function') {
    return visitUnit(walk, node, rule, level)
  }
  const decorations = role.wraps ? level.decorations : []
  forgetSiblings(level)
  if (!role.enters) return undefined
  const wraps = node !== undefined && role.wraps && holdsOne(walk, node)
  const wrapper = wraps ? (level.wrapper ?? node) : undefined
  return { prefix: level.prefix, parent: level.parent, wrapper, decorations, last: undefined }
}

function visitUnit(walk: Walk, node: SyntaxNode, rule: UnitRule, level: Level): Level | undefined {
  const name = nameOf(rule, node)
  const decorations = level.decorations
  const last = level.last
  forgetSiblings(level)
  if (name === undefined) return rule.enter === false ? undefined : inner(level.prefix, level.parent)
  const full = join(level.prefix, name)
  const scope = rule.scope?.(node)
  const prefix = scope === undefined ? full : join(level.prefix, scope)
  if (prefix.length > longestPrefix) return undefined
  if (rule.kind === undefined) return inner(prefix, level.parent)
  const outer = level.wrapper ?? node
  const clause = rule.clause?.(node)
  if (clause !== undefined && last?.clause === clause && last.name === full) {
    last.endRow = lastRow(walk.text, outer)
    level.last = last
    return undefined
  }
  const stop = signatureEnd(rule, node)
  const decorated = [...decorations, ...decorationsInside(walk.syntax, node, stop)]
  const kind = kindOf(walk.syntax, rule, node, { name, parent: level.parent, decorated })
  if (!countsWithin(rule, kind, level.parent)) return undefined
  const span = { startIndex: outer.startIndex, endIndex: stop?.startIndex ?? outer.endIndex }
  const draft: Draft = {
    rule,
    kind,
    name: full,
    signature: signatureOf(walk.text, span, decorated satisfies readonly TextSpan[]),
    startRow: Math.min(
      outer.startPosition.row,
      decorations[0]?.startPosition.row ?? Number.POSITIVE_INFINITY,
    ),
    endRow: lastRow(walk.text, outer),
    clause,
  }
  walk.drafts.push(draft)
  level.last = draft
  return rule.enter === false || holdsNone(walk, kind, { node, stop }) ? undefined : inner(prefix, kind)
}

/** Known from the text of its body alone that nothing in a function is a unit. */
function holdsNone(
  { text, syntax }: Walk,
  kind: UnitKind,
  { node, stop }: { readonly node: SyntaxNode; readonly stop: SyntaxNode | undefined },
): boolean {
  if (syntax.nested === undefined || stop === undefined || !functionLike.includes(kind)) return false
  return !syntax.nested.test(text.slice(stop.startIndex, node.endIndex))
}

/** A body that the grammar puts beside its head. */
function visitTail(walk: Walk, node: SyntaxNode, head: Draft): Level {
  head.endRow = lastRow(walk.text, node)
  return inner(head.name, head.kind)
}

function inner(prefix: string, parent: UnitKind | 'file'): Level {
  return { prefix, parent, wrapper: undefined, decorations: [], last: undefined }
}

function forgetSiblings(level: Level): void {
  level.decorations = []
  level.last = undefined
}

function nameOf(rule: UnitRule, node: SyntaxNode): string | undefined {
  const name =
    typeof rule.name === 'function' ? rule.name(node) : node.childForFieldName(rule.name ?? 'name')?.text
  const clean = name?.slice(0, longestName).replaceAll(/\s+/g, ' ').trim()
  return clean === '' ? undefined : clean
}

function join(prefix: string, name: string): string {
  return prefix === '' ? name : `${prefix}::${name}`
}

interface Named {
  readonly name: string
  readonly parent: UnitKind | 'file'
  readonly decorated: readonly SyntaxNode[]
}

function kindOf(
  syntax: Syntax,
  rule: UnitRule,
  node: SyntaxNode,
  { name, parent, decorated }: Named,
): UnitKind {
  const kind = typeof rule.kind === 'function' ? rule.kind(node, name) : (rule.kind ?? 'module')
  const isFunction = kind === 'function' || kind === 'method'
  const { testDecoration } = syntax
  if (isFunction && testDecoration !== undefined && decorated.some((one) => testDecoration.test(one.text))) {
    return 'test'
  }
  const methodsIn: readonly string[] = syntax.methodsIn ?? usualMethodsIn
  return kind === 'function' && methodsIn.includes(parent) ? 'method' : kind
}

function countsWithin(rule: UnitRule, kind: UnitKind, parent: UnitKind | 'file'): boolean {
  if (rule.within !== undefined) return rule.within.includes(parent)
  return kind !== 'constant' || !functionLike.includes(parent)
}

/** The last row that holds something of the node: some grammars end a node after the newline behind it. */
function lastRow(text: string, node: SyntaxNode): number {
  let row = node.endPosition.row
  for (let at = node.endIndex - 1; at > node.startIndex && text.charCodeAt(at) <= 32; at--) {
    if (text.charCodeAt(at) === 10) row--
  }
  return row
}

/** A wrapper around several declarations is no part of any of them. */
function holdsOne(walk: Walk, node: SyntaxNode): boolean {
  let held = 0
  const count = node.namedChildCount
  for (let at = 0; at < count && held < 2; at++) {
    const role = walk.roles.get(node.namedChild(at)?.type ?? '')
    if (role !== undefined && !role.decorates) held++
  }
  return held < 2
}

function finish(drafts: readonly Draft[]): Unit[] {
  const defined = new Set<string>()
  for (const draft of drafts) if (draft.rule.yields !== true) defined.add(draft.name)
  const units: Unit[] = []
  for (const { rule, kind, name, signature, startRow, endRow } of drafts) {
    if (rule.yields === true && defined.has(name)) continue
    units.push({ kind, name, signature, lines: { start: startRow + 1, end: Math.max(startRow, endRow) + 1 } })
  }
  return units
}

// The engine would compile these for longer than most processes outline, with the parser's glue inlined over and over.
for (const hot of [walkTree, visit, visitUnit, advance, nameOf, holdsOne, finish]) noFTL(hot)

/**
 * Syntax trees of long texts, kept for a while: the next version of a file mostly differs in a few lines, and a parser
 * that is told which ones need not look at the others. Only of texts without errors: there the tree follows from the
 * text alone, and where a parser has to guess, it may guess differently with a tree before it.
 */
import type { Edit, Parser, Point, Tree } from 'web-tree-sitter'
import type { GrammarName } from './load-grammar.ts'

export interface ParseRequest {
  readonly grammar: GrammarName
  readonly source: string
  /** Asked again and again: whether to give up. */
  readonly isTooLong: () => boolean
}

interface KeptTree {
  readonly grammar: GrammarName
  readonly source: string
  readonly tree: Tree
}

/** A shorter text is parsed in no time. */
const longEnough = 20_000
/** Room for them is never given back to the system: a server keeps the last one alone. */
let mostTrees = 1
/** Of two texts this share must be the same at the ends. */
const alike = 0.5
const rest = 20_000

let kept: KeptTree[] = []
let forgetting: ReturnType<typeof setTimeout> | undefined

/** Null when it took too long. The tree belongs to this module: it may be looked at until the next call. */
export function parseText(parser: Parser, request: ParseRequest): Tree | null {
  const { grammar, source } = request
  const options = { progressCallback: request.isTooLong }
  const like = source.length < longEnough ? undefined : findLike(grammar, source)
  let tree: Tree | null = null
  if (like !== undefined) {
    const known = like.kept.tree.copy()
    known.edit(editOf(like.kept.source, source, like) as Edit) // its one method is for others
    tree = parser.parse(source, known, options)
    known.delete()
    if (tree?.rootNode.hasError) {
      tree.delete()
      tree = null
    }
    if (tree === null) parser.reset()
  }
  tree ??= parser.parse(source, null, options)
  if (tree !== null) keep({ grammar, source, tree }, like?.kept)
  return tree
}

/** For a process that works on versions of several files and then ends. */
export function keepTrees(count: number): void {
  mostTrees = count
}

interface Likeness {
  readonly kept: KeptTree
  /** Characters that are the same at the start and at the end. */
  readonly head: number
  readonly tail: number
}

function findLike(grammar: GrammarName, source: string): Likeness | undefined {
  let best: Likeness | undefined
  for (const one of kept) {
    if (one.grammar !== grammar || one.source.length < longEnough || one.tree.rootNode.hasError) continue
    const head = sharedHead(one.source, source)
    const tail = sharedTail(one.source, source, Math.min(one.source.length, source.length) - head)
    if (head + tail < alike * Math.max(one.source.length, source.length)) continue
    if (best === undefined || head + tail > best.head + best.tail) best = { kept: one, head, tail }
  }
  return best
}

/** Taking a large tree apart costs as much as walking it: a process that answers and ends never needs to. */
function keep(one: KeptTree, predecessor: KeptTree | undefined): void {
  const isLong = one.source.length >= longEnough
  // A short one is only kept until it has been looked at.
  const leaving = kept.filter((other) => other === predecessor || other.source.length < longEnough)
  const stay = kept.filter((other) => !leaving.includes(other))
  leaving.push(...stay.splice(0, Math.max(0, stay.length + (isLong ? 1 : 0) - mostTrees)))
  for (const { tree } of leaving) tree.delete()
  kept = [...stay, one]
  clearTimeout(forgetting)
  forgetting = setTimeout(forgetTrees, rest)
  forgetting.unref()
}

function forgetTrees(): void {
  for (const { tree } of kept) tree.delete()
  kept = []
}

function editOf(
  before: string,
  after: string,
  { head, tail }: Likeness,
): Omit<Edit, 'editPoint' | 'editRange'> {
  const [oldEnd, newEnd] = [before.length - tail, after.length - tail]
  const start = pointAt(before, head)
  return {
    startIndex: head,
    oldEndIndex: oldEnd,
    newEndIndex: newEnd,
    startPosition: start,
    oldEndPosition: pointAt(before, oldEnd),
    newEndPosition: pointAt(after, newEnd),
  }
}

function pointAt(text: string, index: number): Point {
  let row = 0
  let start = 0
  for (let at = text.indexOf('\n'); at >= 0 && at < index; at = text.indexOf('\n', at + 1)) {
    row++
    start = at + 1
  }
  return { row, column: index - start }
}

function sharedHead(a: string, b: string): number {
  const limit = Math.min(a.length, b.length)
  let head = 0
  while (head < limit && a.charCodeAt(head) === b.charCodeAt(head)) head++
  // Not within a character that takes two units.
  return head > 0 && isLead(a.charCodeAt(head - 1)) ? head - 1 : head
}

function sharedTail(a: string, b: string, limit: number): number {
  let tail = 0
  while (tail < limit && a.charCodeAt(a.length - 1 - tail) === b.charCodeAt(b.length - 1 - tail)) tail++
  return tail > 0 && isTrail(a.charCodeAt(a.length - tail)) ? tail - 1 : tail
}

function isLead(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

function isTrail(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}

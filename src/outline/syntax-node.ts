/** Small questions to a syntax node that many languages ask. */
import type { SyntaxNode } from './syntax.ts'

export function fieldText(node: SyntaxNode, field: string): string | undefined {
  return node.childForFieldName(field)?.text
}

/** The first child of one of these types. Types of tokens count as well: `static`, `{`. */
export function childOfType(node: SyntaxNode, types: readonly string[]): SyntaxNode | undefined {
  const count = node.childCount
  for (let at = 0; at < count; at++) {
    const child = node.child(at)
    if (child !== null && types.includes(child.type)) return child
  }
  return undefined
}

export function childText(node: SyntaxNode, ...types: string[]): string | undefined {
  return childOfType(node, types)?.text
}

export function hasChild(node: SyntaxNode, ...types: string[]): boolean {
  return childOfType(node, types) !== undefined
}

/** Follows a path of child types downwards. */
export function descend(node: SyntaxNode | undefined, ...path: string[]): SyntaxNode | undefined {
  let current = node
  for (const type of path) {
    if (current === undefined) return undefined
    current = childOfType(current, [type])
  }
  return current
}

const quotes = /^(?:[A-Za-z$@]{0,3}["'`]+)|["'`]+$/g

/** The text of a string literal without its quotes. */
export function literalText(node: SyntaxNode | undefined | null): string | undefined {
  return node?.text.replace(quotes, '')
}

/** A dotted path as a qualified name: `A.B` and `A\B` are `A::B`. */
export function qualified(path: string): string {
  return path
    .replaceAll(/\s+/g, '')
    .split(/::|[.\\]/)
    .filter((part) => part !== '')
    .join('::')
}

/** The first argument of a call, when it is a literal of one of these types: the name of a test. */
export function firstLiteral(
  list: SyntaxNode | undefined | null,
  types: readonly string[],
): string | undefined {
  const first = list?.firstNamedChild
  if (first === null || first === undefined) return undefined
  const literal = types.includes(first.type) ? first : first.firstNamedChild
  return literal !== null && types.includes(literal.type) ? literalText(literal) : undefined
}

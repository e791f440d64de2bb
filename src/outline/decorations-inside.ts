import type { Syntax, SyntaxNode } from './syntax.ts'

/** Decorations that are children of the declaration or of its `modifiers`, in the order of the source. */
export function decorationsInside(
  syntax: Syntax,
  node: SyntaxNode,
  stop: SyntaxNode | undefined,
): SyntaxNode[] {
  const types = syntax.decorations
  if (types === undefined) return []
  const found: SyntaxNode[] = []
  const end = stop?.startIndex ?? node.endIndex
  const count = node.childCount
  for (let at = 0; at < count; at++) {
    const child = node.child(at)
    if (child === null || child.startIndex >= end) break
    if (types.includes(child.type) && (syntax.isDecoration?.(child) ?? true)) found.push(child)
    else if (child.type === 'modifiers') found.push(...decorationsInside(syntax, child, undefined))
  }
  return found
}

/** The declaration of a unit on one line: up to its body, without what decorates it. */
import type { SyntaxNode, UnitRule } from './syntax.ts'
import { childOfType } from './syntax-node.ts'

const longest = 512
/** Enough source for a signature of 512 characters with its indentation; the rest is not worth collapsing. */
const sourceWindow = 8192

export interface TextSpan {
  readonly startIndex: number
  readonly endIndex: number
}

/** What opens or ends a body and says nothing about the declaration. */
const danglingEnd = /(?:=>|->|<-|[{=:;,(\\\s])$/

export function signatureOf(text: string, span: TextSpan, cuts: readonly TextSpan[]): string {
  const end = Math.min(span.endIndex, span.startIndex + sourceWindow)
  let source = ''
  let at = span.startIndex
  for (const cut of cuts) {
    if (cut.startIndex < at || cut.endIndex > end) continue
    source += `${text.slice(at, cut.startIndex)} `
    at = cut.endIndex
  }
  return oneLine(source + text.slice(at, end))
}

/** A signature broken over lines by a formatter equals the unbroken one. */
export function oneLine(source: string): string {
  const joined = source
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/([([]) /g, '$1')
    .replaceAll(/,? ([)\]])/g, '$1')
  const line = withoutDangling(joined.trim())
  return line.length <= longest ? line : line.slice(0, longest).replace(/[\ud800-\udbff]$/, '')
}

/** Step by step from the end: one pattern for all of it costs the square of a long run of brackets. */
function withoutDangling(line: string): string {
  let end = line.length
  for (;;) {
    const found = danglingEnd.exec(line.slice(Math.max(0, end - 2), end))
    if (found === null) return line.slice(0, end)
    end -= found[0].length
  }
}

/** The node at which the signature ends; undefined when the whole unit is its declaration. */
export function signatureEnd(rule: UnitRule, node: SyntaxNode): SyntaxNode | undefined {
  const body = bodyOf(rule, node)
  if (body !== undefined) return body
  const value = typeof rule.value === 'string' ? node.childForFieldName(rule.value) : rule.value?.(node)
  if (value === null || value === undefined) return undefined
  return value.endPosition.row > value.startPosition.row ? value : undefined
}

function bodyOf(rule: UnitRule, node: SyntaxNode): SyntaxNode | undefined {
  if (typeof rule.body === 'function') return rule.body(node)
  const byType = rule.body === undefined ? undefined : childOfType(node, rule.body)
  return byType ?? node.childForFieldName('body') ?? undefined
}

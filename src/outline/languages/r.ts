import type { GrammarLanguage } from '../language.ts'
import type { SyntaxNode, UnitRule } from '../syntax.ts'
import { fieldText, firstLiteral, literalText } from '../syntax-node.ts'

const assignment = /^(?:<-|<<-|=)$/
const constantName = /^[A-Z][A-Z0-9_.]*$/
const classMakers = /^(?:R6::)?R6Class$|^setRefClass$|^setClass$/
const testCallee = /^(?:test_that|describe|it)$/
const nothing: UnitRule = { name: () => undefined, enter: false }

export const r: GrammarLanguage = {
  id: 'r',
  extensions: ['r'],
  interpreters: ['Rscript'],
  syntax: {
    grammar: 'r',
    units: {
      binary_operator: chooseAssignment,
      argument: chooseArgument,
      call: chooseCall,
    },
    through: ['braced_expression', 'function_definition', 'arguments', 'argument', 'call'],
    methodsIn: ['class'],
  },
}

function chooseAssignment(node: SyntaxNode): UnitRule | undefined {
  const target = node.childForFieldName('lhs')
  const value = node.childForFieldName('rhs')
  if (target === null || !assignment.test(fieldText(node, 'operator') ?? '')) return nothing
  if (target.type !== 'identifier' && target.type !== 'string') return nothing
  const name = (): string | undefined => target.text.replaceAll(/^["'`]|["'`]$/g, '')
  if (value?.type === 'function_definition') return { kind: 'function', name, body: () => bodyOf(value) }
  if (value?.type === 'call' && classMakers.test(fieldText(value, 'function') ?? '')) {
    return { kind: 'class', name, body: () => value.childForFieldName('arguments') ?? undefined }
  }
  if (!constantName.test(target.text)) return nothing
  return { kind: 'constant', name, value: 'rhs', within: ['file'], enter: false }
}

/** The methods of an R6 class are the named functions of its lists. */
function chooseArgument(node: SyntaxNode): UnitRule | undefined {
  const value = node.childForFieldName('value')
  if (value?.type !== 'function_definition' || fieldText(node, 'name') === undefined) return undefined
  return { kind: 'method', body: () => bodyOf(value), within: ['class'], enter: false }
}

function chooseCall(node: SyntaxNode): UnitRule | undefined {
  const callee = fieldText(node, 'function') ?? ''
  const list = node.childForFieldName('arguments')
  const [first, second] = list?.childrenForFieldName('argument') ?? []
  const name = literalText(first)
  if (testCallee.test(callee) && firstLiteral(list, ['string']) !== undefined) {
    return { kind: 'test', name: () => name, body: () => second ?? undefined }
  }
  if (callee === 'setGeneric') return { kind: 'function', name: () => name, enter: false }
  if (callee === 'setMethod') {
    return { kind: 'method', name: () => `${literalText(second)}::${name}`, body: methodBody, enter: false }
  }
  return undefined
}

function methodBody(node: SyntaxNode): SyntaxNode | undefined {
  const last = node.childForFieldName('arguments')?.childrenForFieldName('argument').at(-1)
  const value = last?.childForFieldName('value')
  return value?.type === 'function_definition' ? bodyOf(value) : undefined
}

function bodyOf(node: SyntaxNode): SyntaxNode | undefined {
  return node.childForFieldName('body') ?? undefined
}

/** JavaScript, TypeScript and the component files that hold them. */
import type { GrammarLanguage } from '../language.ts'
import type { Syntax, SyntaxNode, UnitRule } from '../syntax.ts'
import { childOfType, fieldText, firstLiteral, hasChild, literalText, qualified } from '../syntax-node.ts'

const functionValues = ['arrow_function', 'function_expression', 'generator_function']
const testCallees = /^(?:[fx]?(?:describe|it|test|context|suite|specify)|bench)$/
/** Calls that only wrap a whole file: AMD, jQuery, an immediate function. */
const fileWrappers = /^(?:define|require|\$|jQuery)$/
const nothing: UnitRule = { name: () => undefined, enter: false }

const method: UnitRule = { kind: 'method', name: (node) => literalText(node.childForFieldName('name')) }
const named = (kind: UnitRule['kind']): UnitRule => (kind === undefined ? {} : { kind })

const units: Syntax['units'] = {
  function_declaration: named('function'),
  generator_function_declaration: named('function'),
  class_declaration: named('class'),
  method_definition: method,
  field_definition: (node) => chooseField(node, 'property'),
  lexical_declaration: chooseDeclaration,
  variable_declaration: chooseDeclaration,
  variable_declarator: chooseDeclarator,
  pair: choosePair,
  assignment_expression: chooseAssignment,
  expression_statement: chooseStatement,
  call_expression: chooseCall,
  export_statement: chooseDefaultExport,
}

const typedUnits: Syntax['units'] = {
  ...units,
  abstract_class_declaration: named('class'),
  interface_declaration: named('interface'),
  type_alias_declaration: { kind: 'type', value: 'value', enter: false },
  enum_declaration: { kind: 'enum', enter: false },
  internal_module: { kind: 'module', name: (node) => qualified(fieldText(node, 'name') ?? '') },
  module: { kind: 'module', name: (node) => literalText(node.childForFieldName('name')) },
  function_signature: named('function'),
  method_signature: method,
  abstract_method_signature: method,
  public_field_definition: (node) => chooseField(node, 'name'),
}

const through = [
  ...['statement_block', 'class_body', 'class', 'interface_body', 'object', 'arguments', 'call_expression'],
  ...['parenthesized_expression', 'unary_expression', 'return_statement', 'if_statement', 'else_clause'],
  ...['try_statement', 'expression_statement', 'satisfies_expression', 'as_expression', ...functionValues],
]
const wrappers = ['export_statement', 'ambient_declaration', 'lexical_declaration', 'variable_declaration']
const decorations = ['decorator']

const scriptSyntax: Syntax = { grammar: 'javascript', units, through, wrappers, decorations }
const typedSyntax: Syntax = { grammar: 'typescript', units: typedUnits, through, wrappers, decorations }

export const javascript: GrammarLanguage = {
  id: 'javascript',
  extensions: ['js', 'mjs', 'cjs', 'jsx'],
  interpreters: ['node', 'nodejs'],
  syntax: scriptSyntax,
}

export const typescript: GrammarLanguage = {
  id: 'typescript',
  extensions: ['ts', 'mts', 'cts'],
  interpreters: ['bun', 'deno', 'ts-node', 'tsx'],
  syntax: typedSyntax,
}

export const tsx: GrammarLanguage = {
  id: 'tsx',
  extensions: ['tsx'],
  syntax: { ...typedSyntax, grammar: 'tsx' },
}

export const vue: GrammarLanguage = {
  id: 'vue',
  extensions: ['vue'],
  syntax: { ...typedSyntax, prepare: keepScripts },
}

export const svelte: GrammarLanguage = {
  id: 'svelte',
  extensions: ['svelte'],
  syntax: { ...typedSyntax, prepare: keepScripts },
}

/** `let` and `var` count only where they hold a function. */
function chooseDeclaration(node: SyntaxNode): UnitRule | undefined {
  if (fieldText(node, 'kind') === 'const') return undefined
  const declarators = node.namedChildren.filter((child) => child !== null)
  const holdsFunction = declarators.some((one) => isFunction(one.childForFieldName('value')))
  return holdsFunction ? undefined : nothing
}

function chooseDeclarator(node: SyntaxNode): UnitRule | undefined {
  const value = node.childForFieldName('value')
  if (node.childForFieldName('name')?.type !== 'identifier') return nothing
  if (isFunction(value)) return { kind: 'function', body: () => bodyOf(value) }
  if (value?.type === 'class') return { kind: 'class', body: () => bodyOf(value) }
  if (value?.type === 'call_expression' && fieldText(value, 'function') === 'require') return nothing
  return { kind: 'constant', value: 'value' }
}

/** A class field is a unit when it holds a function, or is a typed constant of the class. */
function chooseField(node: SyntaxNode, nameField: string): UnitRule | undefined {
  const value = node.childForFieldName('value')
  const name = (field: SyntaxNode): string | undefined => literalText(field.childForFieldName(nameField))
  if (isFunction(value)) return { kind: 'method', name, body: () => bodyOf(value) }
  if (!hasChild(node, 'static') || !hasChild(node, 'readonly')) return undefined
  return { kind: 'constant', name, value: 'value' }
}

function choosePair(node: SyntaxNode): UnitRule | undefined {
  const value = node.childForFieldName('value')
  const name = (pair: SyntaxNode): string | undefined => literalText(pair.childForFieldName('key'))
  if (isFunction(value)) return { kind: 'method', name, body: () => bodyOf(value) }
  return value?.type === 'object' ? { name } : nothing
}

/** `exports.connect = …` is `connect`, `Client.prototype.close = …` is `Client::close`. */
function chooseAssignment(node: SyntaxNode): UnitRule | undefined {
  const value = node.childForFieldName('right')
  const left = fieldText(node, 'left') ?? ''
  if (/^(?:module\.)?exports$/.test(left)) return {}
  if (!/^[\w$.]+$/.test(left) || left.startsWith('this.')) return nothing
  const name = qualified(left.replace(/^(?:module\.)?exports\./, '').replace('.prototype', ''))
  const kind = left.includes('.prototype.') ? 'method' : 'function'
  if (isFunction(value)) return { kind, name: () => name, body: () => bodyOf(value) }
  if (value?.type === 'class') return { kind: 'class', name: () => name, body: () => bodyOf(value) }
  return value?.type === 'object' ? { name: () => name } : nothing
}

/** Callbacks of arbitrary calls hold no declarations worth naming. */
function chooseStatement(node: SyntaxNode): UnitRule | undefined {
  const call = childOfType(node, ['call_expression'])
  if (call === undefined || chooseCall(call) !== undefined) return undefined
  const callee = call.childForFieldName('function')
  const isWrapper = callee?.type === 'parenthesized_expression' || fileWrappers.test(callee?.text ?? '')
  return isWrapper || callee?.type === 'function_expression' ? undefined : nothing
}

function chooseCall(node: SyntaxNode): UnitRule | undefined {
  const list = node.childForFieldName('arguments')
  if (list?.type !== 'arguments' || !testCallees.test(calleeRoot(node))) return undefined
  const name = firstLiteral(list, ['string', 'template_string'])
  if (name === undefined) return undefined
  return { kind: 'test', name: () => name, body: () => bodyOf(childOfType(list, functionValues)) }
}

/** `describe` of `describe.each(table)(…)`; `test` of `Deno.test(…)`. */
function calleeRoot(call: SyntaxNode): string {
  let callee = call.childForFieldName('function')
  while (callee !== null && (callee.type === 'call_expression' || callee.type === 'member_expression')) {
    if (callee.text === 'Deno.test') return 'test'
    callee = callee.childForFieldName(callee.type === 'call_expression' ? 'function' : 'object')
  }
  return callee?.type === 'identifier' ? callee.text : ''
}

/** What a module exports without a name is called `default`. */
function chooseDefaultExport(node: SyntaxNode): UnitRule | undefined {
  const value = node.childForFieldName('value')
  if (isFunction(value)) return { kind: 'function', name: () => 'default', body: () => bodyOf(value) }
  if (value?.type === 'class') return { kind: 'class', name: () => 'default', body: () => bodyOf(value) }
  return undefined
}

function isFunction(node: SyntaxNode | null): boolean {
  return node !== null && functionValues.includes(node.type)
}

function bodyOf(node: SyntaxNode | undefined | null): SyntaxNode | undefined {
  return node?.childForFieldName('body') ?? undefined
}

const scriptStart = /<script\b/gi
const scriptTag = /<script\b(?:"[^"]*"|'[^']*'|[^'">])*>/iy
const scriptEnd = /<\/script\s*>/gi

/** Everything outside `<script>` becomes blanks, so lines and columns stay where they are. */
function keepScripts(text: string): string {
  let kept = ''
  let at = 0
  for (let start = indexOf(scriptStart, text, 0); start >= 0; start = indexOf(scriptStart, text, at)) {
    scriptTag.lastIndex = start
    // A tag that never closes would be sought anew from every later one.
    if (!scriptTag.test(text)) break
    const from = scriptTag.lastIndex
    const end = indexOf(scriptEnd, text, from)
    const to = end < 0 ? text.length : end
    kept += blank(text.slice(at, from)) + text.slice(from, to)
    at = to
  }
  return kept + blank(text.slice(at))
}

function indexOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  return pattern.exec(text)?.index ?? -1
}

function blank(text: string): string {
  return text.replaceAll(/[^\n\r]/g, ' ')
}

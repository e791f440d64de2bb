import type { GrammarLanguage } from '../language.ts'
import type { SyntaxNode, UnitRule } from '../syntax.ts'
import { childOfType, descend, fieldText, firstLiteral } from '../syntax-node.ts'

const testCallee = /^(?:describe|context|it|test)$/
const constantName = /^[A-Z][A-Z0-9_]*$/
const nothing: UnitRule = { name: () => undefined, enter: false }

export const lua: GrammarLanguage = {
  id: 'lua',
  extensions: ['lua', 'luau', 'rockspec'],
  interpreters: ['lua', 'luajit', 'texlua'],
  syntax: {
    grammar: 'lua',
    units: {
      function_declaration: {
        kind: (node) => (fieldText(node, 'name')?.includes(':') ? 'method' : 'function'),
        name: (node) => pathName(node.childForFieldName('name')),
        body: functionEnd,
      },
      assignment_statement: chooseAssignment,
      field: chooseField,
      function_call: chooseTest,
    },
    through: [
      'block',
      'expression_list',
      'table_constructor',
      'function_definition',
      'arguments',
      'do_statement',
    ],
    wrappers: ['variable_declaration'],
  },
}

/** `M.foo` and `M:foo` are `M::foo`. */
function pathName(node: SyntaxNode | null | undefined): string | undefined {
  return node ? node.text.replaceAll(/\s+/g, '').replaceAll(/[.:]/g, '::') : undefined
}

function functionEnd(node: SyntaxNode): SyntaxNode | undefined {
  return node.childForFieldName('body') ?? childOfType(node, ['end'])
}

function chooseAssignment(node: SyntaxNode): UnitRule | undefined {
  const target = descend(node, 'variable_list')?.childForFieldName('name')
  const value = descend(node, 'expression_list')?.childForFieldName('value')
  const name = (): string | undefined => pathName(target)
  if (value?.type === 'function_definition') return { kind: 'function', name, body: () => functionEnd(value) }
  if (value?.type === 'table_constructor') {
    // An empty table is a module to be filled; its functions name it.
    return value.namedChildCount > 0 ? { kind: 'constant', name, value: () => value } : nothing
  }
  if (!constantName.test(target?.text ?? '')) return nothing
  return { kind: 'constant', name, value: () => value ?? undefined, enter: false }
}

function chooseField(node: SyntaxNode): UnitRule | undefined {
  const value = node.childForFieldName('value')
  if (value?.type === 'function_definition') return { kind: 'function', body: () => functionEnd(value) }
  return value?.type === 'table_constructor' ? {} : nothing
}

function chooseTest(node: SyntaxNode): UnitRule | undefined {
  const list = node.childForFieldName('arguments')
  if (!testCallee.test(fieldText(node, 'name') ?? '')) return undefined
  const name = firstLiteral(list, ['string'])
  if (name === undefined) return undefined
  return {
    kind: 'test',
    name: () => name,
    body: () => descend(list ?? undefined, 'function_definition', 'block'),
  }
}

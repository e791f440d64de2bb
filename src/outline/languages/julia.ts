import type { GrammarLanguage } from '../language.ts'
import type { SyntaxNode, UnitRule } from '../syntax.ts'
import { childOfType, childText, descend, qualified } from '../syntax-node.ts'

const definingMacro = /^@(?:testset|enum)$/
const nothing: UnitRule = { name: () => undefined, enter: false }
const typeRule = (kind: 'struct' | 'type'): UnitRule => ({
  kind,
  name: typeName,
  body: afterHead,
  enter: false,
})

export const julia: GrammarLanguage = {
  id: 'julia',
  extensions: ['jl'],
  interpreters: ['julia'],
  syntax: {
    grammar: 'julia',
    units: {
      module_definition: { kind: 'module', body: afterName },
      struct_definition: typeRule('struct'),
      abstract_definition: typeRule('type'),
      primitive_definition: typeRule('type'),
      function_definition: { kind: 'function', name: signatureName, body: afterHead },
      macro_definition: {
        kind: 'function',
        name: (node) => `@${signatureName(node)}`,
        body: afterHead,
        enter: false,
      },
      assignment: chooseAssignment,
      const_statement: chooseConstant,
      macrocall_expression: chooseMacro,
    },
    through: ['compound_statement', 'if_statement', 'block'],
    wrappers: ['macrocall_expression', 'macro_argument_list'],
    decorations: ['macro_identifier'],
    isDecoration: (node) => !definingMacro.test(node.text),
  },
}

/** `f(x::T)::R where T` names `f`; `Base.show(io, p)` names `Base::show`. */
function calledName(node: SyntaxNode | null | undefined): string | undefined {
  let current = node
  while (current && /^(?:where|typed)_expression$/.test(current.type)) current = current.firstNamedChild
  if (current?.type !== 'call_expression') return current?.type === 'identifier' ? current.text : undefined
  const callee = current.firstNamedChild
  return callee === null ? undefined : qualified(callee.text.replace(/\{.*$/s, ''))
}

function signatureName(node: SyntaxNode): string | undefined {
  return calledName(childOfType(node, ['signature'])?.firstNamedChild)
}

function typeName(node: SyntaxNode): string | undefined {
  return /^\s*(\w+!?)/.exec(childText(node, 'type_head') ?? '')?.[1]
}

function afterHead(node: SyntaxNode): SyntaxNode | undefined {
  return childOfType(node, ['signature', 'type_head'])?.nextSibling ?? undefined
}

function afterName(node: SyntaxNode): SyntaxNode | undefined {
  return node.childForFieldName('name')?.nextSibling ?? undefined
}

/** `f(x) = x + 1` defines a function; `a = 1` is only a statement. */
function chooseAssignment(node: SyntaxNode): UnitRule | undefined {
  const target = node.firstNamedChild
  if (target === null || target.type === 'identifier') return nothing
  const name = calledName(target)
  if (name === undefined) return nothing
  return { kind: 'function', name: () => name, body: ['operator'], enter: false }
}

function chooseConstant(node: SyntaxNode): UnitRule | undefined {
  const assignment = childOfType(node, ['assignment'])
  const name = assignment?.firstNamedChild
  if (name?.type !== 'identifier') return nothing
  return {
    kind: 'constant',
    name: () => name.text,
    value: () => assignment?.lastNamedChild ?? undefined,
    enter: false,
  }
}

/** `@testset "name" begin … end` and `@enum`; any other macro only decorates. */
function chooseMacro(node: SyntaxNode): UnitRule | undefined {
  const macro = childText(node, 'macro_identifier')
  const list = childOfType(node, ['macro_argument_list'])
  if (macro === '@testset') {
    const name = descend(list, 'string_literal', 'content')?.text
    return { kind: 'test', name: () => name, body: () => childOfType(list ?? node, ['compound_statement']) }
  }
  if (macro !== '@enum') return undefined
  return { kind: 'enum', name: () => /^\w+/.exec(list?.text ?? '')?.[0], enter: false }
}

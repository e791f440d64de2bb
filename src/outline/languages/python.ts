import type { GrammarLanguage } from '../language.ts'
import type { Syntax, SyntaxNode, UnitRule } from '../syntax.ts'
import { childOfType, fieldText } from '../syntax-node.ts'

const constantName = /^_{0,2}[A-Z][A-Z0-9_]*$/
const enumBase = /\b(?:Enum|IntEnum|StrEnum|Flag|IntFlag)\b/

const syntax: Syntax = {
  grammar: 'python',
  units: {
    function_definition: {
      kind: (_, name) => (/^test_/.test(name) ? 'test' : 'function'),
      body: startOfBody,
    },
    class_definition: {
      kind: (node) => (enumBase.test(fieldText(node, 'superclasses') ?? '') ? 'enum' : 'class'),
      body: startOfBody,
    },
    assignment: chooseAssignment,
    type_alias_statement: { kind: 'type', name: (node) => /^\w+/.exec(fieldText(node, 'left') ?? '')?.[0] },
  },
  through: [
    ...['block', 'if_statement', 'elif_clause', 'else_clause', 'try_statement', 'except_clause'],
    ...['finally_clause', 'with_statement', 'expression_statement'],
  ],
  wrappers: ['decorated_definition'],
  decorations: ['decorator'],
  nested: /\b(?:def|class|type)\b/,
}

export const python: GrammarLanguage = {
  id: 'python',
  extensions: ['py', 'pyi', 'pyw'],
  filenames: ['SConstruct', 'SConscript', 'wscript'],
  interpreters: ['python', 'pypy', 'uv'],
  syntax,
}

/** Starlark is a subset of Python and reads well with its grammar. */
export const starlark: GrammarLanguage = {
  id: 'starlark',
  extensions: ['bzl', 'star', 'bazel'],
  filenames: ['BUILD', 'WORKSPACE', 'Tiltfile'],
  syntax: { ...syntax, units: { ...syntax.units, assignment: chooseTopLevel } },
}

/** Rules and providers are values in lower case, and nothing at the top can be assigned twice. */
function chooseTopLevel(node: SyntaxNode): UnitRule | undefined {
  if (node.childForFieldName('left')?.type !== 'identifier') return undefined
  return { kind: 'constant', name: 'left', value: 'right', within: ['file'], enter: false }
}

/** A comment before the first statement stands outside the block, and is no part of the declaration either. */
function startOfBody(node: SyntaxNode): SyntaxNode | undefined {
  return childOfType(node, ['comment']) ?? node.childForFieldName('body') ?? undefined
}

/** By convention what is in capitals at the top of a module is a constant. */
function chooseAssignment(node: SyntaxNode): UnitRule | undefined {
  if (!constantName.test(fieldText(node, 'left') ?? '')) return undefined
  return { kind: 'constant', name: 'left', value: 'right', within: ['file'], enter: false }
}

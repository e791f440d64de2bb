import type { GrammarLanguage } from '../language.ts'
import type { SyntaxNode, UnitRule } from '../syntax.ts'
import { fieldText, qualified } from '../syntax-node.ts'
import type { UnitKind } from '../unit.ts'

const kindOfDeclaration: Readonly<Record<string, UnitKind>> = {
  struct: 'struct',
  enum: 'enum',
  extension: 'impl',
}

export const swift: GrammarLanguage = {
  id: 'swift',
  extensions: ['swift'],
  interpreters: ['swift'],
  syntax: {
    grammar: 'swift',
    units: {
      class_declaration: {
        kind: (node) => kindOfDeclaration[fieldText(node, 'declaration_kind') ?? ''] ?? 'class',
        name: (node) => qualified((fieldText(node, 'name') ?? '').replaceAll(/<.*>/g, '')),
      },
      protocol_declaration: { kind: 'interface' },
      function_declaration: { kind: functionKind },
      protocol_function_declaration: { kind: 'function' },
      init_declaration: { kind: 'method', enter: false },
      deinit_declaration: { kind: 'method', name: () => 'deinit', enter: false },
      subscript_declaration: {
        kind: 'method',
        name: () => 'subscript',
        body: ['computed_property'],
        enter: false,
      },
      property_declaration: chooseProperty,
      typealias_declaration: { kind: 'type', enter: false },
      associatedtype_declaration: { kind: 'type', enter: false },
    },
    through: ['class_body', 'enum_class_body', 'protocol_body', 'function_body', 'statements'],
    decorations: ['attribute'],
    testDecoration: /^@Test\b/,
  },
}

/** XCTest finds tests by their name. */
function functionKind(node: SyntaxNode, name: string): UnitKind {
  const isTest = /^test(?:[A-Z_]|$)/.test(name) && /\(\s*\)/.test(node.text.slice(0, 200))
  return isTest ? 'test' : 'function'
}

/** `let` of a file or `static let` of a type, and properties that compute their value. */
function chooseProperty(node: SyntaxNode): UnitRule | undefined {
  const computed = node.childForFieldName('computed_value')
  if (computed !== null) return { kind: 'method', body: () => computed, enter: false }
  const name = node.childForFieldName('name')
  const before = node.text.slice(0, (name?.startIndex ?? node.startIndex) - node.startIndex)
  if (!/\blet\s+$/.test(before)) return undefined
  const constant: UnitRule = { kind: 'constant', value: 'value', enter: false }
  return /\bstatic\b/.test(before) ? constant : { ...constant, within: ['file'] }
}

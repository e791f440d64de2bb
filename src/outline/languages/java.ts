import type { GrammarLanguage } from '../language.ts'
import type { SyntaxNode, UnitRule } from '../syntax.ts'
import { childText, descend } from '../syntax-node.ts'

const constantModifiers = [/\bstatic\b/, /\bfinal\b/]

export const java: GrammarLanguage = {
  id: 'java',
  extensions: ['java'],
  syntax: {
    grammar: 'java',
    units: {
      class_declaration: { kind: 'class' },
      record_declaration: { kind: 'class' },
      interface_declaration: { kind: 'interface' },
      annotation_type_declaration: { kind: 'interface' },
      enum_declaration: { kind: 'enum' },
      method_declaration: { kind: 'method', enter: false },
      annotation_type_element_declaration: { kind: 'method', enter: false },
      constructor_declaration: { kind: 'method', enter: false },
      compact_constructor_declaration: { kind: 'method', enter: false },
      field_declaration: chooseField,
      constant_declaration: { kind: 'constant', name: fieldName, enter: false },
    },
    through: ['class_body', 'interface_body', 'enum_body', 'enum_body_declarations', 'annotation_type_body'],
    decorations: ['annotation', 'marker_annotation'],
    testDecoration: /^@(?:\w+\.)*(?:Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|Property)\b/,
  },
}

function chooseField(node: SyntaxNode): UnitRule | undefined {
  const modifiers = childText(node, 'modifiers') ?? ''
  if (!constantModifiers.every((modifier) => modifier.test(modifiers))) return undefined
  const value = node.childForFieldName('declarator')?.childForFieldName('value') ?? undefined
  return { kind: 'constant', name: fieldName, value: () => value, enter: false }
}

function fieldName(node: SyntaxNode): string | undefined {
  return descend(node, 'variable_declarator', 'identifier')?.text
}

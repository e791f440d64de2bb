import type { GrammarLanguage } from '../language.ts'
import type { SyntaxNode } from '../syntax.ts'
import { descend } from '../syntax-node.ts'

export const rust: GrammarLanguage = {
  id: 'rust',
  extensions: ['rs'],
  interpreters: ['rust-script'],
  syntax: {
    grammar: 'rust',
    units: {
      function_item: { kind: 'function' },
      function_signature_item: { kind: 'function' },
      struct_item: { kind: 'struct', body: (node) => descend(node, 'field_declaration_list'), enter: false },
      union_item: { kind: 'struct', enter: false },
      enum_item: { kind: 'enum', enter: false },
      trait_item: { kind: 'trait' },
      impl_item: { kind: 'impl', name: implName, scope: implType },
      mod_item: { kind: 'module' },
      type_item: { kind: 'type' },
      associated_type: { kind: 'type' },
      const_item: { kind: 'constant', value: 'value', enter: false },
      static_item: { kind: 'constant', value: 'value', enter: false },
      macro_definition: { kind: 'function', body: ['(', '{', '['], enter: false },
    },
    through: ['declaration_list', 'foreign_mod_item', 'block'],
    decorations: ['attribute_item'],
    nested: /\b(?:fn|struct|union|enum|trait|impl|mod|type|macro_rules)\b/,
    testDecoration: /^#\[\s*(?:\w+\s*::\s*)*(?:test|rstest|test_case|bench)\b/,
  },
}

/** `impl Client` is `Client`; `impl Display for Client` is `Display for Client`, its functions `Client::…`. */
function implName(node: SyntaxNode): string | undefined {
  const type = implType(node)
  const trait = node.childForFieldName('trait')
  return trait === null || type === undefined ? type : `${typeName(trait)} for ${type}`
}

function implType(node: SyntaxNode): string | undefined {
  const type = node.childForFieldName('type')
  return type === null ? undefined : typeName(type)
}

/** The name of a type without its path, lifetimes and arguments. */
function typeName(node: SyntaxNode): string {
  if (node.type === 'scoped_type_identifier') return node.childForFieldName('name')?.text ?? node.text
  if (node.type !== 'generic_type' && node.type !== 'reference_type') return node.text
  const type = node.childForFieldName('type')
  return type === null ? node.text : typeName(type)
}

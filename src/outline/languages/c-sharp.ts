import type { GrammarLanguage } from '../language.ts'
import type { SyntaxNode, UnitRule } from '../syntax.ts'
import { childOfType, descend, fieldText, qualified } from '../syntax-node.ts'

const constantModifiers = /\bconst\b|\bstatic\s+readonly\b|\breadonly\s+static\b/

export const cSharp: GrammarLanguage = {
  id: 'c-sharp',
  extensions: ['cs', 'csx'],
  syntax: {
    grammar: 'c-sharp',
    units: {
      namespace_declaration: { kind: 'module', name: (node) => qualified(fieldText(node, 'name') ?? '') },
      class_declaration: { kind: 'class' },
      record_declaration: { kind: (node) => (childOfType(node, ['struct']) ? 'struct' : 'class') },
      struct_declaration: { kind: 'struct' },
      interface_declaration: { kind: 'interface' },
      enum_declaration: { kind: 'enum', enter: false },
      delegate_declaration: { kind: 'type', enter: false },
      method_declaration: { kind: 'method' },
      local_function_statement: { kind: 'function' },
      constructor_declaration: { kind: 'method' },
      destructor_declaration: { kind: 'method', name: (node) => `~${fieldText(node, 'name')}` },
      operator_declaration: { kind: 'method', name: (node) => `operator ${fieldText(node, 'operator')}` },
      indexer_declaration: {
        kind: 'method',
        name: () => 'this',
        body: ['accessor_list', 'arrow_expression_clause'],
      },
      property_declaration: chooseProperty,
      field_declaration: chooseField,
    },
    // A file-scoped namespace holds nothing in the tree and, like a Java package, qualifies nothing.
    through: ['declaration_list', 'block', 'global_statement'],
    decorations: ['attribute_list'],
    testDecoration: /\b(?:Test|TestCase|TestMethod|Fact|Theory|DataTestMethod)(?:Attribute)?\b/,
  },
}

/** A property counts when it computes something. */
function chooseProperty(node: SyntaxNode): UnitRule | undefined {
  const accessors = childOfType(node, ['accessor_list'])
  const arrow = childOfType(node, ['arrow_expression_clause'])
  if (arrow === undefined && !/=>|\{[\s\S]*\{/.test(accessors?.text ?? '')) return undefined
  return { kind: 'method', body: () => arrow ?? accessors, enter: false }
}

function chooseField(node: SyntaxNode): UnitRule | undefined {
  const declarator = descend(node, 'variable_declaration', 'variable_declarator')
  const name = declarator?.childForFieldName('name')
  if (!name || !constantModifiers.test(node.text.slice(0, name.startIndex - node.startIndex)))
    return undefined
  return {
    kind: 'constant',
    name: () => name.text,
    value: () => declarator?.lastNamedChild ?? undefined,
    enter: false,
  }
}

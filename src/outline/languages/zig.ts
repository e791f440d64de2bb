import type { GrammarLanguage } from '../language.ts'
import type { SyntaxNode, UnitRule } from '../syntax.ts'
import { childOfType, childText, hasChild, literalText } from '../syntax-node.ts'
import type { UnitKind } from '../unit.ts'

const kindOfContainer: Readonly<Record<string, UnitKind>> = {
  struct_declaration: 'struct',
  opaque_declaration: 'struct',
  union_declaration: 'struct',
  enum_declaration: 'enum',
  error_set_declaration: 'enum',
}
const containers = Object.keys(kindOfContainer)

export const zig: GrammarLanguage = {
  id: 'zig',
  extensions: ['zig', 'zon'],
  syntax: {
    grammar: 'zig',
    units: {
      function_declaration: { kind: 'function' },
      variable_declaration: chooseVariable,
      test_declaration: {
        kind: 'test',
        name: (node) => literalText(childOfType(node, ['string', 'identifier'])),
        body: ['block'],
        enter: false,
      },
    },
    // A generic type is a function that returns a struct; its functions are worth finding.
    through: [...containers, 'block', 'expression_statement', 'return_expression'],
  },
}

function chooseVariable(node: SyntaxNode): UnitRule | undefined {
  const name = (declaration: SyntaxNode): string | undefined => childText(declaration, 'identifier')
  const container = childOfType(node, containers)
  if (container !== undefined) {
    const kind = kindOfContainer[container.type] ?? 'struct'
    return { kind, name, body: () => childOfType(container, ['{']) }
  }
  if (!hasChild(node, 'const')) return undefined
  const value = node.lastNamedChild
  if (value !== null && /^(?:@import|@cImport)\b/.test(value.text)) return undefined
  return { kind: 'constant', name, value: () => value ?? undefined, enter: false }
}

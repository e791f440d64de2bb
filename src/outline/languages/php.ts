import type { GrammarLanguage } from '../language.ts'
import type { SyntaxNode, UnitRule } from '../syntax.ts'
import { childText, fieldText, firstLiteral, qualified } from '../syntax-node.ts'

const testCallee = /^(?:describe|it|test)$/
const functions = ['anonymous_function', 'arrow_function']

export const php: GrammarLanguage = {
  id: 'php',
  extensions: ['php', 'phtml', 'php5', 'inc'],
  interpreters: ['php'],
  syntax: {
    grammar: 'php',
    units: {
      // Without braces it is a package clause: it qualifies nothing, as in Java.
      namespace_definition: (node) => (node.childForFieldName('body') === null ? undefined : namespace),
      class_declaration: { kind: 'class' },
      interface_declaration: { kind: 'interface' },
      trait_declaration: { kind: 'trait' },
      enum_declaration: { kind: 'enum' },
      function_definition: { kind: 'function', enter: false },
      method_declaration: { kind: (_, name) => (/^test[A-Z_]/.test(name) ? 'test' : 'method'), enter: false },
      const_element: { kind: 'constant', name: (node) => childText(node, 'name'), enter: false },
      function_call_expression: chooseTest,
    },
    through: [
      ...['declaration_list', 'enum_declaration_list', 'compound_statement', 'if_statement', 'else_clause'],
      ...['expression_statement', 'arguments', 'argument', ...functions],
    ],
    wrappers: ['const_declaration'],
    decorations: ['attribute_list'],
    testDecoration: /^#\[\s*(?:\w+\\)*Test\b/,
  },
}

const namespace: UnitRule = { kind: 'module', name: (node) => qualified(fieldText(node, 'name') ?? '') }

/** Pest: `it('does this', function () { … })`. */
function chooseTest(node: SyntaxNode): UnitRule | undefined {
  if (!testCallee.test(fieldText(node, 'function') ?? '')) return undefined
  const name = firstLiteral(node.childForFieldName('arguments'), ['string', 'encapsed_string'])
  return name === undefined ? undefined : { kind: 'test', name: () => name, body: callbackBody }
}

function callbackBody(node: SyntaxNode): SyntaxNode | undefined {
  const callback = node.childForFieldName('arguments')?.lastNamedChild?.firstNamedChild
  return callback?.childForFieldName('body') ?? undefined
}

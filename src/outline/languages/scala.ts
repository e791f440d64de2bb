import type { GrammarLanguage } from '../language.ts'
import type { SyntaxNode, UnitRule } from '../syntax.ts'
import { childOfType, fieldText, firstLiteral } from '../syntax-node.ts'

const testCallee = /^(?:test|it|describe|property|feature|scenario)$/

export const scala: GrammarLanguage = {
  id: 'scala',
  extensions: ['scala', 'sc', 'sbt'],
  interpreters: ['scala', 'amm'],
  syntax: {
    grammar: 'scala',
    units: {
      class_definition: { kind: 'class' },
      object_definition: { kind: 'module' },
      package_object: { kind: 'module' },
      trait_definition: { kind: 'trait' },
      enum_definition: { kind: 'enum' },
      function_definition: { kind: 'function' },
      function_declaration: { kind: 'function' },
      type_definition: { kind: 'type' },
      given_definition: { kind: 'impl' },
      val_definition: {
        kind: 'constant',
        name: valName,
        value: 'value',
        within: ['file', 'module'],
        enter: false,
      },
      call_expression: chooseTest,
    },
    through: [
      ...[
        'template_body',
        'with_template_body',
        'enum_body',
        'block',
        'indented_block',
        'extension_definition',
      ],
      'package_clause',
    ],
    decorations: ['annotation'],
    testDecoration: /^@(?:\w+\.)*Test\b/,
    methodsIn: ['class', 'trait', 'enum', 'module', 'impl'],
  },
}

function valName(node: SyntaxNode): string | undefined {
  const pattern = node.childForFieldName('pattern')
  return pattern?.type === 'identifier' ? pattern.text : undefined
}

/** `test("name") { … }` is a call of a call. */
function chooseTest(node: SyntaxNode): UnitRule | undefined {
  const call = node.childForFieldName('function')
  if (call?.type !== 'call_expression' || !testCallee.test(fieldText(call, 'function') ?? ''))
    return undefined
  const name = firstLiteral(call.childForFieldName('arguments'), ['string', 'interpolated_string_expression'])
  if (name === undefined) return undefined
  return { kind: 'test', name: () => name, body: () => childOfType(node, ['block', 'indented_block']) }
}

/** Dart's grammar puts a function's body beside its signature. */
import type { GrammarLanguage } from '../language.ts'
import type { SyntaxNode, UnitRule } from '../syntax.ts'
import { childOfType, childText, descend, fieldText, hasChild, literalText } from '../syntax-node.ts'

const testCallee = /^(?:test|testWidgets|group|setUp)$/
const bodies = ['class_body', 'extension_body', 'enum_body']
const signatures = [
  ...['function_signature', 'getter_signature', 'setter_signature', 'operator_signature'],
  ...['constructor_signature', 'constant_constructor_signature', 'factory_constructor_signature'],
  'redirecting_factory_constructor_signature',
]
const tail = ['function_body']

export const dart: GrammarLanguage = {
  id: 'dart',
  extensions: ['dart'],
  interpreters: ['dart'],
  syntax: {
    grammar: 'dart',
    units: {
      class_definition: { kind: 'class' },
      mixin_declaration: { kind: 'trait', name: firstIdentifier, body: bodies },
      extension_declaration: { kind: 'impl', name: extensionName, body: bodies },
      extension_type_declaration: { kind: 'class', name: firstIdentifier, body: bodies },
      enum_declaration: { kind: 'enum' },
      function_signature: { kind: 'function', tail },
      getter_signature: { kind: 'function', tail },
      setter_signature: { kind: 'function', tail },
      method_signature: { kind: 'method', name: memberName, tail, enter: false },
      declaration: chooseDeclaration,
      static_final_declaration: { kind: 'constant', name: firstIdentifier, enter: false },
      type_alias: { kind: 'type', name: (node) => childText(node, 'type_identifier'), enter: false },
      expression_statement: chooseTest,
    },
    through: [
      ...bodies,
      ...['block', 'static_final_declaration_list', 'selector', 'argument_part', 'arguments', 'argument'],
      ...['function_expression', 'function_expression_body', 'function_body'],
    ],
    decorations: ['annotation', 'marker_annotation'],
  },
}

function firstIdentifier(node: SyntaxNode): string | undefined {
  return fieldText(node, 'name') ?? childText(node, 'identifier')
}

/** An extension without a name goes by the type it extends. */
function extensionName(node: SyntaxNode): string | undefined {
  return fieldText(node, 'name') ?? fieldText(node, 'class')
}

function memberName(node: SyntaxNode): string | undefined {
  const signature = childOfType(node, signatures)
  if (signature === undefined) return undefined
  if (signature.type === 'operator_signature') return /operator\s*\S+?(?=\s*\()/.exec(signature.text)?.[0]
  if (!signature.type.includes('constructor')) return fieldText(signature, 'name')
  // A named constructor is called `Client.local`, so its class need not be said twice.
  return /([\w$]+)\s*\(/.exec(signature.text)?.[1]
}

/** A member without a body, a constructor, or a constant of the class. */
function chooseDeclaration(node: SyntaxNode): UnitRule | undefined {
  if (hasChild(node, ...signatures)) {
    return { kind: 'method', name: memberName, body: ['initializers'], enter: false }
  }
  const constant = descend(node, 'static_final_declaration_list', 'static_final_declaration')
  if (constant === undefined || !hasChild(node, 'static')) return { name: () => undefined, enter: false }
  return { kind: 'constant', name: () => firstIdentifier(constant), enter: false }
}

function chooseTest(node: SyntaxNode): UnitRule | undefined {
  const list = descend(node, 'selector', 'argument_part', 'arguments')
  const nothing: UnitRule = { name: () => undefined, enter: false }
  if (list === undefined || !testCallee.test(childText(node, 'identifier') ?? '')) return nothing
  const literal = list.firstNamedChild?.firstNamedChild
  if (!literal?.type.includes('string')) return nothing
  return { kind: 'test', name: () => literalText(literal), body: () => callbackBody(list) }
}

function callbackBody(list: SyntaxNode): SyntaxNode | undefined {
  const callback = descend(list.lastNamedChild ?? undefined, 'function_expression')
  return callback?.childForFieldName('body') ?? undefined
}

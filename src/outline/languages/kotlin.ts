import type { GrammarLanguage } from '../language.ts'
import type { SyntaxNode, UnitRule } from '../syntax.ts'
import { childOfType, childText, descend, fieldText, hasChild } from '../syntax-node.ts'
import type { UnitKind } from '../unit.ts'

const bodies = ['class_body', 'enum_class_body', 'function_body', 'block']

export const kotlin: GrammarLanguage = {
  id: 'kotlin',
  extensions: ['kt', 'kts'],
  interpreters: ['kotlin'],
  syntax: {
    grammar: 'kotlin',
    units: {
      class_declaration: { kind: classKind, name: typeName, body: bodies },
      object_declaration: { kind: 'module', name: typeName, body: bodies },
      function_declaration: { kind: 'function', name: functionName, body: bodies },
      secondary_constructor: { kind: 'method', name: () => 'constructor', body: bodies, enter: false },
      property_declaration: chooseProperty,
      type_alias: { kind: 'type', name: typeName, enter: false },
    },
    // Members of a companion are called on the class, so it adds nothing to their names.
    through: [...bodies, 'companion_object', 'statements'],
    decorations: ['annotation'],
    testDecoration: /^@(?:\w+\.)*(?:Test|ParameterizedTest|RepeatedTest)\b/,
    methodsIn: ['class', 'interface', 'enum', 'module'],
  },
}

function classKind(node: SyntaxNode): UnitKind {
  if (hasChild(node, 'interface')) return 'interface'
  return hasChild(node, 'enum') || /\benum\b/.test(childText(node, 'modifiers') ?? '') ? 'enum' : 'class'
}

function typeName(node: SyntaxNode): string | undefined {
  return fieldText(node, 'name') ?? fieldText(node, 'type') ?? childText(node, 'identifier')
}

/** An extension function is named after the type it extends: `fun String.shout()` is `String::shout`. */
function functionName(node: SyntaxNode): string | undefined {
  const name = node.childForFieldName('name') ?? childOfType(node, ['identifier'])
  if (!name) return undefined
  const before = node.text.slice(0, name.startIndex - node.startIndex)
  const receiver = /(\w+)(?:<[^()]*>)?\??\.\s*$/.exec(before)?.[1]
  const plain = name.text.replaceAll('`', '')
  return receiver === undefined ? plain : `${receiver}::${plain}`
}

/** `const val`, a top-level `val`, and properties that compute their value. */
function chooseProperty(node: SyntaxNode): UnitRule | undefined {
  const name = (): string | undefined => descend(node, 'variable_declaration', 'identifier')?.text
  const getter = childOfType(node, ['getter'])
  if (getter !== undefined) return { kind: 'method', name, body: () => getter, enter: false }
  if (!hasChild(node, 'val')) return undefined
  const constant: UnitRule = {
    kind: 'constant',
    name,
    value: () => node.lastNamedChild ?? undefined,
    enter: false,
  }
  const isConst = /\bconst\b/.test(childText(node, 'modifiers') ?? '')
  return isConst ? constant : { ...constant, within: ['file', 'module'] }
}

/** In Haskell a type signature and the equations after it are one function. */
import type { GrammarLanguage } from '../language.ts'
import type { SyntaxNode, UnitRule } from '../syntax.ts'
import { childText, descend, fieldText } from '../syntax-node.ts'

const named = (kind: UnitRule['kind'], body: readonly string[] = []): UnitRule => ({
  ...(kind === undefined ? {} : { kind }),
  name: declaredName,
  clause: (node) => declaredName(node) ?? '',
  body,
  enter: false,
})

export const haskell: GrammarLanguage = {
  id: 'haskell',
  extensions: ['hs'],
  interpreters: ['runghc', 'runhaskell', 'stack'],
  syntax: {
    grammar: 'haskell',
    units: {
      signature: named((node) =>
        /->|=>|\bIO\b/.test(fieldText(node, 'type') ?? '') ? 'function' : 'constant',
      ),
      function: named('function', ['match', 'guards']),
      bind: named('constant', ['match']),
      data_type: { kind: 'type', body: ['data_constructors', 'gadt_constructors', 'deriving'], enter: false },
      newtype: { kind: 'type', body: ['newtype_constructor', 'deriving'], enter: false },
      type_synomym: { kind: 'type', enter: false },
      type_family: { kind: 'type', enter: false },
      class: { kind: 'class', body: ['where'] },
      instance: { kind: 'impl', name: instanceName, scope: instanceType, body: ['where'] },
      foreign_import: {
        kind: 'function',
        name: (node) => descend(node, 'signature')?.childForFieldName('name')?.text,
      },
    },
    through: ['declarations', 'class_declarations', 'instance_declarations'],
  },
}

function declaredName(node: SyntaxNode): string | undefined {
  const name = node.childForFieldName('name') ?? node.childForFieldName('names')?.firstNamedChild
  return (
    name?.text.replaceAll(/^\(|\)$/g, '') ?? childText(descend(node, 'infix') ?? node, 'operator', 'infix_id')
  )
}

/** `instance Show Client` is `Show for Client`, its functions `Client::…`. */
function instanceName(node: SyntaxNode): string | undefined {
  return `${fieldText(node, 'name')} for ${instanceType(node)}`
}

function instanceType(node: SyntaxNode): string | undefined {
  return /[A-Z][\w']*/.exec(fieldText(node, 'patterns') ?? '')?.[0] ?? fieldText(node, 'patterns')
}

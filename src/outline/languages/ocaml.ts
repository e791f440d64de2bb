import type { GrammarLanguage } from '../language.ts'
import type { SyntaxNode, UnitRule } from '../syntax.ts'
import { childText, descend, fieldText, hasChild } from '../syntax-node.ts'

export const ocaml: GrammarLanguage = {
  id: 'ocaml',
  extensions: ['ml'],
  interpreters: ['ocaml'],
  syntax: {
    grammar: 'ocaml',
    units: {
      let_binding: chooseBinding,
      value_specification: { kind: 'function', name: valueName, enter: false },
      external: { kind: 'function', name: valueName, enter: false },
      module_binding: { kind: 'module', name: (node) => childText(node, 'module_name') },
      module_type_definition: { kind: 'interface', name: (node) => childText(node, 'module_type_name') },
      type_binding: { kind: 'type', body: () => undefined, value: 'body', enter: false },
      exception_definition: {
        kind: 'type',
        name: (node) => descend(node, 'constructor_declaration', 'constructor_name')?.text,
        enter: false,
      },
      class_binding: { kind: 'class', name: (node) => childText(node, 'class_name') },
      method_definition: { kind: 'method', name: (node) => childText(node, 'method_name'), enter: false },
    },
    through: ['structure', 'signature', 'functor', 'object_expression'],
    wrappers: ['value_definition', 'module_definition', 'type_definition', 'class_definition'],
    methodsIn: ['class'],
  },
}

function bindingName(node: SyntaxNode): string | undefined {
  const pattern = node.childForFieldName('pattern')
  const isName = pattern?.type === 'value_name' || pattern?.type === 'parenthesized_operator'
  return isName ? pattern.text.replaceAll(/\s/g, '') : undefined
}

function chooseBinding(node: SyntaxNode): UnitRule {
  const isFunction = /^(?:fun|function)_expression$/.test(node.childForFieldName('body')?.type ?? '')
  if (isFunction || hasChild(node, 'parameter')) return { kind: 'function', name: bindingName, enter: false }
  return { kind: 'constant', name: bindingName, body: () => undefined, value: 'body', enter: false }
}

function valueName(node: SyntaxNode): string | undefined {
  return childText(node, 'value_name', 'parenthesized_operator') ?? fieldText(node, 'name')
}

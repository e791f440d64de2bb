import type { GrammarLanguage } from '../language.ts'
import type { SyntaxNode, UnitRule } from '../syntax.ts'
import { hasChild } from '../syntax-node.ts'

const constant: UnitRule = { kind: 'constant', value: 'value', enter: false }

export const solidity: GrammarLanguage = {
  id: 'solidity',
  extensions: ['sol'],
  syntax: {
    grammar: 'solidity',
    units: {
      contract_declaration: { kind: 'class' },
      interface_declaration: { kind: 'interface' },
      library_declaration: { kind: 'module' },
      function_definition: { kind: 'function', enter: false },
      modifier_definition: { kind: 'function', enter: false },
      constructor_definition: { kind: 'method', name: () => 'constructor', enter: false },
      fallback_receive_definition: { kind: 'method', name: (node) => node.firstChild?.text, enter: false },
      event_definition: { kind: 'type', enter: false },
      error_declaration: { kind: 'type', enter: false },
      user_defined_type_definition: { kind: 'type', enter: false },
      struct_declaration: { kind: 'struct', enter: false },
      enum_declaration: { kind: 'enum', enter: false },
      constant_variable_declaration: constant,
      state_variable_declaration: chooseVariable,
    },
    through: ['contract_body'],
    methodsIn: ['class', 'interface', 'module'],
  },
}

function chooseVariable(node: SyntaxNode): UnitRule | undefined {
  return hasChild(node, 'constant', 'immutable') ? constant : undefined
}

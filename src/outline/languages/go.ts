import type { GrammarLanguage } from '../language.ts'
import type { SyntaxNode, UnitRule } from '../syntax.ts'
import { childOfType, fieldText } from '../syntax-node.ts'
import type { UnitKind } from '../unit.ts'

const kindOfType: Readonly<Record<string, UnitKind>> = { struct_type: 'struct', interface_type: 'interface' }
const testName = /^(?:Test|Benchmark|Fuzz|Example)(?:[^a-z]|$)/

const typeSpec: UnitRule = {
  kind: (node) => kindOfType[node.childForFieldName('type')?.type ?? ''] ?? 'type',
  body: (node) => {
    const type = node.childForFieldName('type')
    return type === null ? undefined : childOfType(type, ['field_declaration_list', '{'])
  },
}

/** Several names in one spec are one unit, under the first of them. */
const valueSpec: UnitRule = { kind: 'constant', value: 'value', enter: false }

export const go: GrammarLanguage = {
  id: 'go',
  extensions: ['go'],
  syntax: {
    grammar: 'go',
    units: {
      function_declaration: {
        kind: (node, name) => (isTest(node, name) ? 'test' : 'function'),
        enter: false,
      },
      method_declaration: { kind: 'method', name: methodName, enter: false },
      method_elem: { kind: 'method' },
      type_spec: typeSpec,
      type_alias: { kind: 'type' },
      const_spec: valueSpec,
      var_spec: valueSpec,
    },
    through: ['interface_type', 'var_spec_list'],
    wrappers: ['type_declaration', 'const_declaration', 'var_declaration'],
  },
}

/** `func (c *Client[T]) Connect()` is `Client::Connect`. */
function methodName(node: SyntaxNode): string | undefined {
  const name = fieldText(node, 'name')
  const receiver = /([A-Za-z_]\w*)\s*(?:\[[^\]]*\])?\s*,?\s*\)$/.exec(fieldText(node, 'receiver') ?? '')?.[1]
  return receiver === undefined ? name : `${receiver}::${name}`
}

function isTest(node: SyntaxNode, name: string): boolean {
  if (!testName.test(name)) return false
  const parameters = fieldText(node, 'parameters') ?? ''
  return parameters.includes('*testing.') || (name.startsWith('Example') && parameters === '()')
}

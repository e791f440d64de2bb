/** Elixir has no declarations, only calls: `def`, `defmodule` and `test` are recognised by their word. */
import type { GrammarLanguage } from '../language.ts'
import type { SyntaxNode, UnitRule } from '../syntax.ts'
import { childOfType, descend, fieldText, literalText, qualified } from '../syntax-node.ts'
import type { UnitKind } from '../unit.ts'

const blockOrKeywords = (node: SyntaxNode): SyntaxNode | undefined =>
  childOfType(node, ['do_block']) ?? descend(node, 'arguments', 'keywords')

const definition = (kind: UnitKind): UnitRule => ({
  kind,
  name: (node) => headOf(node)?.name,
  clause: (node) => `${fieldText(node, 'target')} ${headOf(node)?.name}/${headOf(node)?.arity}`,
  body: blockOrKeywords,
  enter: false,
})

const moduleForm = (kind: UnitKind): UnitRule => ({ kind, name: firstName, body: blockOrKeywords })
const testForm: UnitRule = { kind: 'test', name: firstName, body: blockOrKeywords }

const forms: Readonly<Record<string, UnitRule>> = {
  defmodule: moduleForm('module'),
  defprotocol: moduleForm('interface'),
  defimpl: { kind: 'impl', name: implName, scope: (node) => implTarget(node), body: ['do_block'] },
  def: definition('function'),
  defp: definition('function'),
  defmacro: definition('function'),
  defmacrop: definition('function'),
  defguard: definition('function'),
  defguardp: definition('function'),
  defdelegate: definition('function'),
  test: testForm,
  describe: testForm,
  property: testForm,
}

/** Attributes about the definition that follows, against those that define something themselves. */
const attached = /^@\s*(?:doc|spec|impl|tag|deprecated|since|dialyzer|typedoc|describetag|decorate)\b/
const typeForms = /^(?:type|typep|opaque)$/
const unnamedAttributes =
  /^(?:moduledoc|behaviour|derive|before_compile|after_compile|on_load|compile|moduletag)$/

export const elixir: GrammarLanguage = {
  id: 'elixir',
  extensions: ['ex', 'exs'],
  interpreters: ['elixir'],
  syntax: {
    grammar: 'elixir',
    units: {
      call: (node) => forms[fieldText(node, 'target') ?? ''],
      unary_operator: chooseAttribute,
    },
    through: ['do_block'],
    decorations: ['unary_operator'],
    isDecoration: (node) => attached.test(node.text.slice(0, 40)),
    methodsIn: [],
  },
}

function firstName(node: SyntaxNode): string | undefined {
  const first = childOfType(node, ['arguments'])?.firstNamedChild
  if (first === null || first === undefined) return undefined
  return first.type === 'alias'
    ? qualified(first.text)
    : first.type === 'string'
      ? literalText(first)
      : undefined
}

interface Head {
  readonly name: string
  readonly arity: number
}

/** `f(a, b) when …` and `f` alike: what is defined, and of how many arguments. */
function headOf(node: SyntaxNode): Head | undefined {
  let head = childOfType(node, ['arguments'])?.firstNamedChild
  while (head?.type === 'binary_operator' && fieldText(head, 'operator') === 'when') {
    head = head.childForFieldName('left')
  }
  if (head === null || head === undefined) return undefined
  if (head.type === 'binary_operator') return { name: fieldText(head, 'operator') ?? '', arity: 2 }
  if (head.type !== 'call') return { name: head.text, arity: 0 }
  return {
    name: fieldText(head, 'target') ?? '',
    arity: childOfType(head, ['arguments'])?.namedChildCount ?? 0,
  }
}

/** `defimpl Size, for: Map` is `Size for Map`; its functions are `Map::…`. */
function implName(node: SyntaxNode): string | undefined {
  const protocol = firstName(node)
  const target = implTarget(node)
  return target === undefined ? protocol : `${protocol} for ${target}`
}

function implTarget(node: SyntaxNode): string | undefined {
  const pair = descend(node, 'arguments', 'keywords', 'pair')
  return pair?.text.startsWith('for:') ? qualified(fieldText(pair, 'value') ?? '') : undefined
}

/** `@type t :: …`, `@callback run(a) :: b`, and constants like `@timeout 5_000`. */
function chooseAttribute(node: SyntaxNode): UnitRule | undefined {
  const call = node.childForFieldName('operand')
  const word = call?.type === 'call' ? fieldText(call, 'target') : undefined
  if (call === null || word === undefined || unnamedAttributes.test(word)) return undefined
  const value = childOfType(call, ['arguments'])
  const isCallback = /^(?:macro)?callback$/.test(word)
  if (!isCallback && !typeForms.test(word)) {
    return { kind: 'constant', name: () => word, value: () => value, enter: false }
  }
  const name = /^\s*\(?\s*([a-z_]\w*[?!]?)/.exec(value?.text ?? '')?.[1]
  return { kind: isCallback ? 'function' : 'type', name: () => name, enter: false }
}

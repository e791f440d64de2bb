import type { GrammarLanguage } from '../language.ts'
import type { SyntaxNode, UnitRule } from '../syntax.ts'
import { childOfType, childText, descend } from '../syntax-node.ts'

const testCommand = /^(?:Describe|Context|It)$/i
const quoted = /^\s*(?:-Name\s+)?(["'])(.*?)\1/

export const powershell: GrammarLanguage = {
  id: 'powershell',
  extensions: ['ps1', 'psm1'],
  interpreters: ['pwsh'],
  syntax: {
    grammar: 'powershell',
    units: {
      function_statement: {
        kind: 'function',
        name: (node) => childText(node, 'function_name')?.replace(/^(?:global|script|local|private):/i, ''),
        body: ['{'],
      },
      class_statement: { kind: 'class', name: simpleName, body: ['{'] },
      class_method_definition: { kind: 'method', name: simpleName, body: ['{'], enter: false },
      enum_statement: { kind: 'enum', name: simpleName, body: ['{'], enter: false },
      command: chooseTest,
    },
    through: [
      ...['statement_list', 'script_block', 'script_block_body', 'script_block_expression', 'pipeline'],
      ...['pipeline_chain', 'command_elements', 'array_literal_expression', 'unary_expression'],
      ...['if_statement', 'statement_block'],
    ],
    decorations: ['attribute'],
  },
}

function simpleName(node: SyntaxNode): string | undefined {
  return childText(node, 'simple_name')
}

/** Pester: `Describe "name" { … }`. */
function chooseTest(node: SyntaxNode): UnitRule | undefined {
  if (!testCommand.test(childText(node, 'command_name') ?? '')) return undefined
  const elements = childOfType(node, ['command_elements'])
  const name = quoted.exec(elements?.text ?? '')?.[2]
  if (name === undefined) return undefined
  return { kind: 'test', name: () => name, body: () => scriptBlock(elements?.lastNamedChild) }
}

function scriptBlock(node: SyntaxNode | null | undefined): SyntaxNode | undefined {
  return descend(node ?? undefined, 'unary_expression', 'script_block_expression')
}

import type { GrammarLanguage } from '../language.ts'
import type { SyntaxNode, UnitRule } from '../syntax.ts'
import { childOfType } from '../syntax-node.ts'

const readonlyDeclaration = /^(?:readonly|(?:declare|typeset|local)\s+-\w*r)/

export const bash: GrammarLanguage = {
  id: 'bash',
  extensions: ['sh', 'bash', 'zsh', 'ksh', 'bats'],
  filenames: ['.bashrc', '.bash_profile', '.bash_aliases', '.profile', '.zshrc', '.zshenv', 'PKGBUILD'],
  interpreters: ['sh', 'bash', 'zsh', 'ksh', 'dash', 'ash', 'bats'],
  syntax: {
    grammar: 'bash',
    units: {
      function_definition: { kind: 'function' },
      declaration_command: chooseDeclaration,
    },
    through: [
      'compound_statement',
      'if_statement',
      'else_clause',
      'elif_clause',
      'subshell',
      'case_statement',
      'case_item',
    ],
  },
}

function chooseDeclaration(node: SyntaxNode): UnitRule | undefined {
  const assignment = childOfType(node, ['variable_assignment'])
  const name = assignment?.childForFieldName('name')?.text
  if (name === undefined || !readonlyDeclaration.test(node.text)) return undefined
  const value = assignment?.childForFieldName('value') ?? undefined
  return { kind: 'constant', name: () => name, value: () => value, enter: false }
}

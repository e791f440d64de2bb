import type { GrammarLanguage } from '../language.ts'
import type { SyntaxNode } from '../syntax.ts'
import { literalText } from '../syntax-node.ts'
import type { UnitKind } from '../unit.ts'

const kindOfBlock: Readonly<Record<string, UnitKind>> = {
  variable: 'constant',
  output: 'constant',
  locals: 'constant',
  run: 'test',
}

export const hcl: GrammarLanguage = {
  id: 'hcl',
  extensions: ['hcl', 'tf', 'tfvars', 'nomad'],
  syntax: {
    grammar: 'hcl',
    units: {
      block: {
        kind: (node) => kindOfBlock[node.firstNamedChild?.text ?? ''] ?? 'module',
        name: blockName,
        body: ['block_start'],
        within: ['file'],
        enter: false,
      },
    },
    through: ['body'],
  },
}

/** `resource "aws_instance" "web"` is `resource::aws_instance::web`, so `aws_instance.web` finds it. */
function blockName(node: SyntaxNode): string | undefined {
  const parts: string[] = []
  for (const child of node.namedChildren) {
    if (child?.type === 'block_start') break
    const part = literalText(child)
    if (part !== undefined) parts.push(part)
  }
  return parts.join('::')
}

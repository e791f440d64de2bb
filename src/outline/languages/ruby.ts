import type { GrammarLanguage } from '../language.ts'
import type { SyntaxNode, UnitRule } from '../syntax.ts'
import { childOfType, fieldText, hasChild, literalText, qualified } from '../syntax-node.ts'

const testMethod =
  /^(?:[fx]?(?:describe|context|it|specify|feature|scenario)|test|shared_examples|shared_context)$/
/** Blocks whose methods belong to the module around them. */
const openBlocks = /^(?:included|class_methods|prepended|concerning|new|define)$/
const nothing: UnitRule = { name: () => undefined, enter: false }
const bodies = ['body_statement', ';']

const container = (kind: 'class' | 'module'): UnitRule => ({
  kind,
  name: (node) => qualified(fieldText(node, 'name') ?? ''),
  body: [...bodies, 'end'],
})

export const ruby: GrammarLanguage = {
  id: 'ruby',
  extensions: ['rb', 'rake', 'gemspec', 'ru', 'rbw', 'podspec'],
  filenames: ['Gemfile', 'Rakefile', 'Guardfile', 'Vagrantfile', 'Podfile', 'Fastfile', 'Brewfile'],
  interpreters: ['ruby', 'jruby'],
  syntax: {
    grammar: 'ruby',
    units: {
      module: container('module'),
      class: container('class'),
      method: { kind: 'function', body: [...bodies, '=', 'end'], enter: false },
      singleton_method: { kind: 'function', body: [...bodies, '=', 'end'], enter: false },
      assignment: chooseAssignment,
      call: chooseCall,
    },
    through: [
      'body_statement',
      'singleton_class',
      'do_block',
      'block',
      'block_body',
      'begin',
      'if',
      'unless',
    ],
    wrappers: ['call', 'argument_list'],
    methodsIn: ['class', 'module', 'constant'],
  },
}

function chooseAssignment(node: SyntaxNode): UnitRule | undefined {
  if (node.childForFieldName('left')?.type !== 'constant') return undefined
  return { kind: 'constant', name: 'left', value: 'right' }
}

/** Tests, and calls that carry a definition: `private def close`, `Point = Struct.new(:x) do`. */
function chooseCall(node: SyntaxNode): UnitRule | undefined {
  const method = fieldText(node, 'method') ?? ''
  const block = node.childForFieldName('block')
  const list = node.childForFieldName('arguments')
  if (block !== null && testMethod.test(method)) {
    const name = literalText(list?.firstNamedChild)
    if (name !== undefined) return { kind: 'test', name: () => name, body: () => block }
  }
  if (block !== null && openBlocks.test(method)) return undefined
  if (list !== null && hasChild(list, 'method', 'singleton_method')) return undefined
  return childOfType(node, ['call']) === undefined || block === null ? nothing : undefined
}

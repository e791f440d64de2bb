/** C, C++ and Objective-C: a declaration's name sits deep inside its declarator. */
import type { GrammarLanguage } from '../language.ts'
import type { Syntax, SyntaxNode, UnitRule } from '../syntax.ts'
import { childOfType, descend, fieldText, hasChild } from '../syntax-node.ts'
import type { UnitKind } from '../unit.ts'

const kindOfSpecifier: Readonly<Record<string, UnitKind>> = {
  struct_specifier: 'struct',
  union_specifier: 'struct',
  class_specifier: 'class',
  enum_specifier: 'enum',
}
const specifiers = Object.keys(kindOfSpecifier)
const testMacro = /^(?:TEST|TEST_F|TEST_P|TYPED_TEST)$/
const constantQualifier = /\b(?:const|constexpr|constinit)\b/
const nothing: UnitRule = { name: () => undefined, enter: false }

const macroUnits: Syntax['units'] = {
  preproc_def: (node) =>
    node.childForFieldName('value') === null ? nothing : { ...macro, kind: 'constant' },
  preproc_function_def: (): UnitRule => ({ ...macro, kind: 'function' }),
}
const macro: UnitRule = { value: 'value', enter: false }

const cUnits: Syntax['units'] = {
  ...macroUnits,
  function_definition: { kind: 'function', name: declaredName, enter: false },
  declaration: chooseDeclaration,
  type_definition: {
    kind: (node) => kindOfSpecifier[node.childForFieldName('type')?.type ?? ''] ?? 'type',
    name: declaredName,
    body: (node) => node.childForFieldName('type')?.childForFieldName('body') ?? undefined,
    enter: false,
  },
  struct_specifier: chooseSpecifier,
  union_specifier: chooseSpecifier,
  enum_specifier: chooseSpecifier,
}

const preprocessor = ['preproc_if', 'preproc_ifdef', 'preproc_else', 'preproc_elif', 'preproc_elifdef']
const cThrough = [...preprocessor, 'linkage_specification', 'declaration_list', 'declaration']

export const c: GrammarLanguage = {
  id: 'c',
  extensions: ['c', 'h'],
  syntax: { grammar: 'c', units: cUnits, through: cThrough },
}

export const cpp: GrammarLanguage = {
  id: 'cpp',
  extensions: ['cpp', 'cc', 'cxx', 'c++', 'hpp', 'hh', 'hxx', 'h++', 'ipp', 'tpp', 'inl', 'ino', 'cu', 'cuh'],
  syntax: {
    grammar: 'cpp',
    units: {
      ...cUnits,
      function_definition: chooseFunction,
      field_declaration: chooseDeclaration,
      class_specifier: chooseSpecifier,
      namespace_definition: { kind: 'module' },
      alias_declaration: { kind: 'type', enter: false },
      concept_definition: { kind: 'trait', enter: false },
    },
    through: [...cThrough, 'field_declaration_list', 'field_declaration'],
    wrappers: ['template_declaration'],
    decorations: ['attribute_declaration'],
  },
}

/** A header with C++ in it is read as C++. */
export const cppHeader: GrammarLanguage = {
  ...cpp,
  extensions: ['h'],
  claims:
    /^[ \t]*(?:class\s+\w[^;\n]*$|namespace\b|template\s*<|using\s+\w|(?:public|private|protected)\s*:)/m,
}

export const objectiveC: GrammarLanguage = {
  id: 'objc',
  extensions: ['m', 'mm', 'h'],
  claims: /^[ \t]*(?:@(?:interface|implementation|protocol|import|class)\b|#import\b)/m,
  syntax: {
    grammar: 'objc',
    units: {
      ...cUnits,
      class_interface: { kind: 'class', name: classPart, scope: className, body: classBody, yields: true },
      class_implementation: { kind: 'class', name: classPart, scope: className, body: classBody },
      protocol_declaration: { kind: 'interface', name: className, body: classBody },
      method_declaration: { kind: 'method', name: selector, yields: true, enter: false },
      method_definition: { kind: 'method', name: selector, body: ['compound_statement'], enter: false },
    },
    through: [...cThrough, 'implementation_definition', 'qualified_protocol_interface_declaration'],
  },
}

/** Follows declarators inwards to the name, which in C++ may be qualified. */
function declaredName(node: SyntaxNode): string | undefined {
  let current = node.childForFieldName('declarator')
  while (current !== null && /declarator$/.test(current.type)) {
    current = current.childForFieldName('declarator') ?? current.lastNamedChild
  }
  return current === null ? undefined : qualifiedName(current)
}

function qualifiedName(node: SyntaxNode): string {
  if (node.type === 'qualified_identifier') {
    const scope = node.childForFieldName('scope')
    const name = node.childForFieldName('name')
    const inner = name === null ? '' : qualifiedName(name)
    return scope === null ? inner : `${qualifiedName(scope)}::${inner}`
  }
  if (!/^template_/.test(node.type)) return node.text
  return fieldText(node, 'name') ?? node.text
}

function chooseFunction(node: SyntaxNode): UnitRule | undefined {
  const name = declaredName(node)
  const body: UnitRule['body'] = ['field_initializer_list']
  if (name !== undefined && testMacro.test(name)) return { kind: 'test', name: testName, enter: false }
  const kind = name?.includes('::') ? 'method' : 'function'
  return { kind, name: () => name, body, enter: false }
}

/** googletest's `TEST(Suite, Name)` is `Suite::Name`. */
function testName(node: SyntaxNode): string | undefined {
  const parameters = node.childForFieldName('declarator')?.childForFieldName('parameters')?.text
  return parameters
    ?.slice(1, -1)
    .split(',')
    .map((part) => part.trim())
    .join('::')
}

/** Prototypes and constants; the definition of a type in front of a variable is found by going in. */
function chooseDeclaration(node: SyntaxNode): UnitRule | undefined {
  const type = node.childForFieldName('type')
  if (type !== null && specifiers.includes(type.type)) return undefined
  let declarator = node.childForFieldName('declarator')
  while (declarator !== null && /^(?:pointer|reference)_declarator$/.test(declarator.type)) {
    declarator = declarator.childForFieldName('declarator') ?? declarator.lastNamedChild
  }
  if (declarator?.type === 'function_declarator') {
    const isPointer = hasChild(declarator, 'parenthesized_declarator')
    return isPointer ? nothing : { kind: 'function', name: declaredName, yields: true, enter: false }
  }
  const value = declarator?.childForFieldName('value') ?? node.childForFieldName('default_value')
  if (value === null || declarator === null) return nothing
  const before = node.text.slice(0, value.startIndex - node.startIndex)
  if (!constantQualifier.test(before)) return nothing
  return { kind: 'constant', name: declaredName, value: () => value, enter: false }
}

/** Only where the type is defined: `struct node *next` merely mentions one. */
function chooseSpecifier(node: SyntaxNode): UnitRule | undefined {
  if (node.childForFieldName('body') === null) return nothing
  const name = (specifier: SyntaxNode): string | undefined => {
    const own = specifier.childForFieldName('name')
    return own === null ? undefined : qualifiedName(own)
  }
  return { kind: kindOfSpecifier[node.type] ?? 'struct', name }
}

function className(node: SyntaxNode): string | undefined {
  return descend(node, 'identifier')?.text
}

/** A category is `Client (Retry)`; its methods are the client's. */
function classPart(node: SyntaxNode): string | undefined {
  const category = fieldText(node, 'category')
  return category === undefined ? className(node) : `${className(node)} (${category})`
}

const classMembers = [
  ...['instance_variables', 'property_declaration', 'method_declaration', 'implementation_definition'],
  ...['qualified_protocol_interface_declaration', 'declaration', '@end'],
]

function classBody(node: SyntaxNode): SyntaxNode | undefined {
  return childOfType(node, classMembers)
}

/** `- (void)send:(id)a to:(id)b` is `send:to:`. */
function selector(node: SyntaxNode): string | undefined {
  const parts = node.namedChildren.filter((child) => child?.type === 'identifier').map((child) => child?.text)
  const takes = hasChild(node, 'method_parameter')
  return parts.length === 0 ? undefined : parts.map((part) => (takes ? `${part}:` : part)).join('')
}

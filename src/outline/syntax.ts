/**
 * How a language's syntax tree is read: which nodes are units, what they are called, where to look for
 * more. Everything is keyed by node type, so a language is a table row and the walk knows none of them.
 */
import type { Node } from 'web-tree-sitter'
import type { GrammarName } from './load-grammar.ts'
import type { UnitKind } from './unit.ts'

export type SyntaxNode = Node

export interface Syntax {
  readonly grammar: GrammarName
  /** Node types that are units. */
  readonly units: Readonly<Record<string, UnitRule | ChooseRule>>
  /** Node types that are no units but may hold some. What is in neither list is not entered. */
  readonly through: readonly string[]
  /** Like `through`, and the one unit inside takes the wrapper's lines: `export`, decorated, `template`. */
  readonly wrappers?: readonly string[]
  /** Attributes and decorators: siblings before a unit or children of it. Part of the lines, not of the signature. */
  readonly decorations?: readonly string[]
  /** For languages where only some nodes of a type in `decorations` decorate. */
  readonly isDecoration?: (node: SyntaxNode) => boolean
  /** A unit with a decoration that matches is a test. */
  readonly testDecoration?: RegExp
  /** Kinds of container whose functions are methods, where it is not the usual ones. */
  readonly methodsIn?: readonly UnitKind[]
  /** What a function's body has when it holds a unit: most hold none, and looking for one takes a step per statement. */
  readonly nested?: RegExp
  /** Rewrites the source without moving anything: same length, same lines. */
  readonly prepare?: (text: string) => string
}

/** Node types that mean several things are told apart by looking at the node. */
export type ChooseRule = (node: SyntaxNode) => UnitRule | undefined

export interface UnitRule {
  /** Undefined: a container that qualifies names and is no unit itself. */
  readonly kind?: UnitKind | ((node: SyntaxNode, name: string) => UnitKind)
  /** The field that holds the name (default `name`), or how to find it. No name: no unit, but entered. */
  readonly name?: string | ((node: SyntaxNode) => string | undefined)
  /** What the names inside are qualified with, where that is not the unit's own name. */
  readonly scope?: (node: SyntaxNode) => string | undefined
  /** Where the signature ends: node types among the children, or how to find it. Default: the field `body`. */
  readonly body?: readonly string[] | ((node: SyntaxNode) => SyntaxNode | undefined)
  /** A value that ends the signature only when it spans lines. */
  readonly value?: string | ((node: SyntaxNode) => SyntaxNode | undefined)
  /** Containers it counts in. Default for constants: everything but functions and tests. */
  readonly within?: readonly (UnitKind | 'file')[]
  /** Adjacent siblings with the same key are clauses of one unit. */
  readonly clause?: (node: SyntaxNode) => string
  /** Sibling types that follow and belong to it, where the grammar puts the body beside its head. */
  readonly tail?: readonly string[]
  /** A mere declaration, left out when the file also defines the same name. */
  readonly yields?: boolean
  /** False: units inside are not looked for. */
  readonly enter?: false
}

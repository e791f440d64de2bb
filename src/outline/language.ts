/** A row of the language table: how its files are recognised, and how they are outlined. */
import type { Syntax } from './syntax.ts'
import type { Unit } from './unit.ts'

interface LanguageFiles {
  readonly id: string
  /** Lower case, without the dot. */
  readonly extensions: readonly string[]
  /** Whole file names. */
  readonly filenames?: readonly string[]
  /** Programs in a `#!` line, without their version. */
  readonly interpreters?: readonly string[]
  /** Where several languages share an extension: this one takes a file only when its text matches. */
  readonly claims?: RegExp
}

export interface GrammarLanguage extends LanguageFiles {
  readonly syntax: Syntax
}

export interface PlainLanguage extends LanguageFiles {
  /** Outlines whose structure is plain enough to need no grammar. */
  readonly outline: (text: string) => Unit[]
}

export type Language = GrammarLanguage | PlainLanguage

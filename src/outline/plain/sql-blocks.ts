import type { SqlToken } from './sql-tokens.ts'

/** Words that open a block which an `end` closes. */
const openers = new Set(['begin', 'case'])
/** `end if` and its like close what is not counted. */
const uncounted = new Set(['if', 'loop', 'while', 'repeat', 'for'])
const transactions = new Set(['transaction', 'tran', 'work'])

/**
 * Whether a semicolon inside a routine ends it. Inside `begin … end` it does not, nor among the declarations
 * between `as` or `is` and the `begin` they lead to; a body given as a string has neither.
 */
export class SqlBlocks {
  #parentheses = 0
  #open = 0
  #awaitsBegin = false
  /** The body is known not to come behind an `as`: it has begun, or it is an expression. */
  #bodySeen = false
  #previous = ''

  get closed(): boolean {
    return this.#open === 0 && !this.#awaitsBegin
  }

  /** A word that counts in itself, not inside parentheses. */
  get outside(): boolean {
    return this.#parentheses === 0
  }

  take(token: SqlToken, word: string): void {
    if (this.#previous === 'end' && !uncounted.has(word) && this.#open > 0) this.#open--
    if ((this.#previous === 'as' || this.#previous === 'is') && token.kind === 'string') {
      this.#awaitsBegin = false
      this.#bodySeen = true
    }
    if (word === '(') this.#parentheses++
    else if (word === ')') this.#parentheses = Math.max(0, this.#parentheses - 1)
    else if (this.outside) this.#takeWord(word)
    if (this.outside) this.#previous = word
  }

  #takeWord(word: string): void {
    if (openers.has(word) && this.#previous !== 'end') this.#open++
    if (transactions.has(word) && this.#previous === 'begin') this.#open--
    if (word === 'begin' || word === 'return') {
      this.#awaitsBegin = this.#awaitsBegin && word !== 'begin'
      this.#bodySeen ||= word === 'begin' || !this.#awaitsBegin
    } else if (!this.#bodySeen && (word === 'as' || word === 'is' || word === 'declare')) {
      this.#awaitsBegin = true
    }
  }
}

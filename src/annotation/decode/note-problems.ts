/** Something found in a note that is not as it should be. The caller, who knows the commit, adds it. */
export interface NoteProblem {
  /** One line, lower case, no full stop. */
  readonly message: string
}

const mostListed = 20

/** Collects problems of one note. Bounded: garbage must not turn into a hundred thousand warnings. */
export class NoteProblems {
  readonly #repaired: string[] = []
  readonly #malformed: string[] = []

  /** Read, but not as it was written. */
  repaired(message: string): void {
    this.#repaired.push(message)
  }

  /** Skipped: this part of the note is not in the answer. */
  malformed(message: string): void {
    this.#malformed.push(message)
  }

  lists(): { repaired: readonly NoteProblem[]; malformed: readonly NoteProblem[] } {
    return { repaired: bounded(this.#repaired), malformed: bounded(this.#malformed) }
  }
}

function bounded(messages: readonly string[]): NoteProblem[] {
  const listed = messages.slice(0, mostListed).map((message) => ({ message }))
  const rest = messages.length - listed.length
  return rest === 0 ? listed : [...listed, { message: `and ${rest} more problems in the same note` }]
}

/** Text from a note, fit for a message: on one line, short, nothing a terminal would act on. */
export function quoted(text: string): string {
  const short = text.length > 60 ? `${text.slice(0, 60)}…` : text
  return `'${short.replace(/[\p{C}\u2028\u2029]/gu, '?')}'`
}

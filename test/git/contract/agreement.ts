/** Counts on how many lines a backend agrees with git. The native one has no excuse; the embedded one must reach 99 %. */
import { expect } from 'bun:test'
import type { Repository } from '../../../src/git/repository.ts'
import { place, type Round } from './histories.ts'
import type { OwnedLine } from './oracle.ts'

/** The part of lines that the embedded backend must get right. */
const leastShare = 0.99

export class Agreement {
  readonly #subject: string
  #lines = 0
  #sameCommit = 0
  #same = 0
  #first: string | undefined

  constructor(subject: string) {
    this.#subject = subject
  }

  compare(round: Round, path: string, ours: readonly OwnedLine[], gits: readonly OwnedLine[]): void {
    expect(place(round, path, `${ours.length}`)).toBe(place(round, path, `${gits.length}`))
    for (const [at, git] of gits.entries()) {
      const our = ours[at]
      this.#lines++
      if (our?.commit === git.commit) this.#sameCommit++
      if (our?.commit === git.commit && our.path === git.path && our.original === git.original) this.#same++
      else this.#first ??= place(round, path, `line ${at + 1}: ours ${describe(our)}, git's ${describe(git)}`)
    }
  }

  expectEnough(backend: Repository['backend']): void {
    expect(this.#lines).toBeGreaterThan(100)
    if (backend === 'native') {
      expect(this.#first).toBeUndefined()
      return
    }
    process.stderr.write(
      `embedded, ${this.#subject}: ${percent(this.#sameCommit, this.#lines)} of ${this.#lines} lines`,
    )
    process.stderr.write(` have git's commit, ${percent(this.#same, this.#lines)} also its path and line\n`)
    if (this.#sameCommit < leastShare * this.#lines)
      throw new Error(`${percent(this.#sameCommit, this.#lines)} agree, first: ${this.#first}`)
  }
}

function describe(line: OwnedLine | undefined): string {
  return line === undefined ? 'none' : `${line.commit} ${line.path}:${line.original}`
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(2)} %`
}

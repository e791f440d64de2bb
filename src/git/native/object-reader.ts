/**
 * One long-lived `git cat-file --batch` per repository. Questions go down its input as lines, answers come back
 * in the same order. There are questions git dies of (`@{u}` without an upstream, a missing object of a partial
 * clone): such a one has no answer, and the open ones behind it are put to a new process.
 */
import type { Subprocess } from 'bun'
import { UltragitError } from '../../base/errors.ts'
import { AnswerParser, type ObjectAnswer } from './parse-answers.ts'
import { type GitProgram, gitFailure, spawnGitConversation } from './run-git.ts'

export interface Question {
  /** An object id or any revision expression, without a line break. */
  readonly name: string
  /** A larger object is answered without its bytes. */
  readonly limit: number
}

interface OpenQuestion extends Question {
  /** How often the process was killed, by whomever, while this question was the next. */
  killed: number
  resolve(answer: ObjectAnswer | undefined): void
  reject(error: unknown): void
}

type Child = Subprocess<'pipe', 'pipe', 'pipe'>

/** git has this object in every repository, so only a process that cannot work at all has no answer. */
const harmless = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'
/** Waiting for the rest of an object nobody wants costs more than a new process from here on. */
const longestSkip = 16_000_000

export class ObjectReader {
  readonly #git: GitProgram
  #child: Child | undefined
  #waiting: OpenQuestion[] = []
  /** Waiting ones that git has not been asked yet. */
  #unsent: Question[] = []

  constructor(git: GitProgram) {
    this.#git = git
  }

  /** Starts git; fails with git's own words when it refuses the repository. */
  async open(): Promise<void> {
    await this.ask(harmless)
  }

  async ask(name: string, limit = Number.POSITIVE_INFINITY): Promise<ObjectAnswer | undefined> {
    const [answer] = await this.#put([{ name, limit }])
    return answer
  }

  async askAll(names: readonly string[]): Promise<(ObjectAnswer | undefined)[]> {
    return this.#put(names.map((name) => ({ name, limit: Number.POSITIVE_INFINITY })))
  }

  close(): void {
    this.#failAll(new UltragitError('cancelled', 'the repository was closed'))
    this.#child?.kill()
    this.#child = undefined
  }

  #put(questions: readonly Question[]): Promise<(ObjectAnswer | undefined)[]> {
    if (questions.length === 0) return Promise.resolve([])
    // One promise for all of them: there may be a hundred thousand.
    const { promise, resolve, reject } = Promise.withResolvers<(ObjectAnswer | undefined)[]>()
    const answers: (ObjectAnswer | undefined)[] = new Array(questions.length)
    let open = questions.length
    for (const [at, { name, limit }] of questions.entries()) {
      const answered = (answer: ObjectAnswer | undefined) => {
        answers[at] = answer
        if (--open === 0) resolve(answers)
      }
      this.#waiting.push({ name, limit, killed: 0, resolve: answered, reject })
    }
    if (this.#child === undefined) this.#start()
    else this.#send(questions)
    return promise
  }

  /** What is asked side by side goes out in one write: each one wakes git up. */
  #send(questions: readonly Question[]): void {
    if (this.#unsent.length === 0)
      queueMicrotask(() => {
        const unsent = this.#unsent.splice(0)
        if (this.#child !== undefined && unsent.length > 0) write(this.#child, unsent)
      })
    this.#unsent.push(...questions)
  }

  /** Puts all open questions to a new process. */
  #start(): void {
    const child = spawnGitConversation(this.#git, ['cat-file', '--batch'])
    child.unref()
    this.#child = child
    this.#unsent = []
    write(child, [{ name: harmless }, ...this.#waiting])
    void this.#listen(child)
  }

  async #listen(child: Child): Promise<void> {
    const stderr = child.stderr.text()
    // The first answer is to the harmless question, which nobody waits for.
    let works = false
    const parser = new AnswerParser(() => (works ? (this.#waiting[0]?.limit ?? 0) : 0))
    try {
      for await (const chunk of child.stdout) {
        for (const answer of parser.push(chunk)) {
          if (this.#child !== child) return
          if (!works) works = true
          else this.#waiting.shift()?.resolve(answer)
          if (answer === undefined || answer.bytes !== undefined || answer.size < longestSkip) continue
          this.#replace(child)
          return
        }
      }
      const failure = gitFailure(['cat-file'], { status: await child.exited, stderr: await stderr })
      if (this.#child !== child) return
      this.#child = undefined
      if (works) this.#goOn(child, failure)
      else this.#failAll(failure)
    } catch (error) {
      child.kill()
      if (this.#child !== child) return
      this.#child = undefined
      this.#failAll(error)
    }
  }

  #replace(child: Child): void {
    child.kill()
    this.#child = undefined
    if (this.#waiting.length > 0) this.#start()
  }

  /** After the end of a process that did work: the question it had not answered yet is what it died of. */
  #goOn(child: Child, failure: UltragitError): void {
    const [next] = this.#waiting
    if (next !== undefined && child.signalCode === null) this.#waiting.shift()?.resolve(undefined)
    else if (next !== undefined && next.killed++ > 0) this.#waiting.shift()?.reject(failure)
    if (this.#waiting.length > 0) this.#start()
  }

  #failAll(error: unknown): void {
    for (const question of this.#waiting.splice(0)) question.reject(error)
  }
}

function write(child: Child, questions: readonly Pick<Question, 'name'>[]): void {
  try {
    ignoreEnd(child.stdin.write(`${questions.map(({ name }) => name).join('\n')}\n`))
    ignoreEnd(child.stdin.flush())
  } catch {
    // A process that is gone cannot be written to. The listener notices that it is gone, and knows why.
  }
}

function ignoreEnd(written: number | Promise<number>): void {
  if (written instanceof Promise) written.catch(() => undefined)
}

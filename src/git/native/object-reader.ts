/**
 * One long-lived `git cat-file --batch` per repository. Questions go down its input as lines, answers come back
 * in the same order. When it dies every open question fails, and the next one starts it anew.
 */
import type { Subprocess } from 'bun'
import { UltragitError } from '../../base/errors.ts'
import type { Oid } from '../../base/ids.ts'
import type { GitObject, ObjectType } from '../repository.ts'
import { type GitProgram, gitFailure, spawnGitConversation } from './run-git.ts'

export interface ObjectAnswer {
  readonly oid: Oid
  readonly type: ObjectType
  readonly size: number
  /** Empty in `check` mode. */
  readonly bytes: Uint8Array
}

interface Question {
  resolve(answer: ObjectAnswer | undefined): void
  reject(error: unknown): void
}

type Mode = 'batch' | 'batch-check'

export class ObjectReader {
  readonly #git: GitProgram
  readonly #mode: Mode
  #child: Subprocess<'pipe', 'pipe', 'pipe'> | undefined
  #waiting: Question[] = []

  constructor(git: GitProgram, mode: Mode) {
    this.#git = git
    this.#mode = mode
  }

  /** `name` is an object id or any revision expression; it must not hold a line break. */
  async ask(name: string): Promise<ObjectAnswer | undefined> {
    const [answer] = await this.askAll([name])
    return answer
  }

  async askAll(names: readonly string[]): Promise<(ObjectAnswer | undefined)[]> {
    if (names.length === 0) return []
    const child = this.#child ?? this.#start()
    const answers = names.map(
      () =>
        new Promise<ObjectAnswer | undefined>((resolve, reject) => {
          this.#waiting.push({ resolve, reject })
        }),
    )
    child.stdin.write(`${names.join('\n')}\n`)
    child.stdin.flush()
    return Promise.all(answers)
  }

  async object(oid: Oid): Promise<GitObject | undefined> {
    return this.ask(oid)
  }

  close(): void {
    this.#child?.kill()
    this.#child = undefined
  }

  #start(): Subprocess<'pipe', 'pipe', 'pipe'> {
    const child = spawnGitConversation(this.#git, ['cat-file', `--${this.#mode}`])
    child.unref()
    this.#child = child
    void this.#listen(child)
    return child
  }

  /** Reads answers until the process ends, then fails whatever is still open. */
  async #listen(child: Subprocess<'pipe', 'pipe', 'pipe'>): Promise<void> {
    const stderr = child.stderr.text()
    const parser = new AnswerParser(this.#mode)
    try {
      for await (const chunk of child.stdout) {
        for (const answer of parser.push(chunk)) this.#waiting.shift()?.resolve(answer)
      }
      const run = { status: await child.exited, stdout: new Uint8Array(), stderr: await stderr }
      this.#failAll(child, gitFailure(['cat-file'], run))
    } catch (error) {
      child.kill()
      this.#failAll(child, error)
    }
  }

  #failAll(child: Subprocess<'pipe', 'pipe', 'pipe'>, error: unknown): void {
    if (this.#child === child) this.#child = undefined
    for (const question of this.#waiting.splice(0)) question.reject(error)
  }
}

/** Cuts the stream into answers; keeps what is not complete yet. */
class AnswerParser {
  readonly #mode: Mode
  #chunks: Uint8Array[] = []
  #length = 0
  /** Bytes needed before another attempt makes sense; avoids joining a large blob chunk by chunk. */
  #needed = 1

  constructor(mode: Mode) {
    this.#mode = mode
  }

  push(chunk: Uint8Array): (ObjectAnswer | undefined)[] {
    this.#chunks.push(chunk)
    this.#length += chunk.length
    if (this.#length < this.#needed) return []
    const bytes = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks)
    const answers: (ObjectAnswer | undefined)[] = []
    let at = 0
    this.#needed = 1
    while (at < bytes.length) {
      const lineEnd = bytes.indexOf(10, at)
      if (lineEnd === -1) break
      const header = parseHeader(Buffer.from(bytes.buffer, bytes.byteOffset + at, lineEnd - at).toString())
      if (header === undefined) {
        answers.push(undefined)
        at = lineEnd + 1
        continue
      }
      const bodyEnd = this.#mode === 'batch' ? lineEnd + 1 + header.size + 1 : lineEnd + 1
      if (bodyEnd > bytes.length) {
        this.#needed = bodyEnd - at
        break
      }
      const body = this.#mode === 'batch' ? bytes.slice(lineEnd + 1, bodyEnd - 1) : new Uint8Array()
      answers.push({ ...header, bytes: body })
      at = bodyEnd
    }
    const rest = bytes.subarray(at)
    this.#chunks = rest.length === 0 ? [] : [rest]
    this.#length = rest.length
    return answers
  }
}

const known = /^([0-9a-f]{40,64}) (commit|tree|blob|tag) (\d+)$/
const unknown = / (missing|ambiguous)$/

function parseHeader(line: string): { oid: Oid; type: ObjectType; size: number } | undefined {
  const found = known.exec(line)
  // The pattern above proves both casts.
  if (found !== null) return { oid: found[1] as Oid, type: found[2] as ObjectType, size: Number(found[3]) }
  if (unknown.test(line)) return undefined
  throw new UltragitError('git_failed', `git cat-file answered '${line.slice(0, 100)}'`)
}

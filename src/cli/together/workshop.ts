/** Runs commands, one's own and those of others, in the same way, with what they have in common opened once. */
import * as v from 'valibot'
import { UltragitError } from '../../base/errors.ts'
import { Gate } from '../../mcp/gate.ts'
import { keepTrees } from '../../outline/kept-trees.ts'
import type { Sink } from '../command.ts'
import { run } from '../run.ts'
import type { Answer, Call, Done, HandedOver } from './hand-over.ts'
import { SharedSessions } from './shared-sessions.ts'

const mostAtOnce = 64
/** Those who annotate side by side often do so for versions of the same few files. */
const treesKept = 6

const screen = v.object({ isTTY: v.boolean(), columns: v.number() })
const handedOver: v.GenericSchema<unknown, HandedOver> = v.object({
  kin: v.string(),
  argv: v.array(v.string()),
  cwd: v.string(),
  env: v.record(v.string(), v.string()),
  now: v.number(),
  stdinIsTerminal: v.boolean(),
  input: v.exactOptional(v.string()),
  stdout: screen,
  stderr: screen,
})

export class Workshop {
  readonly #sessions = new SharedSessions()
  readonly #gate = new Gate(mostAtOnce)

  constructor() {
    keepTrees(treesKept)
  }

  runOwn({ argv, surroundings, now }: Call): Promise<number> {
    return run(argv, {
      ...surroundings,
      ...(now === undefined ? {} : { now }),
      openSession: (options) => this.#sessions.open(options),
    })
  }

  /** Undefined when the message is none, or nobody wants to know any more. */
  async serve(message: unknown, kin: string, signal: AbortSignal): Promise<Answer | undefined> {
    const { output: work, success } = v.safeParse(handedOver, message)
    if (!success) return undefined
    if (work.kin !== kin) return 'alone'
    return this.#gate.run(signal, () => this.#runFor(work))
  }

  close(): void {
    this.#sessions.close()
  }

  async #runFor(work: HandedOver): Promise<Answer> {
    const said: (readonly [1 | 2, string])[] = []
    const sink = (stream: 1 | 2): Sink => ({
      ...(stream === 1 ? work.stdout : work.stderr),
      write: (text) => said.push([stream, text]),
    })
    let isInputWanted = false
    const stdin = {
      isTerminal: () => work.stdinIsTerminal,
      stream: () => {
        if (work.input !== undefined) return new Blob([Buffer.from(work.input, 'base64')]).stream()
        isInputWanted = true
        throw new UltragitError('cancelled', 'what stands on standard input is not here')
      },
    }
    const status = await run(work.argv, {
      cwd: work.cwd,
      env: work.env,
      now: new Date(work.now),
      stdout: sink(1),
      stderr: sink(2),
      stdin,
      openSession: (options) => this.#sessions.open(options),
    })
    const done: Done = { status, said }
    return isInputWanted ? 'input' : done
  }
}

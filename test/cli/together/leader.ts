/** Leaders for tests: a real one that waits for its own input and serves meanwhile, and one that says what it is told to. */
import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { encodeFrame, FrameReader } from '../../../src/cli/together/frame.ts'
import type { HandedOver } from '../../../src/cli/together/hand-over.ts'
import { binaryPath } from '../../support/binary.ts'
import type { TempRepo } from '../../support/temp-repo.ts'

export function socketOf(repo: TempRepo): string {
  return join(repo.dir, '.git', 'ultragit', `writers-${process.getuid?.()}`, 'socket')
}

export interface RealLeader {
  readonly child: Bun.Subprocess<'pipe', 'pipe', 'pipe'>
  /** Gives it its input; gives its exit status. */
  finish(): Promise<number>
}

/** Has the turn until it is told to finish: it reads standard input, which is left open. */
export async function startLeader(repo: TempRepo): Promise<RealLeader> {
  const child = Bun.spawn([binaryPath(), 'annotate', 'HEAD'], {
    cwd: repo.dir,
    env: process.env,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  while (!existsSync(socketOf(repo))) await Bun.sleep(5)
  return {
    child,
    finish: () => {
      child.stdin.write('{"summary":"of the leader","regions":[]}')
      child.stdin.end()
      return child.exited
    },
  }
}

/** What a client gets for its request, as bytes; undefined: it is hung up on. */
export type Reply = (
  request: HandedOver,
  count: number,
) => Promise<Uint8Array | undefined> | Uint8Array | undefined

export interface FakeLeader {
  readonly requests: HandedOver[]
  stop(): void
}

export function fakeLeader(repo: TempRepo, reply: Reply): FakeLeader {
  const socket = socketOf(repo)
  mkdirSync(dirname(dirname(socket)), { recursive: true })
  mkdirSync(dirname(socket), { recursive: true, mode: 0o700 })
  const requests: HandedOver[] = []
  const listener = Bun.listen<FrameReader>({
    unix: socket,
    socket: {
      open: (connection) => {
        connection.data = new FrameReader(1e9)
      },
      data: async (connection, bytes) => {
        const frame = connection.data.push(bytes)
        if (frame === undefined || frame === 'broken') return
        const request = frame.message as HandedOver
        requests.push(request)
        const answer = await reply(request, requests.length)
        if (answer === undefined) connection.terminate()
        else {
          connection.write(answer)
          connection.end()
        }
      },
    },
  })
  return { requests, stop: () => listener.stop(true) }
}

/** Stands between clients and the real leader, which goes on under another name. */
export function standBetween(repo: TempRepo, drop: (count: number) => boolean = () => false): FakeLeader {
  const behind = `${socketOf(repo)}-2`
  renameSync(socketOf(repo), behind)
  return fakeLeader(repo, async (request, count) => {
    const answer = await exchange(behind, encodeFrame(request))
    return drop(count) ? undefined : answer
  })
}

/** Says it to a socket; gives all that comes back until the other hangs up. */
export function exchange(socket: string, bytes: Uint8Array): Promise<Uint8Array> {
  const { promise, resolve } = Promise.withResolvers<Uint8Array>()
  const parts: Buffer[] = []
  const done = () => resolve(Buffer.concat(parts))
  void Bun.connect({
    unix: socket,
    socket: {
      open: (connection) => void connection.write(bytes),
      data: (_connection, part) => void parts.push(Buffer.from(part)),
      close: done,
      error: done,
    },
  }).catch(done)
  return promise
}

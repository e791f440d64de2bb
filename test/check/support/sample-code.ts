/** A small file of two functions and a class, for checks to change. */
export const client = `import { open } from './socket'

export function connect(host: string): number {
  const socket = open(host)
  socket.setKeepAlive(true)
  return socket.descriptor
}

export function close(socket: number): void {
  release(socket)
}

export class Pool {
  size = 4

  take(): number {
    return connect('localhost')
  }

  give(socket: number): void {
    close(socket)
  }
}
`

/** Long enough to be recognised by its content alone. */
export const retry = `export function retryWithBackoff(attempt: () => boolean, limit: number): number {
  let delay = 100
  let tries = 0
  while (tries < limit) {
    tries += 1
    if (attempt()) return tries
    delay = Math.min(delay * 2, 30_000)
    sleepFor(delay + jitterOf(delay, tries))
  }
  reportExhausted('gave up', tries, delay)
  return -1
}
`

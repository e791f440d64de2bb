/** Hands the work over to the process that works for all, and waits for its answer. */
import { encodeFrame, FrameReader } from './frame.ts'
import { type Answer, type HandedOver, mostAnswerBytes, mostRequestBytes, parseAnswer } from './hand-over.ts'

export interface AskOptions {
  readonly socket: string
  /** Milliseconds until the other counts as lost. */
  readonly patience: number
}

/** Undefined when there is no whole answer: nobody was there, the other ended or died, or patience did. */
export function askLeader(work: HandedOver, { socket, patience }: AskOptions): Promise<Answer | undefined> {
  const request = encodeFrame(work)
  if (request.length > mostRequestBytes) return Promise.resolve('alone')
  const { promise, resolve } = Promise.withResolvers<Answer | undefined>()
  const reader = new FrameReader(mostAnswerBytes)
  let unsent = request
  const send = (connection: Bun.Socket) => {
    unsent = unsent.subarray(Math.max(0, connection.write(unsent)))
  }
  const lost = () => resolve(undefined)
  const timer = setTimeout(lost, patience)
  const connected = Bun.connect({
    unix: socket,
    socket: {
      open: send,
      drain: send,
      data: (_connection, bytes) => {
        const frame = reader.push(bytes)
        if (frame !== undefined) resolve(frame === 'broken' ? undefined : parseAnswer(frame.message))
      },
      close: lost,
      error: lost,
      connectError: lost,
    },
  })
  connected.catch(lost)
  return promise.finally(() => {
    clearTimeout(timer)
    connected.then((connection) => connection.terminate()).catch(() => {})
  })
}

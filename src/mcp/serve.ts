/** The MCP server over standard input and output, from its first byte to its clean end. */
import type { Session } from '../session.ts'
import { findRepository, type Whereabouts } from './repositories/find-repository.ts'
import { KeptSessions } from './repositories/kept-sessions.ts'
import type { Tool } from './tools/tool.ts'
import { StdioTransport, standardStreams } from './transport.ts'
import { WarmUp } from './warm-up.ts'

export interface ServeOptions extends Whereabouts {
  readonly noteref: string | undefined
  readonly tools: readonly Tool[]
  /** Told what went wrong in ultragit itself, and what the user should know. */
  report(text: string): void
  /** Told what only a curious user wants to know. */
  detail(text: string): void
}

/** How long requests in flight may still take when the client is gone. */
const grace = 2_000

export async function serve(options: ServeOptions): Promise<void> {
  const { env, noteref, report, detail } = options
  const transport = new StdioTransport(standardStreams())
  const sessions = new KeptSessions({ env, flags: noteref === undefined ? {} : { noteref }, report })
  const stop = () => transport.stopReading()
  process.on('SIGTERM', stop).on('SIGINT', stop)
  // Imported here: what starts the process should not wait for what speaks the protocol.
  const [{ makeServer }, { serveStdio }] = await Promise.all([
    import('./make-server.ts'),
    import('@modelcontextprotocol/server/stdio'),
  ])
  const warmUp = new WarmUp(options, sessions)
  const warm = () => void warmUp.begin().catch((error) => detail(stackOf(error)))
  const handle = serveStdio(
    ({ era }) => {
      const reportBug = (error: unknown) => report(stackOf(error))
      const server = makeServer({ tools: options.tools, withSession, reportBug })
      if (era === 'legacy') server.oninitialized = warm
      // The newer era has no such moment: a little after the first request, so that its answer goes first.
      else setTimeout(warm, 20).unref()
      return server
    },
    { transport, onerror: (error) => detail(error.message) },
  )
  await transport.ended
  await Promise.race([transport.settled(), pause(grace)])
  warmUp.stop()
  await handle.close()
  sessions.close()

  async function withSession<T>(
    path: string,
    signal: AbortSignal,
    work: (session: Session) => Promise<T>,
  ): Promise<T> {
    const found = await findRepository(options, path)
    return sessions.use(found, signal, work)
  }
}

function pause(time: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, time).unref())
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

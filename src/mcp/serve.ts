/** The MCP server over standard input and output, from its first byte to its clean end. */
import type { Session } from '../session.ts'
import { findRepository, type Whereabouts } from './repositories/find-repository.ts'
import { KeptSessions } from './repositories/kept-sessions.ts'
import type { Tool } from './tools/tool.ts'
import { StdioTransport, standardStreams } from './transport.ts'

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
  const warming = new AbortController()
  const handle = serveStdio(
    ({ era }) => {
      const server = makeServer({
        tools: options.tools,
        withSession,
        reportBug: (error) => report(stackOf(error)),
      })
      const begin = () =>
        void warm(options, sessions, warming.signal).catch((error) => detail(stackOf(error)))
      if (era === 'legacy') server.oninitialized = begin
      else setTimeout(begin, 20).unref()
      return server
    },
    { transport, onerror: (error) => detail(error.message) },
  )
  await transport.ended
  await Promise.race([transport.settled(), pause(grace)])
  warming.abort()
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

/** Reads what the first call will need, so that it finds it read. */
async function warm(place: Whereabouts, sessions: KeptSessions, signal: AbortSignal): Promise<void> {
  const [found, { openPlaces }] = await Promise.all([
    findRepository(place, undefined),
    import('../place/open-places.ts'),
    import('../read/read-text.ts'),
  ])
  await sessions.warm(found, (session) => openPlaces(session, { signal }))
}

function pause(time: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, time).unref())
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

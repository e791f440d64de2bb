/** A recorded session, spoken again: the lines of the client are sent as they stand, and those of the server are heard. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { TempRepo, tempFolder } from '../../support/temp-repo.ts'
import { annotate } from '../server/annotated-repo.ts'
import { ServerProcess } from '../server/server-process.ts'

/** The same commits on every machine, in a folder of the same name. */
function sessionRepo(): TempRepo {
  const dir = join(tempFolder(), 'broker')
  mkdirSync(dir)
  const repo = new TempRepo(dir)
  repo.git('init', '-q', '-b', 'main')
  const commit = repo.commit({
    'src/client.ts':
      'export function connect(url: string): Session {\n  return open(url, { keepAlive: 45 })\n}\n',
  })
  annotate(repo, commit, 'connect', [
    {
      file: 'src/client.ts',
      name: 'connect',
      lines: [1, 3],
      intent: 'keep the session while phones sleep',
      constraints: [{ text: 'keepAlive must stay below the broker limit of 60', source: 'author' }],
    },
  ])
  return repo
}

/** Lines begin with `→` or `←`; gives the same with what the server says now. */
export async function replaySession(recorded: string): Promise<string> {
  const server = new ServerProcess({ cwd: sessionRepo().dir })
  const spoken: string[] = []
  for (const line of recorded.split('\n').filter((one) => one.startsWith('→ '))) {
    const message = line.slice(2)
    server.sendBytes(`${message}\n`)
    spoken.push(line)
    const { id } = JSON.parse(message)
    if (id !== undefined) spoken.push(`← ${JSON.stringify(await server.answer(id))}`)
  }
  const { status } = await server.close()
  if (status !== 0) throw new Error(`the server ended with ${status}`)
  // The version is that of the build.
  return spoken.join('\n').replaceAll(/("name":"ultragit","version":)"[^"]*"/g, '$1"…"')
}

/** The repository a command works on: `--repo` when it is given, else the one of the current directory. */
import { resolve } from 'node:path'
import { openSession, type Session } from '../session.ts'
import type { CommandData } from './command.ts'

/** Opens it and says what is wrong with its settings. The caller closes it. */
export async function openCommandSession(data: CommandData): Promise<Session> {
  const open = data.surroundings.openSession ?? openSession
  const session = await open(sessionOptions(data))
  for (const warning of session.config.warnings) data.output.warn(warning)
  return session
}

export function sessionOptions({
  surroundings,
  flags,
  output,
}: CommandData): Parameters<typeof openSession>[0] {
  return {
    cwd: resolve(surroundings.cwd, flags.repo ?? '.'),
    env: surroundings.env,
    report: (line) => output.note(line),
    flags: flags.noteref === undefined ? {} : { noteref: flags.noteref },
  }
}

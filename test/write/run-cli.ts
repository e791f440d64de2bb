/** A command run in this process, as the binary would run it: for the many cases that need no process of their own. */
import { run } from '../../src/cli/run.ts'
import type { TempRepo } from '../support/temp-repo.ts'

export interface CliResult {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
}

export async function runCli(
  repo: Pick<TempRepo, 'dir'>,
  args: readonly string[],
  { input, env = {} }: { input?: unknown; env?: Record<string, string> } = {},
): Promise<CliResult> {
  const said = { stdout: '', stderr: '' }
  const sink = (name: keyof typeof said) => ({
    write: (text: string) => {
      said[name] += text
    },
  })
  const text = typeof input === 'string' ? input : input === undefined ? '' : JSON.stringify(input)
  const status = await run(args, {
    cwd: repo.dir,
    env: { ...process.env, ...env },
    stdout: sink('stdout'),
    stderr: sink('stderr'),
    stdin: { isTerminal: () => input === undefined, stream: () => new Blob([text]).stream() },
  })
  return { status, ...said }
}

/** The same for a command that must work. */
export async function mustRun(...call: Parameters<typeof runCli>): Promise<string> {
  const result = await runCli(...call)
  if (result.status !== 0) throw new Error(`ultragit ${call[1].join(' ')}: ${result.stderr}`)
  return result.stdout
}

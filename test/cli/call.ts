/** The front door without a process: for the many questions that do not need the binary. */
import { run } from '../../src/cli/run.ts'

export async function call(
  args: readonly string[],
  { cwd = '/', env = {} }: { cwd?: string; env?: Record<string, string> } = {},
): Promise<{ status: number; stdout: string; stderr: string }> {
  const said = { stdout: '', stderr: '' }
  const sink = (name: keyof typeof said) => ({
    write: (text: string) => {
      said[name] += text
    },
  })
  const surroundings = { cwd, env, stdout: sink('stdout'), stderr: sink('stderr') }
  const status = await run(args, surroundings)
  return { status, ...said }
}

/** The compiled binary, built once per test run if a source is newer, and a way to run it as a user would. */
import { join } from 'node:path'

const root = join(import.meta.dir, '../..')
let built = false

export function binaryPath(): string {
  if (!built) {
    const build = Bun.spawnSync([process.execPath, join(root, 'build.ts'), '--if-stale'], { cwd: root })
    if (build.exitCode !== 0) throw new Error(`the build failed: ${build.stderr}`)
    built = true
  }
  return join(root, 'dist', process.platform === 'win32' ? 'ultragit.exe' : 'ultragit')
}

export interface RunOptions {
  readonly cwd: string
  /** Added to the environment of the tests; undefined removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly input?: string | Uint8Array
}

export interface RunResult {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

export function ultragit(args: readonly string[], { cwd, env, input }: RunOptions): RunResult {
  const run = Bun.spawnSync([binaryPath(), ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdin: input === undefined ? 'ignore' : Buffer.from(input),
  })
  return { status: run.exitCode, stdout: run.stdout.toString(), stderr: run.stderr.toString() }
}

/** The same without waiting: for tests with several processes at once. */
export async function startUltragit(
  args: readonly string[],
  { cwd, env, input }: RunOptions,
): Promise<RunResult> {
  const run = Bun.spawn([binaryPath(), ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdin: input === undefined ? 'ignore' : Buffer.from(input),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [stdout, stderr] = await Promise.all([
    new Response(run.stdout).text(),
    new Response(run.stderr).text(),
  ])
  return { status: await run.exited, stdout, stderr }
}

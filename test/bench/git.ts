/** git as the benchmark runs it: no configuration from outside, a fixed identity. */
import { devNull } from 'node:os'

const identity = { NAME: 'Bench', EMAIL: 'bench@example.com', DATE: '1700000000 +0000' }

/** For git and for what is measured alike. */
export const environment: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined || /^(GIT_|ULTRAGIT_|CLAUDE_)/.test(name) ? [] : [[name, value]],
    ),
  ),
  ...Object.fromEntries(
    Object.entries(identity).flatMap(([name, value]) => [
      [`GIT_AUTHOR_${name}`, value],
      [`GIT_COMMITTER_${name}`, value],
    ]),
  ),
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: devNull,
  GIT_TERMINAL_PROMPT: '0',
  LC_ALL: 'C',
  NO_COLOR: '1',
}

export function runGit(cwd: string, args: readonly string[], input?: string | Uint8Array): string {
  const run = Bun.spawnSync(['git', ...args], {
    cwd,
    env: environment,
    stdin: input === undefined ? 'ignore' : Buffer.from(input),
  })
  if (run.exitCode !== 0) throw new Error(`git ${args.join(' ')} exited with ${run.exitCode}: ${run.stderr}`)
  return run.stdout.toString()
}

/** Feeds git piece by piece: a history does not fit into memory as one text. */
export async function streamToGit(
  cwd: string,
  args: readonly string[],
  pieces: Iterable<string>,
): Promise<void> {
  const run = Bun.spawn(['git', ...args], { cwd, env: environment, stdio: ['pipe', 'ignore', 'inherit'] })
  let waiting = 0
  for (const piece of pieces) {
    run.stdin.write(piece)
    waiting += piece.length
    if (waiting > 4_000_000) {
      await run.stdin.flush()
      waiting = 0
    }
  }
  await run.stdin.end()
  if ((await run.exited) !== 0) throw new Error(`git ${args.join(' ')} exited with ${run.exitCode}`)
}

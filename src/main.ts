#!/usr/bin/env bun
/** The entry: the only place that knows the process. `--version` answers before anything else is loaded. */
import { asksAboutLongFile } from './cli/asks-about-long-file.ts'
import { forOneAnswer, leanEnvironment, withoutLean } from './cli/lean-environment.ts'
import {
  mayBeTerminal,
  StreamFailure,
  standardError,
  standardOutput,
  type Terminal,
} from './cli/standard-stream.ts'
import { commit, version } from './version.ts'

const argv = process.argv.slice(2)
const terminal: Terminal = {
  // The module brings streams of all kinds along.
  isTerminal: (fd) => process.getBuiltinModule('node:tty').isatty(fd),
  columns: (fd) => (fd === 1 ? process.stdout : process.stderr).columns,
}
const stdout = standardOutput(terminal)
const stderr = standardError(terminal)

try {
  process.exitCode = await answer()
} catch (error) {
  if (!(error instanceof StreamFailure)) throw error
  if (!error.readerIsGone) stderr.write(`error: the answer cannot be written: ${error.message}\n`)
  process.exitCode = error.readerIsGone ? 0 : 4
}

async function answer(): Promise<number> {
  if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) {
    stdout.write(`ultragit ${version} (${commit})\n`)
    return 0
  }
  // Bun's loop spins while the entry awaits a promise and no handle is open; the helper process of a repository counts
  // as none. Spinning takes the processor from the very git that is waited for.
  const open = setInterval(() => {}, 2 ** 30)
  try {
    const isTerminal = () => mayBeTerminal(0) && terminal.isTerminal(0)
    const stdin = { isTerminal, stream: () => Bun.stdin.stream() }
    const surroundings = { cwd: process.cwd(), env: withoutLean(process.env), stdout, stderr, stdin }
    if (argv[0] === 'annotate') {
      const { workTogether } = await import('./cli/together/work-together.ts')
      return await workTogether(argv, surroundings, startOver)
    }
    if (asksAboutLongFile(argv, surroundings.cwd)) startOver(forOneAnswer)
    const { run } = await import('./cli/run.ts')
    return await run(argv, surroundings)
  } finally {
    clearInterval(open)
  }
}

/** The same process with other settings of its engine, once; where that cannot be, the one that is here does it. */
function startOver(settings: Readonly<Record<string, string>>): void {
  // Not on Windows, and not from source: there the program is Bun, and its arguments are others.
  if (process.execve === undefined || !import.meta.path.startsWith('/$bunfs/')) return
  const lean = leanEnvironment(process.env, settings)
  if (lean === undefined) return
  try {
    process.execve(process.execPath, [process.argv0, ...argv], lean)
  } catch {
    // no such file any more, or not allowed
  }
}

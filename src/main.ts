#!/usr/bin/env bun
/** The entry: the only place that knows the process. `--version` answers before anything else is loaded. */
import { commit, version } from './version.ts'

// A reader that has seen enough (`ultragit licenses | head -1`) is no failure; an answer that cannot be stored is one.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    if (stream === process.stdout)
      process.stderr.write(`error: the answer cannot be written: ${error.message}\n`)
    process.exit(4)
  })
}

const argv = process.argv.slice(2)
if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) {
  process.stdout.write(`ultragit ${version} (${commit})\n`)
} else {
  const { run } = await import('./cli/run.ts')
  process.exitCode = await run(argv, {
    cwd: process.cwd(),
    env: process.env,
    stdout: process.stdout,
    stderr: process.stderr,
  })
}

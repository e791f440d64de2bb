#!/usr/bin/env bun
/** The entry: the only place that knows the process. `--version` answers before anything else is loaded. */
import { commit, version } from './version.ts'

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

/** The build script, without building: that is what all tests of the binary do. */
import { describe, expect, test } from 'bun:test'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { binaryPath } from '../support/binary.ts'

const root = join(import.meta.dir, '../..')

function build(...args: string[]) {
  const run = Bun.spawnSync([process.execPath, join(root, 'build.ts'), ...args], { cwd: root })
  return { status: run.exitCode, stderr: run.stderr.toString() }
}

describe('build.ts', () => {
  test.each([
    [['--if-stal'], "unknown option '--if-stal'"],
    [['--target'], "unknown target ''"],
    [['--target', 'bun-plan9'], "unknown target 'bun-plan9'"],
    [['--target', 'all', 'now'], "unknown option 'now'"],
  ])('%j is wrong usage', (args, message) => {
    const { status, stderr } = build(...args)
    expect(stderr).toStartWith(`error: ${message}\nhint: `)
    expect(status).toBe(2)
  })

  test('what is current is run without being built, with its own exit status', () => {
    const before = statSync(binaryPath()).mtimeMs
    const run = build('--if-stale', '--run', 'nosuch')
    expect(run).toEqual({ status: 2, stderr: "error: unknown command 'nosuch'\nhint: ultragit --help\n" })
    expect(statSync(binaryPath()).mtimeMs).toBe(before)
    expect(readdirSync(join(root, 'dist')).filter((name) => name.endsWith('.map'))).toEqual([])
  })
})

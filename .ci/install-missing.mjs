// Installs the packages when they are missing or older than the lockfile. Needs node and npm only.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const stamp = join(root, 'node_modules/.package-lock.json')
const bun = join(root, 'node_modules/bun/bin/bun.exe')
const npm = process.env.npm_execpath

if (
  !existsSync(stamp) ||
  statSync(join(root, 'package-lock.json')).mtimeMs > statSync(stamp).mtimeMs ||
  !existsSync(bun)
) {
  const command =
    npm === undefined ? ['npm', ['install', '--no-save']] : [process.execPath, [npm, 'install', '--no-save']]
  run(command[0], [...command[1], '--no-audit', '--no-fund', '--loglevel=error'])
}
// Some npm versions do not run a package's install script: bun is then still a placeholder.
if (readFileSync(bun).length < 1_000_000) run(process.execPath, [join(root, 'node_modules/bun/install.js')])

function run(program, args) {
  const done = spawnSync(program, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  if (done.status !== 0) process.exit(done.status ?? 1)
}

/** Reading needs no room on any disk: what git says is then heard through a pipe, and the index lives in memory. */
import { beforeAll, expect, test } from 'bun:test'
import { binaryPath, ultragit } from '../support/binary.ts'
import { TempRepo } from '../support/temp-repo.ts'

beforeAll(() => {
  binaryPath()
}, 60_000)

test.each(['read', 'history', 'summary'])('%s answers the same when nothing can be written', (command) => {
  const repo = TempRepo.init()
  for (let at = 0; at < 30; at++) repo.commit({ 'a.ts': `export function one() {\n  return ${at}\n}\n` })
  expect(ultragit(['annotate', '-m', 'why'], { cwd: repo.dir }).status).toBe(0)
  const asked = [command, 'a.ts', '--format', 'json']
  const expected = ultragit(asked, { cwd: repo.dir })
  expect(expected.status).toBe(0)
  const full = Bun.spawnSync(
    ['sh', '-c', `trap '' XFSZ; ulimit -f 0; exec "$0" "$@"`, binaryPath(), ...asked],
    { cwd: repo.dir, env: { ...process.env, ULTRAGIT_NO_CACHE: '1' } },
  )
  expect(full.stdout.toString()).toBe(expected.stdout)
  expect(full.exitCode).toBe(0)
})

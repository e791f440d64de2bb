import { describe, expect, test } from 'bun:test'
import { chownSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asOid } from '../../../src/base/ids.ts'
import { openRepository } from '../../../src/git/open-repository.ts'
import { type TempRepo, tempFolder } from '../../support/temp-repo.ts'
import { annotatedRepo, backends, open } from './same-as-git.ts'

const stranger = 12345

// Only root can give files away.
describe.skipIf(process.getuid?.() !== 0)('a repository of another user', () => {
  for (const backend of backends) {
    test(`is refused (${backend}), with the command that would allow it`, async () => {
      const temp = foreignRepo()
      const refusal = open(backend, { cwd: join(temp.dir, 'src') })
      await expect(refusal).rejects.toMatchObject({ name: 'UltragitError', code: 'git_failed' })
      const error = await open(backend, { cwd: temp.dir }).catch((thrown) => thrown)
      expect(error.message).toMatch(/another user|dubious ownership/)
      expect(error.hint).toContain('git config --global --add safe.directory')
      expect(error.hint).toContain(temp.dir)
    })

    test(`opens (${backend}) when the user's own configuration says it is safe`, async () => {
      const temp = foreignRepo()
      const onCommandLine = {
        GIT_CONFIG_COUNT: '1',
        GIT_CONFIG_KEY_0: 'safe.directory',
        GIT_CONFIG_VALUE_0: '*',
      }
      for (const env of [globalConfig(temp.dir), globalConfig('*'), onCommandLine]) {
        const repo = await open(backend, { cwd: join(temp.dir, 'src'), env })
        const head = await repo.head()
        expect((await repo.readCommits([head.oid ?? asOid('')])).size).toBe(1)
        repo.close()
      }
    })

    test(`stays refused (${backend}) for other values, an emptied list, and its own configuration`, async () => {
      const temp = foreignRepo()
      temp.git('config', '--file', join(temp.dir, '.git/config'), 'safe.directory', '*')
      const empty = join(tempFolder(), 'config')
      writeFileSync(empty, `[safe]\n\tdirectory = *\n\tdirectory =\n`)
      const environments = [
        {},
        globalConfig(join(temp.dir, 'src')),
        globalConfig(`${temp.dir}-other`),
        { GIT_CONFIG_GLOBAL: empty },
      ]
      for (const env of environments) {
        expect(temp.tryGit({ env: env as Record<string, string> }, 'rev-parse', 'HEAD').status).not.toBe(0)
        await expect(open(backend, { cwd: temp.dir, env })).rejects.toMatchObject({ code: 'git_failed' })
      }
    })

    test(`is refused (${backend}) also when only its git directory belongs to the other`, async () => {
      const temp = annotatedRepo()
      chownSync(join(temp.dir, '.git'), stranger, stranger)
      expect(temp.tryGit({}, 'rev-parse', 'HEAD').status).not.toBe(0)
      await expect(open(backend, { cwd: temp.dir })).rejects.toMatchObject({ code: 'git_failed' })
    })
  }

  test('is not opened by the embedded backend on the way around git', async () => {
    await expect(
      openRepository({ cwd: foreignRepo().dir, env: process.env, backend: 'auto' }),
    ).rejects.toMatchObject({ code: 'git_failed' })
  })
})

function globalConfig(safe: string): Record<string, string> {
  const place = join(tempFolder(), 'config')
  writeFileSync(place, `[safe]\n\tdirectory = ${safe}\n`)
  return { GIT_CONFIG_GLOBAL: place }
}

function foreignRepo(): TempRepo {
  const temp = annotatedRepo()
  for (const name of ['.', ...readdirSync(temp.dir, { recursive: true, encoding: 'utf8' })])
    chownSync(join(temp.dir, name), stranger, stranger)
  return temp
}

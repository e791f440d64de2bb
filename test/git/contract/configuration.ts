import { describe, expect, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { asOid, asRepoPath } from '../../../src/base/ids.ts'
import type { ConfigEntry } from '../../../src/git/repository.ts'
import { TempRepo, tempFolder } from '../../support/temp-repo.ts'
import type { Open } from './histories.ts'
import { gitRecords, pathOf } from './oracle.ts'

export function configurationContract(open: Open): void {
  describe('config', () => {
    test('lists keys, values, scopes and origins as git config does', async () => {
      const temp = TempRepo.init()
      temp.write('.git/config', localConfig)
      temp.write('.git/included', '[ultragit]\n\tfrom = included\n')
      const home = tempFolder()
      await Bun.write(join(home, '.gitconfig'), globalConfig(temp.dir))
      await Bun.write(join(home, 'by-dir'), '[ultragit]\n\tfrom = by-dir\n')
      const env = {
        ...process.env,
        HOME: home,
        GIT_CONFIG_GLOBAL: undefined,
        GIT_CONFIG_COUNT: '2',
        GIT_CONFIG_KEY_0: 'ultragit.scope',
        GIT_CONFIG_VALUE_0: 'command',
        GIT_CONFIG_KEY_1: 'ultragit.Sub.Section.key',
        GIT_CONFIG_VALUE_1: 'a\nb',
      }
      const repo = await open(temp.dir, env)
      const expected = configByGit(temp.dir, env)
      const ours = (entries: readonly ConfigEntry[]) => entries.filter(({ key }) => !hardening.has(key))
      expect(ours(await repo.config())).toEqual(ours(expected))
      expect(new Set(expected.map(({ scope }) => scope))).toEqual(new Set(['global', 'local', 'command']))
      repo.close()
    })

    test('sees a setting made after opening, and the one of a linked worktree', async () => {
      const temp = TempRepo.init()
      temp.commit({ 'a.ts': 'a\n' })
      const repo = await open(temp.dir)
      expect((await repo.config()).find(({ key }) => key === 'ultragit.late')).toBeUndefined()
      temp.git('config', 'ultragit.late', 'yes')
      expect((await repo.config()).find(({ key }) => key === 'ultragit.late')?.value).toBe('yes')
      repo.close()
      const linked = join(tempFolder(), 'linked')
      temp.git('worktree', 'add', '-q', linked)
      temp.git('config', 'extensions.worktreeConfig', 'true')
      new TempRepo(linked).git('config', '--worktree', 'ultragit.late', 'in the worktree')
      const other = await open(linked)
      const late = (await other.config()).filter(({ key }) => key === 'ultragit.late')
      expect(late.map(({ value, scope }) => `${scope}: ${value}`)).toEqual([
        'local: yes',
        'worktree: in the worktree',
      ])
      other.close()
    })

    test('says which file and line is malformed', async () => {
      const temp = TempRepo.init()
      const repo = await open(temp.dir)
      temp.write('.git/config', '[core]\n\tbare = false\n[broken\n')
      await expect(repo.config()).rejects.toThrow(/line 3.*config/)
      repo.close()
    })
  })

  describe('indexEntry', () => {
    test('gives what ls-files --stage gives, from the root and from below', async () => {
      const temp = indexRepo()
      for (const dir of [temp.dir, join(temp.dir, 'src')]) {
        const repo = await open(dir)
        for (const record of gitRecords(temp.dir, ['ls-files', '--stage', '-z'])) {
          const [mode = '', oid = ''] = record.split(' ')
          const path = pathOf(record.slice(record.indexOf('\t') + 1))
          expect(await repo.indexEntry(path)).toEqual({ path, mode, oid: asOid(oid) })
        }
        for (const path of ['nope.ts', 'src', 'sr', '*', 'b.ts']) {
          expect(await repo.indexEntry(asRepoPath(path))).toBeUndefined()
        }
        repo.close()
      }
    })

    test('reads every version of the index, and one written after opening', async () => {
      for (const version of ['2', '3', '4']) {
        const temp = indexRepo()
        const repo = await open(temp.dir)
        temp.git('update-index', '--index-version', version)
        temp.write('late.ts', 'late\n')
        temp.git('add', '-N', 'late.ts')
        temp.git('add', 'late.ts')
        const oid = asOid(temp.git('hash-object', 'late.ts'))
        expect(await repo.indexEntry(asRepoPath('late.ts'))).toEqual({
          path: asRepoPath('late.ts'),
          mode: '100644',
          oid,
        })
        expect(await repo.indexEntry(asRepoPath('src/x.ts'))).toBeDefined()
        repo.close()
      }
    })

    test('has nothing before the first add', async () => {
      const temp = TempRepo.init()
      const repo = await open(temp.dir)
      expect(await repo.indexEntry(asRepoPath('a.ts'))).toBeUndefined()
      expect([...(await repo.stagedRenames())]).toEqual([])
      repo.close()
    })
  })

  describe('stagedRenames', () => {
    test('gives renames that stand only in the index', async () => {
      const temp = indexRepo()
      temp.git('commit', '-q', '-m', 'all')
      temp.git('mv', 'a.ts', 'we ird/b "q".ts')
      temp.git('mv', 'src/x.ts', 'src/y.ts')
      temp.write('src/y.ts', `${long}one more\n`)
      temp.git('add', '-A')
      const repo = await open(temp.dir)
      const renames = (await repo.stagedRenames()).map(({ from, to }) => `${from} → ${to}`)
      expect(renames.sort()).toEqual(['a.ts → we ird/b "q".ts', 'src/x.ts → src/y.ts'])
      temp.git('commit', '-q', '-m', 'moved')
      expect([...(await repo.stagedRenames())]).toEqual([])
      repo.close()
    })
  })
}

const long = Array.from({ length: 30 }, (_, at) => `line ${at}\n`).join('')

function indexRepo(): TempRepo {
  const temp = TempRepo.init()
  temp.write('a.ts', 'a\n')
  temp.write('src/x.ts', long)
  temp.write('src/deep/ünï.ts', 'ü\n')
  temp.write('we ird/[x]*', 'w\n')
  temp.write('run.sh', '#!/bin/sh\n')
  temp.git('add', '-A')
  temp.git('update-index', '--chmod=+x', 'run.sh')
  mkdirSync(join(temp.dir, 'src/deep'), { recursive: true })
  return temp
}

/** What native turns off on git's command line to be safe; git lists it as set by the command. */
const hardening = new Set([
  ...['core.fsmonitor', 'core.hookspath', 'core.quotepath', 'log.showsignature', 'diff.suppressblankempty'],
  ...['diff.indentheuristic', 'diff.algorithm', 'gc.auto', 'maintenance.auto', 'core.pager'],
])

const localConfig = `[core]
	repositoryformatversion = 0
	bare = false
	Bare2 = "quo\\"ted" ; comment
# a comment
[ultragit]
	flag
	empty =
	path = one \\
two
	escapes = "tab\\tnew\\nline  "
	twice = 1
	TWICE = 2
	semicolon = a ; b
	quotedHash = "a # b"
	from = local
[Ultragit "Sub Section\\"x"] key=value
[include]
	path = included
[includeIf "onbranch:main"]
	path = included
[includeIf "onbranch:other"]
	path = nowhere
[ultragit]
	after = include
`

function globalConfig(dir: string): string {
  return `[user]\n\tname = Global\n[includeIf "gitdir:${dir}/"]\n\tpath = by-dir\n[include]\n\tpath = ~/missing\n`
}

function configByGit(dir: string, env: Readonly<Record<string, string | undefined>>): ConfigEntry[] {
  const run = Bun.spawnSync(['git', 'config', '--list', '-z', '--show-scope', '--show-origin'], {
    cwd: dir,
    env,
  })
  const fields = run.stdout.toString().split('\0').slice(0, -1)
  const entries: ConfigEntry[] = []
  for (let at = 0; at < fields.length; at += 3) {
    const [scope = '', origin = '', line = ''] = fields.slice(at, at + 3)
    const end = line.indexOf('\n')
    entries.push({
      key: end === -1 ? line : line.slice(0, end),
      value: end === -1 ? undefined : line.slice(end + 1),
      scope: scope as ConfigEntry['scope'], // git's own word
      origin,
    })
  }
  return entries
}

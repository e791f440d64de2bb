import { describe, expect, test } from 'bun:test'
import { chmodSync, copyFileSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { asOid, asRepoPath } from '../../../src/base/ids.ts'
import { openRepository } from '../../../src/git/open-repository.ts'
import { type TempRepo, tempFolder } from '../../support/temp-repo.ts'
import { callEverything } from './everything.ts'
import { annotatedRepo, backends, file, open } from './same-as-git.ts'

for (const backend of backends) {
  describe(`${backend} runs nothing a repository names`, () => {
    test('no program from its configuration, hooks or attributes', async () => {
      const { temp, sung } = boobyTrapped({ promisor: backend === 'native' })
      const repo = await open(backend, { cwd: join(temp.dir, 'src') })
      expect(await callEverything(repo, asOid(temp.head()), file)).toEqual([])
      const bounded = { commit: asOid(temp.head()), path: asRepoPath(file), not: [asOid(temp.head())] }
      await repo.blame(bounded)
      await repo.blame({
        ...bounded,
        not: Array.from({ length: 300 }, () => asOid(temp.git('rev-parse', 'HEAD~2'))),
      })
      expect(sung()).toEqual([])
      repo.close()
    })

    test('not when the environment names one either', async () => {
      const { temp, sung, bird } = boobyTrapped({ promisor: backend === 'native' })
      const names = [
        'GIT_EXTERNAL_DIFF',
        'GIT_PAGER',
        'PAGER',
        'GIT_EDITOR',
        'GIT_SSH_COMMAND',
        'GIT_ASKPASS',
      ]
      const env = Object.fromEntries(names.map((name) => [name, bird(name)]))
      const repo = await open(backend, { cwd: temp.dir, env })
      expect(await callEverything(repo, asOid(temp.head()), file)).toEqual([])
      expect(sung()).toEqual([])
      repo.close()
    })
  })
}

describe('the canaries', () => {
  test('go off when git is used without care', () => {
    const { temp, sung } = boobyTrapped()
    temp.tryGit({}, 'status')
    temp.tryGit({}, 'update-ref', 'refs/heads/x', 'HEAD')
    temp.tryGit({}, 'log', '-1', '-p')
    temp.tryGit({}, 'diff', 'HEAD', '--', file)
    temp.tryGit({}, 'blame', '--no-ignore-revs-file', 'HEAD', '--', file)
    temp.tryGit({}, 'blame', '--no-ignore-revs-file', '--', file)
    temp.tryGit({}, 'hash-object', 'b.ts')
    temp.tryGit({}, 'cat-file', 'blob', 'dead'.repeat(10))
    expect(sung()).toEqual(
      expect.arrayContaining([
        'fsmonitor',
        'hook-reference-transaction',
        'external',
        'textconv',
        'clean',
        'process',
        'gpg',
        'uploadpack',
      ]),
    )
  })
})

describe('the git program', () => {
  for (const entry of [
    '.',
    '',
    'bin',
    './bin',
    '{repo}',
    '{repo}/bin',
    '{repo}/src/../bin',
    '{link}',
    '{repo}/.git/bin',
  ]) {
    test(`is not taken from the PATH entry '${entry}'`, async () => {
      const { temp, sung, path } = repoWithOwnGit(entry)
      const env = { PATH: [path, process.env.PATH].join(delimiter) }
      const repo = await open('native', { cwd: temp.dir, env })
      expect(repo.backend).toBe('native')
      expect(await callEverything(repo, asOid(temp.head()), file)).toEqual([])
      expect(sung()).toEqual([])
      repo.close()
    })
  }

  test('that only the repository has counts as none', async () => {
    const { temp, sung, path } = repoWithOwnGit('{repo}/bin')
    const env = { ...process.env, PATH: path }
    await expect(openRepository({ cwd: temp.dir, env, backend: 'native' })).rejects.toMatchObject({
      name: 'UltragitError',
      message: 'git was not found on PATH',
    })
    const repo = await openRepository({ cwd: temp.dir, env, backend: 'auto' })
    expect(repo.backend).toBe('embedded')
    expect(sung()).toEqual([])
    repo.close()
  })
})

interface Trap {
  readonly temp: TempRepo
  /** Names of the canaries that went off. */
  sung(): string[]
}

/** Scripts that leave their name in a folder when they run. */
function canaries(): { sung(): string[]; bird(name: string): string } {
  const [songs, cage] = [tempFolder(), tempFolder()]
  return {
    sung: () => readdirSync(songs).sort(),
    bird(name) {
      const script = join(cage, name)
      writeFileSync(script, `#!/bin/sh\ntouch '${songs}/${name}'\nexit 1\n`)
      chmodSync(script, 0o755)
      return script
    },
  }
}

const hooks = [
  ...[
    'applypatch-msg',
    'pre-commit',
    'prepare-commit-msg',
    'commit-msg',
    'post-commit',
    'post-checkout',
    'post-merge',
  ],
  ...[
    'pre-push',
    'pre-receive',
    'update',
    'post-receive',
    'post-update',
    'reference-transaction',
    'pre-auto-gc',
  ],
  ...['post-rewrite', 'post-index-change', 'fsmonitor-watchman'],
]

/** With a promisor remote git fetches what is missing; the embedded backend opens no such repository. */
function boobyTrapped({ promisor = true } = {}): Trap & { bird(name: string): string } {
  const temp = annotatedRepo()
  temp.write('.gitattributes', '* diff=trap filter=trap merge=trap text=auto\nb.ts filter=server\n')
  temp.commit({ [file]: 'line 0\nline 1\nanother\n' })
  signHead(temp)
  const { sung, bird } = canaries()
  const folder = tempFolder()
  for (const hook of hooks) {
    symlinkSync(bird(`hook-${hook}`), join(folder, hook))
    mkdirSync(join(temp.dir, '.git/hooks'), { recursive: true })
    symlinkSync(bird(`hook-${hook}`), join(temp.dir, '.git/hooks', hook))
  }
  const settings: Readonly<Record<string, string>> = {
    'core.fsmonitor': bird('fsmonitor'),
    'core.hooksPath': folder,
    'diff.external': bird('external'),
    'diff.trap.textconv': bird('textconv'),
    'diff.trap.command': bird('external'),
    'filter.trap.clean': bird('clean'),
    'filter.trap.smudge': bird('smudge'),
    'filter.server.process': bird('process'),
    'filter.trap.required': 'false',
    'merge.trap.driver': bird('merge'),
    'core.pager': bird('pager'),
    'pager.blame': 'true',
    'pager.log': bird('pager'),
    'core.sshCommand': bird('ssh'),
    'core.editor': bird('editor'),
    'sequence.editor': bird('editor'),
    'core.askPass': bird('askpass'),
    'credential.helper': `!${bird('credential')}`,
    'core.gitProxy': bird('proxy'),
    'gpg.program': bird('gpg'),
    'gpg.ssh.program': bird('gpg'),
    'log.showSignature': 'true',
    'alias.blame': `!${bird('alias')}`,
    'alias.cat-file': `!${bird('alias')}`,
    'core.alternateRefsCommand': bird('alternate-refs'),
    'uploadpack.packObjectsHook': bird('pack-objects'),
    'remote.origin.url': `file://${temp.dir}`,
    'remote.origin.uploadpack': bird('uploadpack'),
    ...(promisor
      ? { 'remote.origin.promisor': 'true', 'remote.origin.partialCloneFilter': 'blob:none' }
      : {}),
    'trailer.x.command': bird('trailer'),
    'interactive.diffFilter': bird('diff-filter'),
    'blame.ignoreRevsFile': 'no-such-file',
    'core.worktree': temp.dir,
    'notes.displayRef': '*',
    'color.ui': 'always',
    'log.decorate': 'full',
    'log.follow': 'true',
    'diff.noprefix': 'true',
    'core.quotePath': 'true',
    'i18n.logOutputEncoding': 'UTF-16',
    'blame.showEmail': 'true',
    'blame.coloring': 'highlightRecent',
  }
  for (const [key, value] of Object.entries(settings)) temp.git('config', key, value)
  temp.write(file, 'dirty\n')
  for (const song of sung()) throw new Error(`building the trap set off ${song}`)
  return { temp, sung, bird }
}

/** A signature that log.showSignature would have checked. */
function signHead(temp: TempRepo): void {
  const [headers, ...message] = temp.git('cat-file', 'commit', 'HEAD').split('\n\n')
  const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n iQEz\n -----END PGP SIGNATURE-----'
  const input = `${headers}\n${signature}\n\n${message.join('\n\n')}\n`
  temp.git('update-ref', 'HEAD', temp.gitWith({ input }, 'hash-object', '-t', 'commit', '-w', '--stdin'))
}

/** A repository that brings a `git` of its own, reachable by the PATH entry. */
function repoWithOwnGit(entry: string): Trap & { path: string } {
  const temp = annotatedRepo()
  const { sung, bird } = canaries()
  const link = join(tempFolder(), 'link')
  symlinkSync(join(temp.dir, 'bin'), link)
  for (const folder of ['.', 'bin', '.git/bin']) {
    mkdirSync(join(temp.dir, folder), { recursive: true })
    copyFileSync(bird('git'), join(temp.dir, folder, 'git'))
    chmodSync(join(temp.dir, folder, 'git'), 0o755)
  }
  return { temp, sung, path: entry.replace('{repo}', temp.dir).replace('{link}', link) }
}

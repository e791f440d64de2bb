/** Annotations through rewrites made with real git, with the configuration of `init` alone and with its hooks. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodeNote } from '../../src/annotation/decode-note.ts'
import type { Annotation } from '../../src/annotation/schema.ts'
import { asOid } from '../../src/base/ids.ts'
import { binaryPath } from '../support/binary.ts'
import { TempRepo, tempFolder } from '../support/temp-repo.ts'
import { expectSoundNotes, ref } from './annotated-repo.ts'
import { mustRun, runCli } from './run-cli.ts'

beforeAll(() => {
  binaryPath()
}, 60_000)

const head = 'export function first(): number {\n  return 1\n}\n'
const second = '\nexport function second(): number {\n  return 2\n}\n'
const third = '\nexport function third(): number {\n  return 3\n}\n'

/** main with one commit, a branch `topic` with two annotated ones, and main a step ahead. */
async function start(...flags: string[]) {
  const repo = TempRepo.init()
  repo.commit({ 'a.ts': head })
  await mustRun(repo, ['init', ...flags])
  repo.git('checkout', '-q', '-b', 'topic')
  const one = repo.commit({ 'a.ts': head + second }, 'add second')
  await mustRun(repo, ['annotate', '-m', 'reason of second'])
  const two = repo.commit({ 'a.ts': head + second + third }, 'add third')
  await mustRun(repo, ['annotate', '-m', 'reason of third'])
  repo.git('checkout', '-q', 'main')
  repo.commit({ 'b.txt': 'b\n' }, 'meanwhile')
  return { repo, one, two }
}

function annotationOn(repo: TempRepo, revision: string): Annotation | undefined {
  const target = asOid(repo.git('rev-parse', revision))
  const note = repo.tryGit({}, 'notes', `--ref=${ref}`, 'show', target)
  return note.status === 0 ? decodeNote(Buffer.from(note.stdout), target).annotation : undefined
}

function intentsOn(repo: TempRepo, revision: string): string[] {
  return (annotationOn(repo, revision)?.regions ?? []).map(({ intent }) => intent).sort()
}

/** How many documents the note on a commit is. */
function documentsOn(repo: TempRepo, revision: string): number {
  return repo.git('notes', `--ref=${ref}`, 'show', revision).split('\n').length
}

for (const hooks of [true, false]) {
  const flags = hooks ? ['--hooks'] : []
  describe(`with ${hooks ? 'hooks' : 'configuration only'}`, () => {
    test('an amended commit keeps its annotation', async () => {
      const { repo, two } = await start(...flags)
      repo.git('checkout', '-q', 'topic')
      repo.git('commit', '-q', '--amend', '-m', 'other words')
      expect(repo.head()).not.toBe(two)
      expect(intentsOn(repo, 'HEAD')).toEqual(['reason of third'])
      expect(documentsOn(repo, 'HEAD')).toBe(1)
      if (hooks)
        expect(annotationOn(repo, 'HEAD')?.provenance).toMatchObject({
          operation: 'amend',
          derived_from: [two],
        })
    })

    test('a rebased branch keeps its annotations', async () => {
      const { repo, one } = await start(...flags)
      repo.git('rebase', '-q', 'main', 'topic')
      expect(intentsOn(repo, 'HEAD')).toEqual(['reason of third'])
      expect(intentsOn(repo, 'HEAD~1')).toEqual(['reason of second'])
      if (hooks)
        expect(annotationOn(repo, 'HEAD~1')?.provenance).toMatchObject({
          operation: 'rebase',
          derived_from: [one],
        })
      expectSoundNotes(repo)
    })

    test('a squash in a rebase keeps the annotations of both', async () => {
      const { repo, one, two } = await start(...flags)
      repo.git('checkout', '-q', 'topic')
      const env = { GIT_SEQUENCE_EDITOR: "sed -i '2s/pick/squash/'", GIT_EDITOR: 'true' }
      repo.gitWith({ env }, 'rebase', '-q', '-i', 'HEAD~2')
      expect(intentsOn(repo, 'HEAD')).toEqual(['reason of second', 'reason of third'])
      expect(documentsOn(repo, 'HEAD')).toBe(hooks ? 1 : 2)
      if (hooks)
        expect(annotationOn(repo, 'HEAD')?.provenance).toMatchObject({
          operation: 'squash',
          derived_from: [one, two].sort(),
        })
    })

    for (const [name, env, args] of [
      ['its own message', { GIT_EDITOR: 'true' }, []],
      ['-m', {}, ['-m', 'squashed']],
    ] as const) {
      test(`merge --squash and commit with ${name}`, async () => {
        const { repo, one, two } = await start(...flags)
        repo.git('merge', '-q', '--squash', 'topic')
        repo.gitWith({ env }, 'commit', '-q', ...args)
        expect(intentsOn(repo, 'HEAD')).toEqual(hooks ? ['reason of second', 'reason of third'] : [])
        if (hooks)
          expect(annotationOn(repo, 'HEAD')?.provenance).toMatchObject({
            operation: 'squash',
            derived_from: [one, two].sort(),
          })
        repo.commit({ 'c.txt': 'c\n' })
        expect(intentsOn(repo, 'HEAD')).toEqual([])
      })
    }

    test('an abandoned squash leaves nothing behind', async () => {
      const { repo } = await start(...flags)
      repo.git('merge', '-q', '--squash', 'topic')
      expect(repo.tryGit({ env: { GIT_EDITOR: 'false' } }, 'commit').status).toBe(1)
      repo.git('reset', '-q', '--hard')
      repo.commit({ 'c.txt': 'c\n' })
      expect(intentsOn(repo, 'HEAD')).toEqual([])
      expect(existsSync(join(repo.dir, '.git/ultragit-squash'))).toBe(false)
    })
  })
}

describe('hooks', () => {
  const write = (file: string, script: string) => {
    writeFileSync(file, script)
    chmodSync(file, 0o755)
  }

  test('one that was there runs first, is told the same, and its status counts', async () => {
    const repo = TempRepo.init()
    repo.commit({ 'a.ts': head })
    const folder = join(repo.dir, '.git/hooks')
    mkdirSync(folder, { recursive: true })
    write(join(folder, 'post-rewrite'), '#!/bin/sh\necho "$1" > seen\ncat >> seen\n')
    write(join(folder, 'prepare-commit-msg'), '#!/bin/sh\ngrep -q forbidden "$1" && exit 3\nexit 0\n')
    await mustRun(repo, ['init', '--hooks'])
    const old = repo.commit({ 'a.ts': head + second }, 'allowed')
    repo.git('commit', '-q', '--amend', '-m', 'again')
    expect(readFileSync(join(repo.dir, 'seen'), 'utf8')).toBe(`amend\n${old} ${repo.head()}\n`)
    expect(repo.tryGit({}, 'commit', '--allow-empty', '-m', 'forbidden').status).toBe(1)
    await mustRun(repo, ['init', '--undo'])
    expect(readFileSync(join(folder, 'post-rewrite'), 'utf8')).toStartWith('#!/bin/sh\necho')
    expect(existsSync(join(folder, 'post-commit'))).toBe(false)
  })

  test('go where core.hooksPath and husky want them', async () => {
    for (const [path, folder] of [
      ['.githooks', '.githooks'],
      ['.husky/_', '.husky'],
    ] as const) {
      const repo = TempRepo.init()
      repo.git('config', 'core.hooksPath', path)
      await mustRun(repo, ['init', '--hooks'])
      expect(statSync(join(repo.dir, folder, 'post-commit')).mode & 0o111).not.toBe(0)
    }
  })

  test('never fail a commit, whatever is wrong', async () => {
    const { repo } = await start('--hooks')
    repo.git('checkout', '-q', 'topic')
    writeFileSync(join(repo.dir, '.git', ref), 'nonsense\n')
    expect(repo.tryGit({}, 'commit', '-q', '--amend', '-m', 'x').status).toBe(0)
  })
})

describe('init', () => {
  test('is idempotent, says each change, and undoes exactly those', async () => {
    const repo = TempRepo.init()
    repo.commit({ 'AGENTS.md': '# Ours\n', 'CLAUDE.md': 'no newline' })
    repo.git('remote', 'add', 'origin', 'nowhere')
    repo.git('config', 'notes.rewriteRef', 'refs/notes/other')
    const config = readFileSync(join(repo.dir, '.git/config'), 'utf8')
    const status = () => repo.git('status', '--porcelain')
    const dry = await mustRun(repo, ['init', '--hooks', '--agents', '--dry-run'])
    expect(readFileSync(join(repo.dir, '.git/config'), 'utf8')).toBe(config)
    const said = await mustRun(repo, ['init', '--hooks', '--agents'])
    expect(said).toBe(dry.replaceAll('would set', 'set'))
    expect(said.trim().split('\n').length).toBe(8)
    expect(repo.git('config', '--get-all', 'remote.origin.fetch')).toContain(
      '+refs/notes/ultragit*:refs/notes/remotes/origin/ultragit*',
    )
    expect(status()).not.toBe('')
    expect(await mustRun(repo, ['init', '--hooks', '--agents'])).toBe('nothing to do\n')
    await mustRun(repo, ['init', '--undo'])
    expect(repo.git('config', '--get-all', 'notes.rewriteRef')).toBe('refs/notes/other')
    expect(repo.tryGit({}, 'config', 'notes.rewriteMode').status).toBe(1)
    expect(repo.git('diff', '--', 'AGENTS.md')).toBe('')
    expect(readFileSync(join(repo.dir, 'CLAUDE.md'), 'utf8').trimEnd()).toBe('no newline')
    expect(await mustRun(repo, ['init', '--undo'])).toBe('nothing to do\n')
  })

  test('leaves a rewrite mode of the user alone, and says what it costs', async () => {
    const repo = TempRepo.init()
    repo.git('config', 'notes.rewriteMode', 'overwrite')
    const { stderr } = await runCli(repo, ['init'])
    expect(stderr).toContain("it is 'overwrite'")
    await mustRun(repo, ['init', '--undo'])
    expect(repo.git('config', 'notes.rewriteMode')).toBe('overwrite')
  })

  test('git fetch and pull keep working, and bring notes along where there are some', async () => {
    const room = tempFolder()
    const seed = TempRepo.init()
    seed.commit({ 'a.ts': head })
    seed.git('clone', '-q', '--bare', '.', join(room, 'remote.git'))
    seed.git('clone', '-q', join(room, 'remote.git'), join(room, 'clone'))
    const clone = new TempRepo(join(room, 'clone'))
    await mustRun(clone, ['init'])
    clone.git('fetch', '-q')
    clone.git('pull', '-q')
    seed.git('remote', 'add', 'origin', join(room, 'remote.git'))
    await mustRun(seed, ['annotate', '-m', 'from the seed'])
    await mustRun(seed, ['sync'])
    clone.git('fetch', '-q')
    expect(await mustRun(clone, ['read', 'a.ts'])).toContain('from the seed')
  })
})

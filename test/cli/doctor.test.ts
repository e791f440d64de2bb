/** `doctor`: a line for everything that can be amiss, and the command that mends it. */
import { describe, expect, test } from 'bun:test'
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asOid } from '../../src/base/ids.ts'
import { thisBinary } from '../../src/mcp/install/this-binary.ts'
import { Outbox } from '../../src/store/outbox.ts'
import { binaryPath } from '../support/binary.ts'
import { TempRepo, tempFolder } from '../support/temp-repo.ts'
import { commitOldTree, ref, sessionIn } from '../write/annotated-repo.ts'
import { mustRun, runCli } from '../write/run-cli.ts'

interface Finding {
  readonly check: string
  readonly status: string
  readonly text: string
  readonly fix?: string
}

async function checks(repo: Pick<TempRepo, 'dir'>, env: Record<string, string> = {}) {
  const run = await runCli(repo, ['doctor', '--json'], { env })
  const found: Finding[] = JSON.parse(run.stdout).checks
  return { status: run.status, found: new Map(found.map((one) => [one.check, one])) }
}

async function checkOf(repo: Pick<TempRepo, 'dir'>, name: string): Promise<Finding | undefined> {
  return (await checks(repo)).found.get(name)
}

const code = (name: string) => `export function ${name}() {\n  return '${name}'\n}\n`

async function annotated(): Promise<{ repo: TempRepo; commit: string }> {
  const repo = TempRepo.init()
  repo.commit({ 'base.txt': 'base\n' })
  const commit = repo.commit({ 'a.ts': code('first') })
  await mustRun(repo, ['annotate', '-m', 'reason of first'])
  return { repo, commit }
}

const names = [
  ...['binary', 'git', 'grammars', 'repository', 'HEAD', 'config', 'notes', 'index'],
  ...['rewrites', 'hooks', 'sync', 'mcp', 'malformed', 'orphaned', 'unmerged', 'writes'],
]

describe('the repository', () => {
  test('all is well in a good one', async () => {
    const repo = TempRepo.init()
    const oid = repo.commit({ 'a.txt': 'a\n' })
    const { status, found } = await checks(repo)
    expect(status).toBe(0)
    expect([...found.keys()]).toEqual(names)
    expect([...found.values()].filter((one) => one.status !== 'ok')).toEqual([])
    expect(found.get('HEAD')?.text).toBe(`${oid.slice(0, 12)} on refs/heads/main`)
    expect(found.get('notes')?.text).toBe(`no annotations yet on ${ref}`)
    const text = (await mustRun(repo, ['doctor'])).trimEnd().split('\n')
    expect(text).toHaveLength(names.length)
    expect(text.every((line) => line.startsWith('ok   '))).toBe(true)
  })

  test('its layout is told', async () => {
    const { repo } = await annotated()
    const tree = join(tempFolder(), 'tree')
    repo.git('worktree', 'add', '-q', tree)
    expect((await checkOf({ dir: tree }, 'repository'))?.text).toBe(
      `${tree}, linked worktree, sha1, read with native git`,
    )
    const clone = join(tempFolder(), 'clone')
    repo.git('clone', '-q', '--bare', '--depth=1', `file://${repo.dir}`, clone)
    expect((await checkOf({ dir: clone }, 'repository'))?.text).toBe(
      `${clone} (bare), shallow, sha1, read with native git`,
    )
  })

  test('a bad value warns, a bad file fails, and both say what to do', async () => {
    const repo = TempRepo.init()
    repo.git('config', 'ultragit.maxRegions', 'many')
    expect(await checkOf(repo, 'config')).toMatchObject({ status: 'warn', fix: 'ultragit config list' })
    repo.write('.ultragit-config.toml', '=')
    const { status, found } = await checks(repo)
    expect(status).toBe(1)
    expect(found.get('config')).toMatchObject({ status: 'fail', fix: 'edit .ultragit-config.toml' })
  })

  test('says that git is missing, and reads all the same', async () => {
    const { repo } = await annotated()
    const { status, found } = await checks(repo, { PATH: tempFolder() })
    expect(status).toBe(0)
    expect(found.get('git')).toMatchObject({ status: 'warn', fix: 'install git' })
    expect(found.get('repository')?.text).toEndWith('read with embedded git')
    expect([...found.keys()]).toEqual(names)
  })

  test('the index is described as it is found', async () => {
    const { repo } = await annotated()
    rmSync(join(repo.dir, '.git/ultragit/index.sqlite'), { force: true })
    expect((await checkOf(repo, 'index'))?.text).toBe('none yet: the first question makes it')
    expect((await checkOf(repo, 'index'))?.text).toMatch(/^\d+ KiB, up to date$/)
    repo.commit({ 'b.ts': code('second') })
    await mustRun(repo, ['annotate', '-m', 'more'])
    expect((await checkOf(repo, 'index'))?.text).toMatch(/^\d+ KiB, behind the notes: /)
  })
})

describe('the set-up', () => {
  test('annotations that a rebase would leave behind', async () => {
    const { repo } = await annotated()
    expect(await checkOf(repo, 'rewrites')).toMatchObject({ status: 'warn', fix: 'ultragit init' })
    await mustRun(repo, ['init'])
    expect(await checkOf(repo, 'rewrites')).toMatchObject({ status: 'ok' })
    repo.git('config', 'notes.rewriteMode', 'overwrite')
    const lossy = await checkOf(repo, 'rewrites')
    expect(lossy).toMatchObject({ status: 'warn', text: expect.stringContaining("'overwrite'") })
    repo.git(...(lossy?.fix ?? '').split(' ').slice(1))
    expect(await checkOf(repo, 'rewrites')).toMatchObject({ status: 'ok' })
  })

  test('hooks: none, ours after one that was there, one put in the place of ours, one that cannot run', async () => {
    const { repo } = await annotated()
    expect(await checkOf(repo, 'hooks')).toMatchObject({
      status: 'ok',
      text: expect.stringContaining('not installed'),
    })
    const hook = join(repo.dir, '.git/hooks/post-commit')
    repo.write('.git/hooks/post-commit', '#!/bin/sh\n')
    chmodSync(hook, 0o755)
    await mustRun(repo, ['init', '--hooks'])
    expect(await checkOf(repo, 'hooks')).toMatchObject({
      status: 'ok',
      text: 'all 3 installed, 1 after a hook that was there',
    })
    chmodSync(hook, 0o644)
    expect(await checkOf(repo, 'hooks')).toMatchObject({ status: 'warn', fix: `chmod +x ${hook}` })
    writeFileSync(hook, '#!/bin/sh\n:\n')
    expect(await checkOf(repo, 'hooks')).toMatchObject({
      status: 'warn',
      text: `'${hook}' does not call ultragit`,
      fix: 'ultragit init --hooks',
    })
    const aside = `${hook}.before-ultragit`
    const { stderr } = await runCli(repo, ['init', '--hooks'])
    expect(stderr).toContain(`it would be set aside, but '${aside}' is there already`)
    expect([hook, aside].map((file) => readFileSync(file, 'utf8'))).toEqual(['#!/bin/sh\n:\n', '#!/bin/sh\n'])
    rmSync(aside)
    await mustRun(repo, ['init', '--hooks'])
    expect(await checkOf(repo, 'hooks')).toMatchObject({ status: 'ok' })
  })

  test('sync: no refspec, then counted against the last fetch, without asking the remote', async () => {
    const { repo } = await annotated()
    expect((await checkOf(repo, 'sync'))?.text).toBe('no remote to share with')
    const remote = join(tempFolder(), 'remote.git')
    repo.git('clone', '-q', '--bare', repo.dir, remote)
    repo.git('remote', 'add', 'origin', remote)
    expect(await checkOf(repo, 'sync')).toMatchObject({ status: 'warn', fix: 'ultragit init' })
    await mustRun(repo, ['init'])
    repo.git('update-ref', '-d', `refs/notes/remotes/origin/ultragit`)
    expect(await checkOf(repo, 'sync')).toEqual({
      check: 'sync',
      status: 'warn',
      text: 'origin: 1 ahead, 0 behind, 0 diverged (as of the last fetch)',
      fix: 'ultragit sync',
    })
    await mustRun(repo, ['sync'])
    rmSync(remote, { recursive: true })
    expect(await checkOf(repo, 'sync')).toEqual({
      check: 'sync',
      status: 'ok',
      text: 'origin: 0 ahead, 0 behind, 0 diverged (as of the last fetch)',
    })
  })

  test('a fetch that replaces the local notes fails', async () => {
    const { repo } = await annotated()
    repo.git('remote', 'add', 'origin', 'nowhere')
    repo.git('config', '--add', 'remote.origin.fetch', '+refs/notes/*:refs/notes/*')
    const { status, found } = await checks(repo)
    expect(status).toBe(1)
    expect(found.get('sync')).toMatchObject({
      status: 'fail',
      text: 'every fetch replaces your annotations: remote.origin.fetch = +refs/notes/*:refs/notes/*',
    })
  })

  test('MCP entries: ours is named, another is not run', async () => {
    binaryPath()
    const { repo } = await annotated()
    await mustRun(repo, ['mcp', 'install'])
    const env = { PATH: `${join(thisBinary(), '..')}:${process.env.PATH}` }
    expect((await checks(repo, env)).found.get('mcp')).toEqual({
      check: 'mcp',
      status: 'ok',
      text: 'started by claude-code (project)',
    })
    const program = join(repo.dir, 'ultragit')
    writeFileSync(program, `#!/bin/sh\ntouch '${repo.dir}/marker'\n`, { mode: 0o755 })
    repo.write('.mcp.json', JSON.stringify({ mcpServers: { ultragit: { command: program, args: [] } } }))
    expect((await checks(repo, env)).found.get('mcp')).toMatchObject({
      status: 'warn',
      text: expect.stringContaining('which is not this ultragit'),
      fix: 'ultragit mcp install --host claude-code',
    })
    expect(existsSync(join(repo.dir, 'marker'))).toBe(false)
  })
})

describe('the annotations', () => {
  test('are counted, and those that cannot be read', async () => {
    const { repo } = await annotated()
    const broken = repo.commit({ b: '1' })
    repo.note(broken, 'not an annotation')
    const { status, found } = await checks(repo)
    expect(status).toBe(0)
    expect(found.get('notes')?.text).toBe(`2 annotated objects on ${ref}`)
    expect(found.get('malformed')).toMatchObject({
      status: 'warn',
      text: expect.stringContaining(`1 note with parts that cannot be read, such as ${broken}: `),
      fix: `git notes --ref=${ref} show ${broken}`,
    })
  })

  test('on a branch they are unmerged, after a squash orphaned, after a repair neither', async () => {
    const { repo } = await annotated()
    repo.git('checkout', '-q', '-b', 'topic')
    repo.commit({ 'b.ts': code('second') })
    await mustRun(repo, ['annotate', '-m', 'reason of second'])
    repo.git('checkout', '-q', 'main')
    const before = (await checks(repo)).found
    expect(before.get('unmerged')?.text).toBe('1 annotation of commits that only another ref reaches')
    expect(before.get('orphaned')?.status).toBe('ok')
    repo.git('merge', '-q', '--squash', 'topic')
    repo.commit({}, 'squashed')
    repo.git('branch', '-q', '-D', 'topic')
    const squashed = (await checks(repo)).found
    expect(squashed.get('orphaned')).toEqual({
      check: 'orphaned',
      status: 'warn',
      text: '1 annotation of commits that no ref reaches',
      fix: 'ultragit repair --dry-run',
    })
    expect(squashed.get('unmerged')?.text).toBe('no annotated commit waits on another branch')
    await mustRun(repo, ['repair'])
    expect((await checks(repo)).found.get('orphaned')?.status).toBe('ok')
  })

  test('what another program erased, until a command restores it', async () => {
    const { repo } = await annotated()
    const old = repo.git('rev-parse', ref)
    const second = repo.commit({ 'b.ts': code('second') })
    await mustRun(repo, ['annotate', '-m', 'reason of second'])
    commitOldTree(repo, old, asOid(repo.commit({ c: '1' })), '{}')
    const finding = await checkOf(repo, 'writes')
    expect(finding).toMatchObject({ status: 'warn', text: 'another program undid 1 change of ours' })
    await mustRun(repo, (finding?.fix ?? '').split(' ').slice(1))
    expect(repo.git('notes', `--ref=${ref}`, 'show', second)).toContain('reason of second')
    expect(await checkOf(repo, 'writes')).toMatchObject({ status: 'ok' })
  })

  test('a write that was cut short, and one that was only not confirmed', async () => {
    const { repo, commit } = await annotated()
    const session = await sessionIn(repo)
    const begin = (notesCommit: string) => {
      const outbox = Outbox.open(session.repository.layout)
      const entry = { target: asOid(commit), blob: asOid(commit), previous: undefined }
      outbox.begin(ref, asOid(notesCommit), [entry])
      outbox.close()
    }
    begin(repo.git('rev-parse', ref))
    expect(await checkOf(repo, 'writes')).toMatchObject({ status: 'ok' })
    begin(repo.git('commit-tree', '-p', ref, '-m', 'never moved to', `${ref}^{tree}`))
    expect(await checkOf(repo, 'writes')).toMatchObject({
      status: 'warn',
      text: `1 write under way or cut short, such as on ${commit}`,
    })
    session.close()
  })
})

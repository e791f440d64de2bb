import { describe, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { effectiveRegion } from '../../src/annotation/effective-region.ts'
import type { Annotation, Region } from '../../src/annotation/schema.ts'
import { TempRepo } from '../support/temp-repo.ts'
import { expectSoundNotes, notesByGit, ref } from './annotated-repo.ts'
import { mustRun, runCli } from './run-cli.ts'

const source = `export function connect(): number {
  return 4
}

export function close(): void {
  stop()
}
`

async function start() {
  const repo = TempRepo.init()
  const first = repo.commit({ 'a.ts': source })
  const input = {
    summary: 's',
    regions: [
      { file: 'a.ts', anchor: 'connect', intent: 'four', constraints: ['at most 4', 'never twice'] },
      { file: 'a.ts', anchor: 'close', intent: 'stop it' },
    ],
  }
  await mustRun(repo, ['annotate'], { input })
  return { repo, first }
}

function regionsOn(repo: TempRepo, commit: string) {
  return (JSON.parse(notesByGit(repo).get(commit) ?? '') as Annotation).regions
}

describe('flag', () => {
  test('marks the newest region about the code, wherever it is now, and resolves', async () => {
    const { repo, first } = await start()
    repo.git('mv', 'a.ts', 'b.ts')
    const second = repo.commit({ 'b.ts': source.replace('return 4', 'return 8') })
    await mustRun(repo, ['annotate', '-m', 'eight'])
    const said = await mustRun(repo, ['flag', 'b.ts', 'connect', '--reason', 'it is 16 now'])
    expect(said).toBe(`flagged b.ts:connect of ${second.slice(0, 12)}\n`)
    await mustRun(repo, ['flag', 'b.ts', 'close', '--reason', 'why stop'])
    expect(effectiveRegion(regionsOn(repo, second)[0] ?? none).openFlags).toMatchObject([
      { correction_text: 'it is 16 now', author: 'Ada Author <ada@example.com>' },
    ])
    expect(effectiveRegion(regionsOn(repo, first)[1] ?? none).openFlags.length).toBe(1)
    await mustRun(repo, ['flag', 'b.ts', 'connect', '--resolve'])
    await mustRun(repo, ['flag', 'b.ts', 'connect', '--reason', 'again'])
    const region = regionsOn(repo, second)[0] ?? none
    expect(region.corrections?.map((each) => each.correction_type)).toEqual(['flag', 'resolve', 'flag'])
    expect(effectiveRegion(region).openFlags.map((flag) => flag.correction_text)).toEqual(['again'])
    expectSoundNotes(repo)
  })

  test('says what is missing', async () => {
    const { repo } = await start()
    expect((await runCli(repo, ['flag', 'a.ts', 'connect'])).status).toBe(2)
    const typo = await runCli(repo, ['flag', 'a.ts', 'conect', '--reason', 'x'])
    expect(typo.stderr).toContain('connect')
    expect(typo.status).toBe(4)
    expect((await runCli(repo, ['flag', 'a.ts', 'connect', '--resolve'])).stderr).toContain('no open flag')
    repo.commit({ 'c.ts': 'export const x = 1\n' })
    expect((await runCli(repo, ['flag', 'c.ts', '--reason', 'x'])).stderr).toContain('nothing is annotated')
  })
})

describe('correct', () => {
  test('appends, and the original stays', async () => {
    const { repo, first } = await start()
    const correct = (...args: string[]) => mustRun(repo, ['correct', first.slice(0, 9), ...args])
    await correct(
      '--region',
      'connect',
      '--field',
      'constraints',
      '--remove',
      'at most 4',
      '--reason',
      'gone',
    )
    await correct('--region', 'a.ts:connect', '--field', 'constraints', '--amend', 'at most 8')
    await correct(
      '--region',
      'connect',
      '--field',
      'constraints',
      '--amend',
      'once',
      '--value',
      'never twice',
    )
    await correct('--region', 'close', '--field', 'intent', '--amend', 'stop softly')
    const [connect, close] = regionsOn(repo, first)
    expect(connect?.constraints?.map(({ text }) => text)).toEqual(['at most 4', 'never twice'])
    expect(effectiveRegion(connect ?? none).region.constraints?.map(({ text }) => text)).toEqual([
      'once',
      'at most 8',
    ])
    expect(close?.intent).toBe('stop it')
    expect(effectiveRegion(close ?? none).region.intent).toBe('stop softly')
  })

  test('refuses what would change nothing, and says what is there', async () => {
    const { repo, first } = await start()
    const before = repo.git('rev-parse', ref)
    const calls: [args: string[], words: string, status: number][] = [
      [['--region', 'connect', '--field', 'constraints', '--remove', 'at most 5'], "'at most 4'", 4],
      [['--region', 'close', '--field', 'intent', '--remove', 'stop it'], 'change nothing', 4],
      [['--region', 'nope', '--field', 'intent', '--amend', 'x'], 'a.ts:connect, a.ts:close', 4],
      [['--field', 'intent', '--amend', 'x'], 'a.ts:connect, a.ts:close', 2],
      [['--region', 'close', '--field', 'intent'], "either '--remove' or '--amend'", 2],
      [['--region', 'close', '--field', 'mood', '--amend', 'x'], "unknown '--field' 'mood'", 2],
      [['--region', 'close', '--field', 'intent', '--amend', `ghp_${'aB3d'.repeat(9)}`], 'credential', 4],
    ]
    for (const [args, words, status] of calls) {
      const result = await runCli(repo, ['correct', first, ...args])
      expect({ args, status: result.status }).toEqual({ args, status })
      expect(result.stderr).toContain(words)
    }
    expect(repo.git('rev-parse', ref)).toBe(before)
  })
})

describe('remove', () => {
  test('takes a region, then the note', async () => {
    const { repo, first } = await start()
    await mustRun(repo, ['remove', first, '--region', 'connect'])
    expect(regionsOn(repo, first).map(({ intent }) => intent)).toEqual(['stop it'])
    await mustRun(repo, ['remove', first])
    expect(notesByGit(repo).size).toBe(0)
    expect((await runCli(repo, ['remove', first])).stderr).toContain('has no annotation')
    expectSoundNotes(repo)
  })

  test('takes a note whose commit is gone, by its abbreviation', async () => {
    const { repo, first } = await start()
    const gone = `abcd${first.slice(4)}`
    repo.git('update-ref', ref, rewritten(repo, first, gone))
    rmSync(join(repo.dir, '.git/ultragit'), { recursive: true }) // or else the note on its old commit would come back
    await mustRun(repo, ['remove', 'abcd'.concat(first.slice(4, 8))])
    expect(notesByGit(repo).size).toBe(0)
  })

  test('--purge rewrites the history of the notes, and says what a remote still holds', async () => {
    const { repo, first } = await start()
    const second = repo.commit({ 'a.ts': `${source}// more\nexport const x = 1\n` })
    await mustRun(repo, ['annotate', '-m', 'KEEPME'])
    await mustRun(repo, ['correct', first, '--region', 'close', '--field', 'intent', '--amend', 'TOPSECRET'])
    repo.git('update-ref', 'refs/notes/remotes/origin/ultragit', repo.git('rev-parse', ref))
    const people = repo.git('log', '--format=%an %ae %at %s', ref)
    const result = await runCli(repo, ['remove', first, '--purge'])
    expect(result.stdout).toContain('from 3 notes commits')
    expect(result.stderr).toContain("'origin' still holds it")
    const history = repo.git('log', '-p', '-m', ref)
    expect(history).not.toContain('TOPSECRET')
    expect(history).not.toContain('stop it')
    expect(history).toContain('KEEPME')
    expect([...notesByGit(repo).keys()]).toEqual([second])
    expect(repo.git('log', '--format=%an %ae %at %s', ref)).toBe(people)
    expectSoundNotes(repo)
    await mustRun(repo, ['annotate', first, '-m', 'new'])
    expect(notesByGit(repo).size).toBe(2)
  })

  test('--purge of a region leaves the others in every commit', async () => {
    const { repo, first } = await start()
    await mustRun(repo, ['correct', first, '--region', 'close', '--field', 'intent', '--amend', 'softly'])
    await mustRun(repo, ['remove', first, '--region', 'connect', '--purge'])
    const history = repo.git('log', '-p', ref)
    expect(history).not.toContain('at most 4')
    expect(history).toContain('stop it')
    expect(regionsOn(repo, first).length).toBe(1)
  })
})

const none: Region = { file: '', intent: '' }

/** The notes with the one on a commit moved to an object that is not there. */
function rewritten(repo: TempRepo, commit: string, gone: string): string {
  const blob = repo.git('notes', `--ref=${ref}`, 'list', commit)
  const tree = repo.gitWith({ input: `100644 blob ${blob}\t${gone}\n` }, 'mktree')
  return repo.git('commit-tree', '-m', 'moved', tree)
}

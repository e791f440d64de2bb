import { describe, expect, test } from 'bun:test'
import { encodeAnnotation } from '../../src/annotation/encode-note.ts'
import type { Annotation } from '../../src/annotation/schema.ts'
import { validateAnnotation } from '../../src/annotation/validate-annotation.ts'
import { randomAnnotation } from '../annotation/random-annotation.ts'
import { Random } from '../support/random.ts'
import { TempRepo } from '../support/temp-repo.ts'
import { expectSoundNotes, importCommits, notesByGit, ref } from './annotated-repo.ts'
import { mustRun, runCli } from './run-cli.ts'

function treeOf(repo: TempRepo): string {
  return repo.git('rev-parse', `${ref}^{tree}`)
}

describe('export and import', () => {
  test('give back the same notes, byte for byte, whatever they hold', async () => {
    const repo = TempRepo.init()
    const commits = importCommits(repo, 30)
    const random = new Random(3)
    for (const [at, commit] of commits.entries())
      repo.note(commit, messyNote(at) ?? encodeAnnotation(randomAnnotation(random)))
    const lines = await mustRun(repo, ['export'])
    expect(lines.trim().split('\n').length).toBe(30)
    const before = notesByGit(repo)
    const blobs = repo.git('notes', `--ref=${ref}`, 'list')
    repo.git('update-ref', '-d', ref)
    expect(await mustRun(repo, ['import', '-'], { input: lines })).toBe('imported: 30 new\n')
    expect(notesByGit(repo)).toEqual(before)
    expect(repo.git('notes', `--ref=${ref}`, 'list')).toBe(blobs)
    expect(await mustRun(repo, ['import', '-'], { input: lines })).toBe('imported: 30 unchanged\n')
    expect(await mustRun(repo, ['export'])).toBe(lines)
    expectSoundNotes(repo)
  })

  test('name every bad line by its number and write nothing', async () => {
    const repo = TempRepo.init()
    const [commit = ''] = importCommits(repo, 1)
    const good = JSON.stringify({ target: commit, text: 'x\n' })
    const bad = ['{', '[]', '{"target":"abc","text":"x"}', `{"target":"${commit}","annotation":{"a":1}}`, '7']
    const { status, stderr } = await runCli(repo, ['import', '-'], { input: [good, '', ...bad].join('\n') })
    expect(status).toBe(4)
    for (const line of [3, 4, 5, 6, 7]) expect(stderr).toContain(`line ${line} `)
    expect(stderr).not.toContain('line 1 ')
    expect(repo.git('for-each-ref', 'refs/notes')).toBe('')
  })

  test('merge with what is there, or replace it; --dry-run only says so', async () => {
    const repo = TempRepo.init()
    const [commit = ''] = importCommits(repo, 1)
    const say = (file: string) => ({ summary: 's', regions: [{ file: 'a0.txt', lines: '1', intent: file }] })
    await mustRun(repo, ['annotate'], { input: say('one') })
    const exported = await mustRun(repo, ['export'])
    await mustRun(repo, ['annotate', '--replace'], { input: { ...say('two'), summary: 't' } })
    const before = treeOf(repo)
    expect(await mustRun(repo, ['import', '-', '--dry-run'], { input: exported })).toBe(
      'would import: 1 merged\n',
    )
    expect(treeOf(repo)).toBe(before)
    await mustRun(repo, ['import', '-'], { input: exported })
    expect(notesByGit(repo).get(commit)).toContain('"one"')
    expect(notesByGit(repo).get(commit)).toContain('"two"')
    expect(await mustRun(repo, ['import', '-', '--force'], { input: exported })).toBe(
      'imported: 1 replaced\n',
    )
    expect(notesByGit(repo).get(commit)).not.toContain('"two"')
  })

  test('export only what was asked for', async () => {
    const repo = TempRepo.init()
    const commits = importCommits(repo, 4)
    for (const [at, commit] of commits.entries())
      repo.note(
        commit,
        JSON.stringify({
          $schema: 'ultragit/v1',
          commit,
          timestamp: `2026-0${at + 1}-01T00:00:00Z`,
          summary: 's',
          regions: [{ file: at % 2 === 0 ? `src/x${at}.ts` : 'README.md', intent: 'i' }],
        }),
      )
    const targets = async (...args: string[]) =>
      (await mustRun(repo, ['export', ...args]))
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => commits.indexOf((JSON.parse(line) as { target: never }).target))
        .sort()
    expect(await targets('--path', 'src/**')).toEqual([0, 2])
    expect(await targets('--since', '2026-03-01')).toEqual([2, 3])
    expect(await targets('--since', String(commits[2]))).toEqual([3])
    expect((await runCli(repo, ['export', '--since', 'soon'])).status).toBe(2)
    expect(await mustRun(TempRepo.init(), ['export'])).toBe('')
  })

  test('convert the notes of another tool for good', async () => {
    const repo = TempRepo.init()
    const [one = '', two = '', three = ''] = importCommits(repo, 3)
    const chronicle = {
      schema: 'chronicle/v3',
      summary: 'why',
      wisdom: [{ category: 'gotcha', content: 'never twice', file: 'a0.txt', lines: { start: 1, end: 1 } }],
    }
    repo.note(one, JSON.stringify(chronicle), 'chronicle')
    repo.note(two, 'not a note of theirs', 'chronicle')
    repo.note(three, JSON.stringify({ ...chronicle, schema: 'other/v9' }), 'chronicle')
    const { status, stdout, stderr } = await runCli(repo, ['import', '--from-ref', 'refs/notes/chronicle'])
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'imported: 1 new\n' })
    expect(stderr).toContain(`${two.slice(0, 12)}: skipped`)
    expect(stderr).toContain("unknown schema 'other/v9'")
    const note = JSON.parse(notesByGit(repo).get(one) ?? '') as Annotation
    expect(validateAnnotation(note)).toEqual({ annotation: note })
    expect(note.provenance?.operation).toBe('import')
    expect(note.regions[0]?.constraints?.[0]?.text).toBe('never twice')
    expect(note.regions[0]?.trace?.blob).toBe(repo.git('rev-parse', `${one}:a0.txt`))
    expect(await mustRun(repo, ['import', '--from-ref', 'chronicle'])).toBe('imported: 1 unchanged\n')
    for (const bad of ['refs/heads/main', 'ultragit', 'nothing-there'])
      expect((await runCli(repo, ['import', '--from-ref', bad])).status).toBeGreaterThan(1)
    expect((await runCli(repo, ['import'])).status).toBe(2)
  })
})

/** Notes as they are met, beside well-formed ones. */
function messyNote(at: number): string | undefined {
  const notes = [
    'plain words\n',
    '{"$schema":"ultragit/v1","summary":"a"}\n{"$schema":"ultragit/v1","summary":"b"}\n',
    '{ "summary": "spaced",\n  "regions": [] }\n',
    '{"a":1}',
    '{"a":1}\n\n',
    '{"number":12345678901234567890,"x":1e400}\n',
    '{"dup":1,"dup":2}\n',
    '"text"\n',
  ]
  return notes[at]
}

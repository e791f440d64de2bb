import { describe, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Annotation } from '../../src/annotation/schema.ts'
import { sketchAddedLines } from '../../src/annotation/trace/added-lines.ts'
import { fingerprintUnit } from '../../src/annotation/trace/unit-fingerprint.ts'
import { validateAnnotation } from '../../src/annotation/validate-annotation.ts'
import { TempRepo } from '../support/temp-repo.ts'
import { notesByGit, ref } from './annotated-repo.ts'
import { mustRun, runCli } from './run-cli.ts'

const before = `export class Client {
  connect(host: string): void {
    this.open(host)
  }
}

export function delay(n: number): number {
  return 100 * n
}

export class Other {
  connect(): void {}
}
`
const after = before
  .replace('this.open(host)', 'this.open(host)\n    this.greet(host)')
  .replace('return 100 * n', 'return Math.min(30_000, 100 * n)')

function start() {
  const repo = TempRepo.init()
  const first = repo.commit({ 'src/a.ts': before, 'other.txt': 'x\n' })
  const second = repo.commit({ 'src/a.ts': after })
  return { repo, first, second }
}

function noteOn(repo: TempRepo, commit: string): Annotation {
  const text = repo.git('cat-file', 'blob', repo.git('notes', `--ref=${ref}`, 'list', commit))
  expect(text.split('\n').length).toBe(1)
  const value = JSON.parse(text) as Annotation
  expect(validateAnnotation(value)).toEqual({ annotation: value })
  return value
}

const connect = { file: 'src/a.ts', anchor: 'Client.connect', intent: 'greet at once' }

describe('annotate', () => {
  test('fills in everything that the commit knows', async () => {
    const { repo, second } = start()
    const input = {
      summary: 'the server hangs up on silence',
      regions: [{ ...connect, constraints: ['never before open'], tags: ['net'], alternatives: ['a timer'] }],
    }
    const said = await mustRun(repo, ['annotate'], { input, env: { ULTRAGIT_AUTHOR: 'agent/1' } })
    expect(said).toBe(`${second.slice(0, 12)} annotated, 1 region\n`)
    const { timestamp, ...note } = noteOn(repo, second)
    expect(Math.abs(Date.parse(timestamp ?? '') - Date.now())).toBeLessThan(60_000)
    const unit = after.split('\n').slice(1, 5).join('\n')
    expect(note).toEqual({
      $schema: 'ultragit/v1',
      commit: second,
      author: 'agent/1',
      summary: 'the server hangs up on silence',
      context_level: 'enhanced',
      regions: [
        {
          file: 'src/a.ts',
          ast_anchor: { type: 'method', name: 'Client::connect', signature: 'connect(host: string): void' },
          lines: { start: 2, end: 5 },
          intent: 'greet at once',
          alternatives: [{ approach: 'a timer' }],
          constraints: [{ text: 'never before open', source: 'author' }],
          tags: ['net'],
          trace: {
            blob: repo.git('rev-parse', `${second}:src/a.ts`),
            unit: fingerprintUnit(unit, 'Client::connect'),
            added: sketchAddedLines(['    this.greet(host)']) ?? '',
          },
        },
      ],
      trace: { patch_id: patchId(repo, second), tree: repo.git('rev-parse', `${second}^{tree}`) },
      provenance: {
        operation: 'initial',
        derived_from: [],
        original_annotations_preserved: true,
        synthesis_notes: null,
      },
    })
  })

  test('names the author as git would, without an agent', async () => {
    const { repo, second } = start()
    await mustRun(repo, ['annotate', '-m', 'why'])
    expect(noteOn(repo, second).author).toBe('Ada Author <ada@example.com>')
  })

  test('takes lines, a whole file, an anchor with lines, and a file that was renamed', async () => {
    const { repo } = start()
    repo.git('mv', 'src/a.ts', 'src/b.ts')
    const third = repo.commit({ 'src/b.ts': after.replace('30_000', '60_000') })
    const input = {
      summary: 's',
      regions: [
        { file: './src/b.ts', lines: { start: 8, end: 10 }, intent: 'lines' },
        { file: 'src/b.ts', intent: 'file' },
        { file: 'src/b.ts', anchor: 'connect', lines: '13', intent: 'one of two' },
      ],
    }
    await mustRun(repo, ['annotate'], { input })
    const [lines, file, anchor] = noteOn(repo, third).regions
    expect(lines?.lines).toEqual({ start: 8, end: 10 })
    expect(lines?.trace?.added).toBe(sketchAddedLines(['return Math.min(60_000, 100 * n)']) ?? '')
    expect(file).not.toHaveProperty('lines')
    expect(file).not.toHaveProperty('ast_anchor')
    expect(anchor?.ast_anchor?.name).toBe('Other::connect')
    expect(anchor?.trace).not.toHaveProperty('added')
  })

  test('says everything that is wrong at once, with its place, and writes nothing', async () => {
    const { repo } = start()
    const input = {
      sumary: 'x',
      regions: [
        { file: 'src/a.ts', anchor: 'conect', intent: 'x' },
        { file: 'src/a.ts', anchor: 'connect', intent: 'x' },
        { file: 'src/b.ts', intent: ' ' },
        { file: 'src/a.ts', lines: { start: 5, end: 900 }, intent: 'x'.repeat(20_001) },
        { file: '../a', constraint: ['x'], intent: 3 },
        'region',
        { file: 'src/a.ts', anchor: 'delay', lines: '1-2', intent: 'x' },
      ],
    }
    const { status, stderr } = await runCli(repo, ['annotate'], { input })
    expect(status).toBe(4)
    const problems = stderr.split('\n')[0]?.split('; ') ?? []
    for (const expected of [
      "regions[0].anchor: 'conect' is not in 'src/a.ts' at this commit (nearest: Client::connect, Other::connect)",
      "regions[1].anchor: 'connect' may be Client::connect 2-5, Other::connect 13-13",
      "regions[2].file: 'src/b.ts' is not a file of commit",
      'regions[2].intent: must not be blank',
      'regions[3].intent: must have at most 20000 characters',
      "regions[3].lines: 'src/a.ts' has 14 lines in this commit",
      'regions[4].constraint: is not a field of an annotation',
      "regions[4].file: '../a' is not a path inside the repository",
      'regions[5]: must be an object',
      "regions[6].lines: 1-2 is outside of 'delay' (8-10)",
      'sumary: is not a field of an annotation',
      'summary: is missing',
    ])
      expect({ expected, found: problems.some((problem) => problem.includes(expected)) }).toEqual({
        expected,
        found: true,
      })
    expect(stderr).toContain("did you mean 'constraints'?")
    expect(repo.tryGit({}, 'rev-parse', '-q', '--verify', ref).status).toBe(1)
  })

  test('warns about a file the commit does not touch and an anchor it cannot look for', async () => {
    const { repo } = start()
    const input = { summary: 's', regions: [{ file: 'other.txt', anchor: 'part', intent: 'x' }] }
    const { status, stderr } = await runCli(repo, ['annotate'], { input })
    expect(status).toBe(0)
    expect(stderr).toContain("warning: regions[0].file: the commit does not touch 'other.txt'")
    expect(stderr).toContain("warning: regions[0].anchor: 'other.txt' has no outline")
  })

  test('prints a template that, filled in, is an annotation', async () => {
    const { repo, second } = start()
    const template = JSON.parse(await mustRun(repo, ['annotate', '--template'])) as {
      summary: string
      regions: { anchor: string; intent: string }[]
    }
    expect(template.regions.map(({ anchor }) => anchor)).toEqual(['Client::connect', 'delay'])
    expect((await runCli(repo, ['annotate'], { input: template })).status).toBe(4)
    template.summary = 'filled'
    for (const region of template.regions) region.intent = 'because'
    await mustRun(repo, ['annotate'], { input: template })
    expect(noteOn(repo, second).regions.map((region) => Object.keys(region).sort().join())).toEqual([
      'ast_anchor,file,intent,lines,trace',
      'ast_anchor,file,intent,lines,trace',
    ])
  })

  test('-m gives each changed unit the message; where none changed, each changed file', async () => {
    const { repo, second } = start()
    await mustRun(repo, ['annotate', '-m', 'why'])
    expect(noteOn(repo, second).regions.map(({ ast_anchor, intent }) => [ast_anchor?.name, intent])).toEqual([
      ['Client::connect', 'why'],
      ['delay', 'why'],
    ])
    const third = repo.commit({ 'other.txt': 'y\n', 'data.bin': 'a\0b' })
    await mustRun(repo, ['annotate', '-m', 'why'])
    expect(noteOn(repo, third).regions.map(({ file }) => file)).toEqual(['data.bin', 'other.txt'])
    const fourth = repo.commit({ 'src/a.ts': after.replace('    this.greet(host)\n', '') })
    await mustRun(repo, ['annotate', '-m', 'gone'])
    expect(noteOn(repo, fourth).regions.map(({ ast_anchor }) => ast_anchor?.name)).toEqual([
      'Client::connect',
    ])
  })

  test('adds to what is there, and needs a word to touch it', async () => {
    const { repo, second } = start()
    const one = { summary: 'one', regions: [{ ...connect, constraints: ['a'], reasoning: 'r' }] }
    await mustRun(repo, ['annotate'], { input: one, env: { ULTRAGIT_AUTHOR: 'first' } })
    const delay = { file: 'src/a.ts', anchor: 'delay', intent: 'cap it' }
    await mustRun(repo, ['annotate'], {
      input: { summary: 'two', regions: [delay] },
      env: { ULTRAGIT_AUTHOR: 'second' },
    })
    const both = noteOn(repo, second)
    expect(both.summary).toBe('one\n\ntwo')
    expect(both.author).toBe('second')
    expect(both.regions.map(({ author }) => author)).toEqual(['first', undefined])
    const again = { summary: 'two', regions: [{ ...connect, intent: 'new', constraints: ['b', 'a'] }] }
    const refused = await runCli(repo, ['annotate'], { input: again })
    expect(refused.stderr).toContain("regions[0]: 'src/a.ts:Client::connect' is annotated already")
    expect(noteOn(repo, second)).toEqual(both)
    await mustRun(repo, ['annotate', '--merge'], { input: again })
    const merged = noteOn(repo, second).regions.find(
      ({ ast_anchor }) => ast_anchor?.name === 'Client::connect',
    )
    expect(merged).toMatchObject({ intent: 'new', reasoning: 'r' })
    expect(merged?.constraints?.map(({ text }) => text)).toEqual(['a', 'b'])
    await mustRun(repo, ['annotate', '--replace'], { input: again })
    const replaced = noteOn(repo, second)
    expect(replaced.summary).toBe('two')
    expect(replaced.regions[0]).not.toHaveProperty('reasoning')
    expect(replaced.regions.length).toBe(2)
  })

  test('--dry-run shows the note and writes nothing', async () => {
    const { repo } = start()
    const said = await mustRun(repo, ['annotate', '--dry-run', '-m', 'why'])
    expect((JSON.parse(said) as Annotation).regions.length).toBe(2)
    expect(repo.tryGit({}, 'rev-parse', '-q', '--verify', ref).status).toBe(1)
  })

  test('keeps unknown fields and adds the traces that are missing', async () => {
    const { repo, second } = start()
    const old = {
      $schema: 'ultragit/v1',
      commit: second,
      summary: 'old',
      x_ticket: { id: 7 },
      regions: [{ file: 'src/a.ts', ast_anchor: { name: 'delay' }, intent: 'i', x_mood: 'good' }],
    }
    repo.note(second, JSON.stringify(old))
    await mustRun(repo, ['annotate'], { input: { summary: 'old', regions: [connect] } })
    const note = noteOn(repo, second)
    expect(note.x_ticket).toEqual({ id: 7 })
    expect(note.regions[0]).toMatchObject({
      x_mood: 'good',
      trace: { unit: expect.stringContaining('ug1:') },
    })
    expect(note.trace?.patch_id).toBe(patchId(repo, second))
  })

  test('does not write over a note it cannot read', async () => {
    const { repo, second } = start()
    repo.note(second, 'plain words')
    const refused = await runCli(repo, ['annotate', '-m', 'why'])
    expect(refused.status).toBe(4)
    expect(refused.stderr).toContain('--replace')
    expect(notesByGit(repo).get(second)).toBe('plain words')
    await mustRun(repo, ['annotate', '--replace', '-m', 'why'])
    expect(noteOn(repo, second).summary).toBe('why')
  })

  test('--squash-sources merges the annotations of the commits it names', async () => {
    const { repo, first, second } = start()
    await mustRun(repo, ['annotate', first, '-m', 'first reason'])
    await mustRun(repo, ['annotate', second, '-m', 'second reason'])
    const squashed = repo.commit({ 'more.txt': '1\n' })
    await mustRun(repo, ['annotate', squashed, '--squash-sources', `${first},${second.slice(0, 10)}`])
    const note = noteOn(repo, squashed)
    expect(note.provenance).toMatchObject({ operation: 'squash', derived_from: [first, second].sort() })
    expect(new Set(note.regions.map(({ commit }) => commit))).toEqual(new Set([first, second]))
    const size = note.regions.length
    await mustRun(repo, ['annotate', squashed, '--squash-sources', `${first},${second}`])
    expect(noteOn(repo, squashed).regions.length).toBe(size)
  })

  const bad: [name: string, args: string[], input: string | undefined, status: number, words: string][] = [
    ['no input at a terminal', ['annotate'], undefined, 2, 'nothing on standard input'],
    ['empty input', ['annotate'], ' \n', 4, 'the input is empty'],
    ['half a document', ['annotate'], '{"summary":"x","reg', 4, 'the input is not JSON'],
    ['a list', ['annotate'], '[]', 4, 'must be a JSON object'],
    ['more than 2 MiB', ['annotate'], 'x'.repeat(2 * 1024 * 1024 + 1), 4, 'more than 2 MiB'],
    ['a note above the limit', ['annotate'], bigInput(), 4, 'must be at most 1048576 bytes'],
    ['an unknown commit', ['annotate', 'nowhere', '-m', 'x'], undefined, 4, "'nowhere' names no commit"],
    ['a tree', ['annotate', 'HEAD^{tree}', '-m', 'x'], undefined, 4, 'names no commit'],
    ['both ways to resolve', ['annotate', '--merge', '--replace', '-m', 'x'], undefined, 2, 'exclude'],
    ['an empty message', ['annotate', '-m', ' '], undefined, 2, 'the reason is empty'],
    ['a file that is not there', ['annotate', '--file', 'no.json'], undefined, 4, 'cannot be read'],
    ['a ref outside', ['annotate', '-m', 'x', '--noteref', 'refs/heads/x'], undefined, 2, 'refs/notes/'],
  ]
  for (const [name, args, input, status, words] of bad) {
    test(`refuses ${name}`, async () => {
      const { repo } = start()
      const result = await runCli(repo, args, { input })
      expect(result.stderr).toContain(words)
      expect(result.status).toBe(status)
      expect(repo.git('for-each-ref', 'refs/notes')).toBe('')
    })
  }

  test('refuses what looks like a credential and says where', async () => {
    const { repo } = start()
    const input = {
      summary: 's',
      regions: [{ ...connect, constraints: [`keep ghp_${'a1B2'.repeat(10)} out`] }],
    }
    const refused = await runCli(repo, ['annotate'], { input })
    expect(refused.stderr).toContain("regions[0].constraints[0].text (GitHub token, 'ghp_…')")
    expect(repo.git('for-each-ref', 'refs/notes')).toBe('')
    await mustRun(repo, ['annotate', '--allow-secrets'], { input })
  })

  test('works in a bare repository and before the first commit says what to do', async () => {
    const { repo, second } = start()
    const bare = new TempRepo(join(repo.dir, 'bare.git'))
    repo.git('clone', '-q', '--bare', '.', 'bare.git')
    await mustRun(bare, ['annotate', 'main', '-m', 'why'])
    expect(noteOn(bare, second).regions.length).toBe(2)
    rmSync(bare.dir, { recursive: true })
    const empty = TempRepo.init()
    expect((await runCli(empty, ['annotate', '-m', 'x'])).stderr).toContain('there is no commit yet')
  })
})

function bigInput(): string {
  const regions = Array.from({ length: 80 }, (_, at) => ({
    file: 'src/a.ts',
    lines: { start: 1, end: (at % 14) + 1 },
    intent: `${at}${'y'.repeat(15_000)}`,
  }))
  return JSON.stringify({ summary: 'x', regions })
}

function patchId(repo: TempRepo, commit: string): string {
  const patch = repo.git('diff-tree', '-p', '-U0', '--no-renames', '--full-index', '--root', commit)
  return repo.gitWith({ input: `${patch}\n` }, 'patch-id', '--stable').split(' ')[0] ?? ''
}

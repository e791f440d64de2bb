/** What a reader is told about single cases, each in a repository of its own. */
import { describe, expect, test } from 'bun:test'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asRepoPath } from '../../src/base/ids.ts'
import type { ReadAnswer } from '../../src/read/answer.ts'
import { TempRepo, tempFolder } from '../support/temp-repo.ts'
import { answer, openIn } from './annotated-history.ts'

/** A function of eight lines that shares none with one of another word. */
function code(name: string, word: string): string {
  const steps = Array.from(
    { length: 6 },
    (_, at) => `  const ${word}${at} = ${word}Step${at}(input, ${at * 7})`,
  )
  return [`export function ${name}(input: number) {`, ...steps, `  return ${word}5`, '}', ''].join('\n')
}

interface Told {
  readonly regions: ReadAnswer['regions']
  readonly notes: readonly string[]
  readonly answer: ReadAnswer
}

async function ask(dir: string, path: string, given: Record<string, unknown> = {}): Promise<Told> {
  const session = await openIn(dir, { ULTRAGIT_NO_CACHE: '1' })
  try {
    const told = JSON.parse(await answer(session, asRepoPath(path), given)) as ReadAnswer // written by `read`
    return { regions: told.regions, notes: told.notes ?? [], answer: told }
  } finally {
    session.close()
  }
}

function annotate(repo: TempRepo, commit: string, ...regions: object[]): void {
  const document = { $schema: 'ultragit/v1', commit, summary: 'why', regions }
  repo.note(commit, JSON.stringify(document))
}

const about = (name: string, more: object = {}) => ({
  file: 'a.ts',
  ast_anchor: { name },
  intent: `about ${name}`,
  ...more,
})

const brief = ({ regions }: Told) =>
  regions
    .filter(({ reach }) => reach !== 'commit')
    .map(({ intent, status, reach }) => [intent, status, reach].join(' · '))

describe('lines', () => {
  const repo = TempRepo.init()
  repo.commit({ 'a.ts': code('one', 'alpha') + code('two', 'beta') })
  const edit = repo.commit({
    'a.ts': code('one', 'alpha').replace('alphaStep3', 'changed') + code('two', 'beta'),
  })
  annotate(repo, edit, about('one', { lines: { start: 1, end: 9 } }))

  test('that the commit did not touch find the region all the same', async () => {
    const told = await ask(repo.dir, 'a.ts', { lines: { start: 2, end: 2 } })
    expect(brief(told)).toEqual(['about one · current · lines'])
    expect(told.regions[0]?.current_lines).toEqual({ start: 1, end: 9 })
  })

  test('of another function do not', async () =>
    expect(brief(await ask(repo.dir, 'a.ts', { lines: { start: 12, end: 14 } }))).toEqual([]))
})

describe('names', () => {
  const repo = TempRepo.init()
  const first = repo.commit({
    'a.ts': code('parse', 'alpha') + code('encode', 'beta'),
    'b.ts': code('parse', 'gamma'),
  })
  annotate(repo, first, about('parse'), about('encode'), {
    ...about('parse'),
    file: 'b.ts',
    intent: 'about b',
  })

  test('in two files never leak', async () => {
    expect(brief(await ask(repo.dir, 'a.ts', { anchor: 'parse' }))).toEqual(['about parse · current · lines'])
    expect(brief(await ask(repo.dir, 'b.ts', { anchor: 'parse' }))).toEqual(['about b · current · lines'])
  })

  test('do not leak when one of them is deleted', async () => {
    const other = TempRepo.init()
    const files = { 'a.ts': code('parse', 'alpha') + code('keep', 'beta'), 'b.ts': code('parse', 'gamma') }
    annotate(other, other.commit(files), about('parse'))
    other.commit({ 'a.ts': code('keep', 'beta') })
    expect(brief(await ask(other.dir, 'b.ts'))).toEqual([])
    expect(brief(await ask(other.dir, 'b.ts', { anchor: 'parse' }))).toEqual([])
  })

  test('that are near answer about the file, never about the other', async () => {
    const told = await ask(repo.dir, 'a.ts', { anchor: 'decode' })
    expect(told.notes).toEqual([
      "Anchor 'decode' not found in a.ts. Returning file-level annotations.",
      'Nearest names: encode',
    ])
    expect(told.answer.query.resolved[0]?.unit).toBeUndefined()
  })

  test('of several units are all answered, and said to be ambiguous', async () => {
    const twice = TempRepo.init()
    const text = ['A', 'B'].map(
      (name) => `class ${name} {\n  ${code('run', name.toLowerCase()).slice(16)}}\n`,
    )
    const commit = twice.commit({ 'a.ts': text.join('') })
    annotate(twice, commit, about('A::run'), about('B::run'))
    const told = await ask(twice.dir, 'a.ts', { anchor: 'run' })
    expect(told.answer.query.ambiguous_anchor).toBe(true)
    expect(brief(told).sort()).toEqual(['about A::run · current · lines', 'about B::run · current · lines'])
    expect(brief(await ask(twice.dir, 'a.ts', { anchor: 'B.run' }))).toEqual([
      'about B::run · current · lines',
    ])
  })

  test('that no outline has are found under exactly that name', async () => {
    const odd = TempRepo.init()
    const commit = odd.commit({ 'a.ts': code('one', 'alpha') })
    annotate(odd, commit, about('Bump version'), about('Tidy up', { lines: { start: 2, end: 5 } }))
    expect(brief(await ask(odd.dir, 'a.ts', { anchor: 'Tidy up' }))).toEqual([
      'about Tidy up · current · anchor',
    ])
    expect(brief(await ask(odd.dir, 'a.ts', { anchor: 'Bump version' }))).toEqual([
      'about Bump version · current · anchor',
    ])
  })
})

describe('a region without an anchor', () => {
  test.each([
    [
      'notes.md',
      '# Title\n\nIntro words.\n\n## Install\n\nRun the installer.\nThen wait.\n',
      { start: 5, end: 8 },
    ],
    [
      'schema.sql',
      'create table a (\n  id int,\n  name text\n);\n\ncreate table b (\n  id int\n);\n',
      { start: 1, end: 4 },
    ],
    ['data.unknown', 'first line\nsecond line\nthird line\nfourth line\n', { start: 2, end: 3 }],
  ])('of %s is found, where it went', async (path, text, lines) => {
    const repo = TempRepo.init()
    annotate(repo, repo.commit({ [path]: text }), { file: path, lines, intent: 'here' })
    repo.commit({ [path]: `above\n\n${text}` })
    const told = await ask(repo.dir, path, { lines: { start: lines.start + 2, end: lines.start + 2 } })
    expect(brief(told)).toEqual(['here · current · lines'])
    expect(told.regions[0]?.current_lines).toEqual({ start: lines.start + 2, end: lines.end + 2 })
    expect(told.regions[0]?.survival).toBe(1)
  })
})

describe('what a newer annotation made history', () => {
  const repo = TempRepo.init()
  const old = repo.commit({ 'a.ts': code('one', 'alpha') })
  annotate(repo, old, about('one', { intent: 'first', constraints: [{ text: 'stay odd' }] }))
  const next = repo.commit({ 'a.ts': code('one', 'beta').replace('input: number', 'values: string') })
  annotate(repo, next, about('one', { intent: 'second' }))

  test('is folded into it, with its constraints', async () => {
    const told = await ask(repo.dir, 'a.ts')
    expect(brief(told)).toEqual(['second · current · lines'])
    expect(told.regions[0]?.earlier).toEqual([{ commit: old, intent: 'first' }])
    expect(told.regions[0]?.constraints).toEqual([{ text: 'stay odd', commit: old }])
  })

  test('is unfolded on demand', async () => {
    const told = await ask(repo.dir, 'a.ts', { all: true })
    expect(told.regions.map(({ intent, superseded_by }) => [intent, superseded_by])).toEqual([
      ['second', undefined],
      ['first', next],
    ])
  })
})

describe('an annotation that another continues', () => {
  const repo = TempRepo.init()
  repo.git('config', 'notes.rewriteRef', 'refs/notes/ultragit')
  annotate(repo, repo.commit({ 'a.ts': code('one', 'alpha') }), about('one'))
  repo.write('a.ts', `// said again\n${code('one', 'alpha')}`)
  repo.git('commit', '-q', '-a', '--amend', '-m', 'amended')

  test('is left out', async () =>
    expect(brief(await ask(repo.dir, 'a.ts'))).toEqual(['about one · current · lines']))
  test('is there on demand', async () =>
    expect((await ask(repo.dir, 'a.ts', { all: true })).regions).toHaveLength(2))
})

describe('a file that is', () => {
  const start = () => {
    const repo = TempRepo.init()
    annotate(repo, repo.commit({ 'a.ts': code('one', 'alpha') }), about('one'))
    return repo
  }

  test('renamed in the index only is followed', async () => {
    const repo = start()
    mkdirSync(join(repo.dir, 'lib'))
    repo.git('mv', 'a.ts', 'lib/b.ts')
    const told = await ask(repo.dir, 'lib/b.ts')
    expect(brief(told)).toEqual(['about one · current · lines'])
    expect([told.regions[0]?.file, told.regions[0]?.file_then]).toEqual(['lib/b.ts', 'a.ts'])
    expect(told.notes).toEqual([])
  })

  test('untracked is a valid answer with a note', async () => {
    const repo = start()
    writeFileSync(join(repo.dir, 'new.ts'), code('fresh', 'delta'))
    const told = await ask(repo.dir, 'new.ts')
    expect([told.regions, told.notes]).toEqual([[], ['new.ts is untracked: git does not know it yet']])
    expect(told.answer.query.resolved[0]?.uncommitted).toEqual([{ start: 1, end: 9 }])
  })

  test("deleted but not committed is answered from HEAD's text", async () => {
    const repo = start()
    rmSync(join(repo.dir, 'a.ts'))
    const told = await ask(repo.dir, 'a.ts')
    expect(brief(told)).toEqual(['about one · current · lines'])
    expect(told.notes).toEqual(["a.ts is not in the working tree: answering about HEAD's text"])
  })

  test('moved by hand, unknown to git, is found by its content', async () => {
    const repo = start()
    renameSync(join(repo.dir, 'a.ts'), join(repo.dir, 'b.ts'))
    repo.git('add', '-A')
    repo.git('commit', '-q', '-m', 'gone')
    expect(brief(await ask(repo.dir, 'b.ts'))).toEqual(['about one · current · lines'])
  })

  test('in a bare repository is answered from HEAD', async () => {
    const repo = start()
    const bare = join(tempFolder(), 'bare.git')
    repo.git('clone', '-q', '--bare', repo.dir, bare)
    new TempRepo(bare).git('fetch', '-q', repo.dir, 'refs/notes/ultragit:refs/notes/ultragit')
    const told = await ask(bare, 'a.ts', { anchor: 'one' })
    expect([brief(told), told.notes]).toEqual([['about one · current · lines'], []])
  })
})

test('the same state gives the same bytes', async () => {
  const repo = TempRepo.init()
  annotate(
    repo,
    repo.commit({ 'a.ts': code('one', 'alpha') + code('two', 'beta') }),
    about('one'),
    about('two'),
  )
  const [first, second] = [await ask(repo.dir, 'a.ts'), await ask(repo.dir, 'a.ts')]
  expect(JSON.stringify(first)).toBe(JSON.stringify(second))
})

test('a file with more annotated versions than are read at once', async () => {
  const repo = TempRepo.init()
  const count = 100
  const name = (at: number) => `step${String(at).padStart(3, '0')}`
  const functions = Array.from({ length: count }, (_, at) => code(name(at), `old${at}x`))
  repo.commit({ 'a.ts': functions.join('') })
  for (let at = 0; at < count; at++) {
    functions[at] = code(name(at), `fresh${at}x`)
    annotate(repo, repo.commit({ 'a.ts': functions.join('') }), about(name(at), { intent: `why ${at}` }))
  }
  // One line of every third is another one since: whether the rest of what its commit added stands has to be asked.
  for (let at = 0; at < count; at += 3)
    functions[at] = (functions[at] ?? '').replace(/.*Step2.*/, '  changed()')
  repo.commit({ 'a.ts': functions.join('') })
  const { regions } = await ask(repo.dir, 'a.ts', { maxRegions: 1_000, maxTokens: 1_000_000 })
  const told = regions
    .map(({ ast_anchor, intent, status, current_lines, survival }) => [
      ast_anchor?.name,
      intent,
      status,
      current_lines,
      survival,
    ])
    .sort(([a], [b]) => String(a).localeCompare(String(b)))
  expect(told).toEqual(
    functions.map((text, at) => {
      const start = functions.slice(0, at).join('').split('\n').length
      const end = start + text.split('\n').length - 2
      return [name(at), `why ${at}`, 'current', { start, end }, at % 3 === 0 ? 7 / 8 : 1]
    }),
  )
}, 30_000)

/** What a check keeps in the index never shows: cold, warm, and while notes and HEAD change under it, the same bytes. */
import { expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { check } from '../../src/check/check.ts'
import { openCheckSession } from '../../src/check/open-check-session.ts'
import {
  type AnnotatedHistory,
  annotatedHistory,
  annotationsFor,
  notesRef,
  writeNotes,
} from '../place/annotated-history.ts'
import { CheckRepo, processEnv } from './support/check-repo.ts'

/** `TEST_ROUNDS=200` for the full measure. */
const rounds = Number(process.env.TEST_ROUNDS ?? 6)

/** What can happen between two checks. */
const events: Readonly<Record<string, (history: AnnotatedHistory) => void>> = {
  'notes are added': (history) => {
    const { random, commits } = history
    writeNotes(history, notesRef, annotationsFor(history, random.shuffle(commits).slice(0, 3)))
  },
  'notes are changed': (history) => {
    const { random, annotated } = history
    writeNotes(history, notesRef, annotationsFor(history, random.shuffle(annotated).slice(0, 3)))
  },
  'notes are removed': (history) => {
    const gone = history.random.shuffle(history.annotated).slice(0, 2)
    writeNotes(history, notesRef, new Map(gone.map((oid) => [oid, ''])))
  },
  'a note breaks': (history) => {
    const [oid] = history.random.shuffle(history.commits)
    if (oid !== undefined) writeNotes(history, notesRef, new Map([[oid, '{"$schema":"ultragit/v1"']]))
  },
  'a commit is replaced': ({ repo, random, commits }) => {
    const [one, other] = random.shuffle(commits)
    repo.git('replace', '-f', one ?? '', other ?? '')
  },
  'HEAD moves back': ({ repo, head, parents }) => {
    repo.git('update-ref', 'refs/heads/main', parents.get(head)?.[0] ?? head)
  },
}

test(
  `a check says the same with and without the index, over ${rounds} repositories`,
  async () => {
    let findings = 0
    for (let seed = 0; seed < rounds; seed++) findings += await compareThrough(seed)
    expect(findings).toBeGreaterThan(rounds)
  },
  30_000 + 2_000 * rounds,
)

async function compareThrough(seed: number): Promise<number> {
  const history = annotatedHistory(seed)
  const { repo, random, head, parents } = history
  repo.git('update-ref', 'refs/heads/main', head)
  let findings = 0
  const names = ['as it was', 'again', ...random.shuffle(Object.keys(events)).slice(0, 3)]
  for (const [step, name] of names.entries()) {
    events[name]?.(history)
    const where = `seed ${seed}: ${names.slice(0, step + 1).join(', then ')}`
    let base = head
    for (let left = 3 + (seed % 7); left > 0; left--) base = parents.get(base)?.[0] ?? base
    const without = await checked(repo.dir, `${base}..HEAD`, { ULTRAGIT_NO_CACHE: '1' })
    expect(await checked(repo.dir, `${base}..HEAD`, {}), where).toEqual(without)
    findings += without.split('"rule"').length - 1
  }
  rmSync(repo.dir, { recursive: true, force: true })
  return findings
}

async function checked(dir: string, range: string, env: Record<string, string>): Promise<string> {
  const options = { cwd: dir, env: { ...processEnv(), ...env }, flags: {} }
  try {
    const opened = await openCheckSession(options, { range })
    try {
      return JSON.stringify(await check(opened, { env: {} }), null, 1)
    } finally {
      opened.session.close()
    }
  } catch (error) {
    return String(error)
  }
}

const long = (value: string) =>
  ['connect', 'close']
    .map((name) => `export function ${name}(host: string) {\n  const peer = ${name}To(host)\n  ${value}\n}\n`)
    .join('\n')

test('what was kept of a region is not taken for another one, nor for what is written in its place', async () => {
  const repo = CheckRepo.init()
  const constrained = (anchor: string, text: string) => ({
    file: 'src/a.ts',
    anchor,
    constraints: [{ text, source: 'author' }],
  })
  const first = repo.annotated({ 'src/a.ts': long('wait(1)') }, [
    constrained('connect', 'keep one'),
    constrained('close', 'keep two'),
  ])
  repo.commit({ 'src/a.ts': long('wait(2)') })
  const found = async () => {
    const { findings } = await repo.check(['HEAD~1..HEAD'])
    return findings.flatMap(({ anchor, constraints = [] }) =>
      constraints.map(({ text }) => `${anchor}: ${text}`),
    )
  }
  for (let round = 0; round < 2; round++)
    expect(await found()).toEqual(['connect: keep one', 'close: keep two'])
  repo.annotate(first, [constrained('close', 'keep three')])
  for (let round = 0; round < 2; round++) expect(await found()).toEqual(['close: keep three'])
  repo.commit({ 'src/a.ts': long('wait(2)').replace('wait(2)', 'wait(3)') })
  expect(await found()).toEqual([])
})

test('a number too long for a computer stays what it is in a note that was kept', async () => {
  const repo = CheckRepo.init()
  const oid = repo.commit({ 'src/a.ts': long('wait(1)') })
  const document = `{"$schema":"ultragit/v1","commit":"${oid}","summary":"s","regions":[{"file":"src/a.ts","intent":"i","serial":12345678901234567890}]}`
  repo.note(oid, document)
  for (let round = 0; round < 2; round++) expect((await repo.check([oid])).findings).toEqual([])
  const options = { cwd: repo.dir, env: processEnv(), flags: {} }
  const { session, range } = await openCheckSession(options, { range: oid })
  const { notes } = session.index()
  notes.decoded.keep()
  const note = (await notes.notesOn([range.head])).get(range.head)
  expect(JSON.stringify(note?.annotation.regions[0])).toContain('12345678901234567890')
  session.close()
})

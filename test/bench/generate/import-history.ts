/** Writes a history into a repository with `git fast-import`, and keeps what annotations need to know of each commit. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sketchAddedLines } from '../../../src/annotation/trace/added-lines.ts'
import { fingerprintUnit } from '../../../src/annotation/trace/unit-fingerprint.ts'
import { hashObject } from '../../../src/git/objects/hash-object.ts'
import { runGit, streamToGit } from '../git.ts'
import type { History, Step, UnitChange } from './history.ts'

/** One commit as its annotation will describe it. */
export interface CommitFacts {
  readonly oid: string
  readonly tree: string
  readonly seconds: number
  readonly path: string
  readonly blob: string
  readonly regions: readonly RegionFacts[]
}

export interface RegionFacts {
  readonly name: string
  readonly signature: string
  readonly lines: UnitChange['lines']
  readonly unitTrace: string
  readonly addedTrace: string | undefined
}

const start = 1_500_000_000
const spacing = 600

export async function importHistory(repo: string, history: History): Promise<CommitFacts[]> {
  const facts: Omit<CommitFacts, 'oid' | 'tree'>[] = []
  const marks = join(repo, '.git', 'bench-marks')
  await streamToGit(
    repo,
    // Deltas against whatever came before are poor ones; the repack makes better ones.
    ['-c', 'pack.compression=1', 'fast-import', '--quiet', '--depth=0', `--export-marks=${marks}`],
    (function* () {
      for (const step of history.steps()) {
        facts.push(factsOf(step))
        yield commitText(step)
      }
    })(),
  )
  const oids = new Map<number, string>()
  for (const line of readFileSync(marks, 'utf8').trim().split('\n')) {
    const [mark = '', oid = ''] = line.split(' ')
    oids.set(Number(mark.slice(1)), oid)
  }
  const trees = treesOf(repo)
  return facts.map((fact, at) => {
    const oid = oids.get(at + 1) ?? ''
    return { ...fact, oid, tree: trees.get(oid) ?? '' }
  })
}

function treesOf(repo: string): Map<string, string> {
  const log = runGit(repo, ['log', '--format=%H %T', 'main'])
  return new Map(
    log
      .trim()
      .split('\n')
      .map((line) => line.split(' ') as [string, string]),
  ) // two ids a line
}

function commitText({ mark, parents, renames, writes, change }: Step): string {
  const seconds = start + mark * spacing
  const author = `Author ${mark % 20} <author${mark % 20}@example.com> ${seconds} +0000`
  const message = `change ${change.unit.name}\n`
  const [from, merged] = parents
  return [
    // A side branch is reached through its merge; every commit is made on main's name and moves it there.
    'commit refs/heads/main\n',
    `mark :${mark}\nauthor ${author}\ncommitter ${author}\n${data(message)}`,
    from === undefined ? '' : `from :${from}\n`,
    merged === undefined ? '' : `merge :${merged}\n`,
    ...renames.map(({ from: old, to }) => `R ${old} ${to}\n`),
    ...writes.map(({ path, text }) => `M 100644 inline ${path}\n${data(text)}`),
    '\n',
  ].join('')
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`
}

function factsOf({ mark, writes, change }: Step): Omit<CommitFacts, 'oid' | 'tree'> {
  const text = writes.find(({ path }) => path === change.path)?.text ?? ''
  const { neighbour } = change
  return {
    seconds: start + mark * spacing,
    path: change.path,
    blob: hashObject('blob', Buffer.from(text), 'sha1'),
    regions: [
      regionFacts(change.unit, change.lines, change.added),
      ...(neighbour === undefined || mark % 4 !== 0
        ? []
        : [regionFacts(neighbour.unit, neighbour.lines, [])]),
    ],
  }
}

function regionFacts(
  { name, signature, lines: text }: UnitChange['unit'],
  lines: UnitChange['lines'],
  added: readonly string[],
): RegionFacts {
  return {
    name,
    signature,
    lines,
    unitTrace: fingerprintUnit(text.join('\n'), name),
    addedTrace: sketchAddedLines(added),
  }
}

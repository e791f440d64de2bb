/** Random histories with annotations about what their commits changed, and answers about them as bytes. */

import { fingerprintUnit } from '../../src/annotation/trace/unit-fingerprint.ts'
import type { Oid, RepoPath } from '../../src/base/ids.ts'
import { read } from '../../src/read/read.ts'
import { ReadRequestSchema } from '../../src/read/read-request.ts'
import { parseRequest } from '../../src/read/read-text.ts'
import { openSession, type Session } from '../../src/session.ts'
import { changesByGit, gitBytes, gitRecords, pathOf } from '../git/contract/oracle.ts'
import { type RandomHistory, randomHistory } from '../git/random-history.ts'
import { Random } from '../support/random.ts'

export const notesRef = 'refs/notes/ultragit'

export interface AnnotatedHistory extends RandomHistory {
  readonly random: Random
}

export function annotatedHistory(seed: number): AnnotatedHistory {
  const history = randomHistory({
    seed,
    commits: 14 + (seed % 4) * 6,
    files: 2 + (seed % 2),
    mergeRate: seed % 7 === 0 ? 0.45 : 0.2,
    renameRate: 0.15,
    annotateRate: [0.15, 0.3, 0.6][seed % 3] ?? 0.3,
    skewedClocks: seed % 2 === 0,
    oddPaths: seed % 5 === 0,
  })
  const random = new Random(seed + 77)
  const made = { ...history, random }
  writeNotes(made, notesRef, annotationsFor(made, history.annotated))
  return made
}

export function openIn(dir: string, env: Record<string, string> = {}): Promise<Session> {
  return openSession({ cwd: dir, env: { ...process.env, ...env }, flags: {} })
}

/** What `read` says about some files, in several ways, as text. */
export async function answersAbout(session: Session, paths: readonly RepoPath[]): Promise<string[]> {
  const answers: string[] = []
  for (const path of paths) {
    answers.push(await answer(session, path, {}))
    answers.push(await answer(session, path, { all: true, keepEmpty: true, lines: { start: 1, end: 1 } }))
  }
  return answers
}

/** Two files of HEAD that have a line. */
export function somePaths(dir: string, seed: number): RepoPath[] {
  const files = gitRecords(dir, ['ls-tree', '-r', '-z', '-l', 'HEAD']).filter(
    (record) => record.startsWith('100') && !/ +0\t/.test(record),
  )
  const paths = files.map((record) => pathOf(record.slice(record.indexOf('\t') + 1)))
  return new Random(seed).shuffle(paths).slice(0, 2)
}

export async function answer(
  session: Session,
  path: RepoPath,
  given: Record<string, unknown>,
): Promise<string> {
  const request = parseRequest(ReadRequestSchema, { paths: [path], maxTokens: 0, maxRegions: 1000, ...given })
  return JSON.stringify(await read(session, { ...request, paths: [path] }))
}

/** By commit: an annotation about files it changed, one line each. */
export function annotationsFor(
  { repo, parents, random }: AnnotatedHistory,
  commits: readonly Oid[],
): Map<Oid, string> {
  const changes = changesByGit(
    repo.dir,
    commits.map((oid) => [parents.get(oid)?.[0], oid]),
  ).map((files) => files.filter(({ newMode }) => newMode?.startsWith('100')).slice(0, 2))
  const texts = blobTexts(
    repo.dir,
    changes.flatMap((files) => files.map(({ newOid }) => newOid ?? '')),
  )
  return new Map(
    commits.map((commit, at) => {
      const regions = (changes[at] ?? []).map(({ path, newOid = '' }) =>
        regionIn(random, { path, blob: newOid, text: texts.get(newOid) ?? '' }),
      )
      const summary = `on ${commit.slice(0, 8)}`
      return [commit, JSON.stringify({ $schema: 'ultragit/v1', commit, summary, regions })]
    }),
  )
}

function blobTexts(dir: string, blobs: readonly string[]): Map<string, string> {
  const texts = new Map<string, string>()
  let rest = gitBytes(dir, ['cat-file', '--batch'], blobs.map((oid) => `${oid}\n`).join(''))
  for (const oid of blobs) {
    const end = rest.indexOf('\n')
    const size = Number(rest.toString('latin1', 0, end).split(' ')[2])
    texts.set(oid, rest.toString('utf8', end + 1, end + 1 + size))
    rest = rest.subarray(end + 2 + size)
  }
  return texts
}

function regionIn(
  random: Random,
  { path, blob, text }: { readonly path: RepoPath; readonly blob: string; readonly text: string },
): Record<string, unknown> {
  const lines = text.split(/\r?\n/)
  const start = random.int(1, Math.max(1, lines.length - 2))
  const end = Math.min(lines.length, start + random.int(2, 9))
  const name = /function (\w+)/.exec(lines.slice(start - 1).join('\n'))?.[1]
  const unit = fingerprintUnit(lines.slice(start - 1, end).join('\n'), name ?? '')
  return {
    file: path,
    ...(name !== undefined && random.chance(0.6) ? { ast_anchor: { name } } : {}),
    ...(random.chance(0.8) ? { lines: { start, end } } : {}),
    intent: `intent ${random.int(1, 1e6)}`,
    ...(random.chance(0.5) ? { trace: { blob, unit } } : {}),
  }
}

/** Adds, replaces or (with an empty text) removes notes, in one commit on the ref. */
export function writeNotes(
  { repo }: Pick<AnnotatedHistory, 'repo'>,
  ref: string,
  notes: ReadonlyMap<Oid, string>,
): void {
  if (notes.size === 0) return
  const isThere = repo.tryGit({}, 'rev-parse', '-q', '--verify', ref).status === 0
  const lines = [...notes].map(([oid, text]) =>
    text === ''
      ? `N ${'0'.repeat(40)} ${oid}\n`
      : `N inline ${oid}\ndata ${Buffer.byteLength(text)}\n${text}\n`,
  )
  const head = `commit ${ref}\ncommitter C <c@example.com> 1700000000 +0000\ndata 0\n\n`
  repo.gitWith(
    { input: `${head}${isThere ? `from ${ref}^0\n` : ''}${lines.join('')}` },
    'fast-import',
    '--quiet',
  )
}

/** Annotations for a real history: each of its newest commits speaks about the first function it changed. */
import { sketchAddedLines } from '../../../src/annotation/trace/added-lines.ts'
import { fingerprintUnit } from '../../../src/annotation/trace/unit-fingerprint.ts'
import { splitLines } from '../../../src/base/lines.ts'
import { outlineSource } from '../../../src/outline/outline-source.ts'
import { runGit } from '../git.ts'
import type { CommitFacts } from './import-history.ts'
import { readPatchIds } from './patch-ids.ts'
import { writeNotes } from './write-notes.ts'

const mostNotes = 5_000

export async function annotateExisting(repo: string, ref: string): Promise<void> {
  const total = Number(runGit(repo, ['rev-list', '--count', 'main']))
  const limit = Math.min(mostNotes, Math.ceil(total / 10))
  const commits: CommitFacts[] = []
  for (const changed of changedFiles(repo, limit)) {
    const facts = await describeCommit(repo, changed)
    if (facts !== undefined) commits.push(facts)
  }
  if (commits.length === 0) throw new Error('no commit changes a function: nothing to annotate')
  const patchIds = await readPatchIds(
    repo,
    commits.map(({ oid }) => oid),
  )
  const target = { file: '', anchor: '' }
  await writeNotes(repo, { ref, commits, patchIds, target, dependents: new Set(), orphanHalf: false })
}

interface Changed {
  readonly oid: string
  readonly tree: string
  readonly seconds: number
  readonly path: string
  readonly added: readonly { readonly line: number; readonly text: string }[]
}

/** The first file of each patch, with the lines it adds. */
function* changedFiles(repo: string, limit: number): Generator<Changed> {
  const format = '--format=%x01%H %T %ct'
  const log = [
    'log',
    '-p',
    '-U0',
    '--no-merges',
    '--no-renames',
    '--no-ext-diff',
    format,
    `-${limit}`,
    'main',
  ]
  for (const piece of runGit(repo, log).split('\u0001').slice(1)) {
    const [oid = '', tree = '', seconds = ''] = piece.slice(0, piece.indexOf('\n')).split(' ')
    const patch = piece.split('\ndiff --git ', 2)[1] ?? ''
    const path = /^\+\+\+ b\/(.+)$/m.exec(patch)?.[1]
    if (path === undefined) continue
    let line = 0
    const added: { line: number; text: string }[] = []
    for (const text of patch.slice(patch.indexOf('\n@@')).split('\n')) {
      const hunk = /^@@ -\S+ \+(\d+)/.exec(text)
      if (hunk !== null) line = Number(hunk[1])
      else if (text.startsWith('+')) added.push({ line: line++, text: text.slice(1) })
    }
    if (added.length > 0) yield { oid, tree, seconds: Number(seconds), path, added }
  }
}

async function describeCommit(
  repo: string,
  { path, added, ...commit }: Changed,
): Promise<CommitFacts | undefined> {
  const text = runGit(repo, ['cat-file', 'blob', `${commit.oid}:${path}`])
  const first = added[0]?.line ?? 0
  const units = (await outlineSource(path, text))?.units ?? []
  const unit = units.findLast(({ lines }) => lines.start <= first && first <= lines.end)
  if (unit === undefined) return undefined
  const { name, signature, lines } = unit
  const inside = added.filter(({ line }) => lines.start <= line && line <= lines.end).map((one) => one.text)
  const unitText = splitLines(text)
    .slice(lines.start - 1, lines.end)
    .join('\n')
  return {
    ...commit,
    path,
    blob: runGit(repo, ['rev-parse', `${commit.oid}:${path}`]).trim(),
    regions: [
      {
        name,
        signature,
        lines,
        unitTrace: fingerprintUnit(unitText, name),
        addedTrace: sketchAddedLines(inside),
      },
    ],
  }
}

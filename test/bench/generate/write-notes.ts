/** Annotations of about two kilobytes for a list of commits, as the write commands leave them, in one notes commit. */
import { encodeAnnotation } from '../../../src/annotation/encode-note.ts'
import type { Annotation, Region } from '../../../src/annotation/schema.ts'
import { Random } from '../../support/random.ts'
import { runGit, streamToGit } from '../git.ts'
import type { CommitFacts, RegionFacts } from './import-history.ts'

export interface NotesPlan {
  readonly ref: string
  readonly commits: readonly CommitFacts[]
  /** Patch ids by commit; a merge has none. */
  readonly patchIds: ReadonlyMap<string, string>
  readonly target: Dependency
  /** Those that rely on the target. */
  readonly dependents: ReadonlySet<string>
  /** Every second note hangs on a commit that no repository has. */
  readonly orphanHalf: boolean
}

export interface Dependency {
  readonly file: string
  readonly anchor: string
}

export async function writeNotes(repo: string, plan: NotesPlan): Promise<void> {
  const random = new Random(plan.commits.length)
  const others = [...new Set(plan.commits.map(({ path }) => path))].filter(
    (path) => path !== plan.target.file,
  )
  const pieces = (function* () {
    yield `commit ${plan.ref}\ncommitter Bench <bench@example.com> 1700000000 +0000\ndata 5\nnotes\n`
    for (const [at, commit] of plan.commits.entries()) {
      const dependency = plan.dependents.has(commit.oid)
        ? { ...plan.target, nature: 'relies on what it returns' }
        : random.chance(0.3)
          ? { file: random.pick(others), nature: 'assumes its limits' }
          : undefined
      const oid = plan.orphanHalf && at % 2 === 1 ? goneOid(commit.oid) : commit.oid
      const patchId = plan.patchIds.get(commit.oid)
      const note = encodeAnnotation(annotationOf(random, { ...commit, oid }, patchId, dependency))
      yield `N inline ${oid}\ndata ${Buffer.byteLength(note)}\n${note}\n`
    }
  })()
  if (plan.orphanHalf) await graftNotes(repo, plan.ref, pieces)
  else await streamToGit(repo, ['fast-import', '--quiet', '--depth=0'], pieces)
}

/** fast-import insists that a note's commit exists, so the tree of notes is written as files: the same fan-out. */
async function graftNotes(repo: string, ref: string, pieces: Iterable<string>): Promise<void> {
  const asFiles = (function* () {
    for (const piece of pieces) {
      const oid = /^N inline ([0-9a-f]{40})\n/.exec(piece)?.[1]
      if (oid === undefined) yield piece
      else
        yield piece.replace(
          /^N inline .*\n/,
          `M 100644 inline ${oid.slice(0, 2)}/${oid.slice(2, 4)}/${oid.slice(4)}\n`,
        )
    }
  })()
  await streamToGit(repo, ['fast-import', '--quiet', '--depth=0'], asFiles)
  runGit(repo, ['rev-parse', '--verify', ref])
}

function goneOid(oid: string): string {
  return new Bun.CryptoHasher('sha1').update(`gone ${oid}`).digest('hex')
}

function annotationOf(
  random: Random,
  commit: CommitFacts,
  patchId: string | undefined,
  dependency: NonNullable<Region['semantic_dependencies']>[number] | undefined,
): Annotation {
  const timestamp = new Date(commit.seconds * 1000).toISOString().replace('.000', '')
  return {
    $schema: 'ultragit/v1',
    commit: commit.oid,
    timestamp,
    author: 'bench/1',
    summary: prose(random, 120),
    context_level: 'enhanced',
    regions: commit.regions.map((facts, at) =>
      regionOf(random, commit, facts, {
        dependency: at === 0 ? dependency : undefined,
        isOnly: commit.regions.length === 1,
      }),
    ),
    trace: { ...(patchId === undefined ? {} : { patch_id: patchId }), tree: commit.tree },
    provenance: {
      operation: 'initial',
      derived_from: [],
      original_annotations_preserved: true,
      synthesis_notes: null,
    },
  }
}

function regionOf(
  random: Random,
  { path, blob }: CommitFacts,
  { name, signature, lines, unitTrace, addedTrace }: RegionFacts,
  {
    dependency,
    isOnly,
  }: { dependency: NonNullable<Region['semantic_dependencies']>[number] | undefined; isOnly: boolean },
): Region {
  return {
    file: path,
    ast_anchor: { type: 'function', name, signature },
    lines,
    intent: prose(random, 120),
    reasoning: prose(random, isOnly ? 600 : 120),
    alternatives: [{ approach: prose(random, 60), rejected_because: prose(random, 80) }],
    constraints: [{ text: prose(random, 90), source: 'author' }],
    ...(dependency === undefined ? {} : { semantic_dependencies: [dependency] }),
    tags: [random.pick(['wire', 'cache', 'limits', 'startup'])],
    ...(isOnly ? { risk_notes: prose(random, 150) } : {}),
    trace: { blob, unit: unitTrace, ...(addedTrace === undefined ? {} : { added: addedTrace }) },
  }
}

const words =
  'the a caller peer limit order lock frame retries closes before after because only when keeps drops holds first last again never twice header window budget on of for and without server client queue token its each'.split(
    ' ',
  )

function prose(random: Random, length: number): string {
  let text = ''
  while (text.length < length) text += `${text === '' ? '' : ' '}${random.pick(words)}`
  return text
}

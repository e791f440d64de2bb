/**
 * The repositories that are measured, made once and kept in the folder for temporary files, under a name that says what
 * they are made of. Variants of one history share its packs.
 */
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { History, type HistoryOptions, quietArea } from './generate/history.ts'
import { type CommitFacts, importHistory } from './generate/import-history.ts'
import { readPatchIds } from './generate/patch-ids.ts'
import { type Dependency, writeNotes } from './generate/write-notes.ts'
import { runGit } from './git.ts'

/** To be raised whenever the same parameters would give another repository. */
const generatorVersion = 2

export const room = join(tmpdir(), 'ultragit-bench')

export type Size = 'small' | 'large'

/** A file that is asked about, and an annotated function of it that still stands (or ''). */
export interface Sample {
  readonly path: string
  readonly anchor: string
}

export interface Facts {
  readonly commits: number
  readonly notes: number
  readonly hot: readonly Sample[]
  readonly ordinary: readonly Sample[]
  /** A function with fifty dependents. */
  readonly target: Dependency
  readonly summaryFolder: string
}

export interface BenchRepo {
  readonly dir: string
  readonly name: string
  readonly facts: Facts
}

interface Variant {
  /** How many of the newest commits are annotated. */
  readonly notes: (commits: number) => number
  readonly orphanHalf: boolean
}

interface Base {
  readonly history: Readonly<Record<Size, HistoryOptions>>
  readonly variants: Readonly<Record<string, Variant>>
}

const newestTenth = (commits: number) => Math.floor(commits / 10)
const all = (commits: number) => commits

const bases: Readonly<Record<string, Base>> = {
  /** A long history with files that many commits changed. */
  deep: {
    history: {
      small: { seed: 1, commits: 4_000, files: 400, hotFiles: 4, hotShare: 0.3 },
      large: { seed: 1, commits: 50_000, files: 2_000, hotFiles: 6, hotShare: 0.15 },
    },
    variants: {
      tenth: { notes: newestTenth, orphanHalf: false },
      every: { notes: all, orphanHalf: false },
    },
  },
  /** As many annotations as a team writes in years, spread evenly. */
  wide: {
    history: {
      small: { seed: 2, commits: 8_000, files: 400, hotFiles: 0, hotShare: 0 },
      large: { seed: 2, commits: 100_000, files: 2_000, hotFiles: 0, hotShare: 0 },
    },
    variants: {
      full: { notes: all, orphanHalf: false },
      hundredth: { notes: (commits) => Math.max(200, Math.floor(commits / 100)), orphanHalf: false },
      orphaned: { notes: all, orphanHalf: true },
    },
  },
}

export type VariantName = 'tenth' | 'every' | 'full' | 'hundredth' | 'orphaned'

export async function benchRepo(
  size: Size,
  variant: VariantName,
  log: (line: string) => void,
): Promise<BenchRepo> {
  const [baseName, base] = Object.entries(bases).find(([, { variants }]) => variant in variants) ?? []
  if (baseName === undefined || base === undefined) throw new RangeError(`no variant '${variant}'`)
  const key = keyOf(baseName, base, size)
  const dir = join(room, `${key}-${variant}`)
  if (!existsSync(dir)) await makeAll(base, size, key, log)
  const facts = JSON.parse(readFileSync(join(dir, '.git', 'bench.json'), 'utf8')) as Facts // written by makeAll
  return { dir, name: variant, facts }
}

function keyOf(name: string, { history, variants }: Base, size: Size): string {
  const made = JSON.stringify([generatorVersion, history[size], Object.entries(variants).map(String)])
  return `${name}-${size}-${new Bun.CryptoHasher('sha1').update(made).digest('hex').slice(0, 10)}`
}

async function makeAll(base: Base, size: Size, key: string, log: (line: string) => void): Promise<void> {
  const options = base.history[size]
  const scratch = join(room, `${key}-making-${process.pid}`)
  mkdirSync(scratch, { recursive: true })
  try {
    log(`making a history of ${options.commits} commits (kept for later runs)`)
    runGit(scratch, ['init', '-q', '-b', 'main'])
    const history = new History(options)
    const commits = await importHistory(scratch, history)
    const facts = describe(history, commits)
    const patchIds = await readPatchIds(
      scratch,
      commits.map(({ oid }) => oid),
    )
    for (const [variant, { notes, orphanHalf }] of Object.entries(base.variants)) {
      log(`annotating: ${variant}`)
      const ref = `refs/bench/${variant}`
      const annotated = commits.slice(-notes(commits.length))
      await writeNotes(scratch, { ref, commits: annotated, patchIds, orphanHalf, ...facts })
    }
    log('packing')
    // Without -f git keeps what fast-import packed, whole as it is, and no repository looks like that.
    runGit(scratch, ['repack', '-adfq', '--window=20'])
    for (const [variant, { notes }] of Object.entries(base.variants)) {
      const { dependents: _, ...kept } = facts
      shareInto(scratch, join(room, `${key}-${variant}`), {
        notes: runGit(scratch, ['rev-parse', `refs/bench/${variant}`]).trim(),
        facts: { ...kept, commits: commits.length, notes: notes(commits.length) },
      })
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** A repository of its own with a checkout; the packs are the same files. */
export function shareInto(from: string, to: string, { notes, facts }: { notes: string; facts: Facts }): void {
  const making = `${to}-making-${process.pid}`
  mkdirSync(making, { recursive: true })
  runGit(making, ['init', '-q', '-b', 'main'])
  for (const [name, value] of [
    ['gc.auto', '0'],
    ['maintenance.auto', 'false'],
  ] as const)
    runGit(making, ['config', name, value])
  const packs = join('.git', 'objects', 'pack')
  for (const file of readdirSync(join(from, packs)))
    linkSync(join(from, packs, file), join(making, packs, file))
  runGit(making, ['update-ref', 'refs/heads/main', runGit(from, ['rev-parse', 'main']).trim()])
  runGit(making, ['update-ref', 'refs/notes/ultragit', notes])
  runGit(making, ['reset', '-q', '--hard'])
  writeFileSync(join(making, '.git', 'bench.json'), JSON.stringify(facts))
  rmSync(to, { recursive: true, force: true })
  renameSync(making, to)
}

/** A copy to change: what a row commits or annotates must not be there in the next run. */
export function scratchOf({ dir, name, facts }: BenchRepo): BenchRepo {
  const copy = join(room, `scratch-${process.pid}-${name}-${Math.random().toString(36).slice(2)}`)
  shareInto(dir, copy, { notes: runGit(dir, ['rev-parse', 'refs/notes/ultragit']).trim(), facts })
  return { dir: copy, name, facts }
}

export function removeScratch({ dir }: BenchRepo): void {
  rmSync(dir, { recursive: true, force: true })
}

type Described = Omit<Facts, 'commits' | 'notes'> & { readonly dependents: ReadonlySet<string> }

/** What to ask about: annotated in the newest hundredth, in a file and a function that are still there. */
function describe(history: History, commits: readonly CommitFacts[]): Described {
  const units = new Map(history.files.map((file) => [file.path, new Set(file.units.map(({ name }) => name))]))
  const samples = new Map<string, Sample & { readonly oid: string }>()
  for (const { path, regions, oid } of commits
    .slice(-Math.max(200, Math.floor(commits.length / 100)))
    .reverse()) {
    const anchor = regions[0]?.name ?? ''
    if (!samples.has(path) && units.get(path)?.has(anchor) === true) samples.set(path, { path, anchor, oid })
  }
  const [first] = history.files
  const { hotPaths } = history
  const ordinary = [...samples.values()].filter(({ path }) => !hotPaths.includes(path))
  return {
    hot: hotPaths.flatMap((path) => sampleOf(samples.get(path))),
    ordinary: ordinary.slice(0, 40).flatMap(sampleOf),
    target: { file: first?.path ?? '', anchor: first?.units[0]?.name ?? '' },
    summaryFolder: quietArea,
    dependents: new Set(ordinary.slice(0, 50).map(({ oid }) => oid)),
  }
}

function sampleOf(sample: Sample | undefined): Sample[] {
  return sample === undefined ? [] : [{ path: sample.path, anchor: sample.anchor }]
}

/** `--repo`: the same questions about a repository that nobody made up, asked of a copy. */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { annotateExisting } from './generate/annotate-existing.ts'
import { runGit } from './git.ts'
import { type BenchRepo, type Facts, removeScratch, room, type Sample, shareInto } from './repositories.ts'

const mostFiles = 6
/** What only generated repositories have. */
const nothing: Facts = {
  commits: 0,
  notes: 0,
  hot: [],
  ordinary: [],
  target: { file: '', anchor: '' },
  summaryFolder: '',
}

/** Where it has no annotations of its own, the newest tenth of its history gets some in the copy. */
export async function copyOf(path: string, log: (line: string) => void): Promise<BenchRepo> {
  const source = runGit(resolve(path), ['rev-parse', '--absolute-git-dir']).trim()
  const head = runGit(source, ['rev-parse', '--verify', 'HEAD']).trim()
  const own = runGit(source, ['for-each-ref', '--format=%(objectname)', 'refs/notes/ultragit']).trim()
  const key = new Bun.CryptoHasher('sha1').update(`${source} ${head} ${own}`).digest('hex').slice(0, 10)
  const dir = join(room, `copy-${key}`)
  if (!existsSync(dir)) {
    log(`copying ${path}`)
    await makeCopy(source, dir, own)
  }
  const facts = JSON.parse(readFileSync(join(dir, '.git', 'bench.json'), 'utf8')) as Facts // written by makeCopy
  return { dir, name: 'copy', facts }
}

async function makeCopy(source: string, to: string, own: string): Promise<void> {
  const made = { dir: `${to}-clone-${process.pid}`, name: 'clone', facts: nothing }
  try {
    runGit(room, ['clone', '-q', '--local', '--no-checkout', source, made.dir])
    runGit(made.dir, ['update-ref', 'refs/heads/main', 'HEAD'])
    if (own === '') await annotateExisting(made.dir, 'refs/notes/ultragit')
    else runGit(made.dir, ['fetch', '-q', source, '+refs/notes/ultragit:refs/notes/ultragit'])
    runGit(made.dir, ['repack', '-adq'])
    const notes = runGit(made.dir, ['rev-parse', 'refs/notes/ultragit']).trim()
    shareInto(made.dir, to, { notes, facts: describe(made.dir) })
  } finally {
    removeScratch(made)
  }
}

/** The files that changed most often, of those that have an annotation. */
function describe(dir: string): Facts {
  const notes = runGit(dir, ['notes', '--ref=ultragit', 'list'])
    .trim()
    .split('\n')
    .map((line) => line.slice(0, 40))
  const blobs = runGit(dir, ['cat-file', '--batch'], notes.map((oid) => `${oid}\n`).join(''))
  const annotated = new Set([...blobs.matchAll(/"file":"((?:[^"\\]|\\.)+)"/g)].map(([, file = '']) => file))
  const present = new Set(runGit(dir, ['ls-tree', '-rz', '--name-only', 'main']).split('\0'))
  const changes = new Map<string, number>()
  for (const path of runGit(dir, ['log', '--format=', '--name-only', '-z', 'main']).split('\0'))
    if (annotated.has(path) && present.has(path)) changes.set(path, (changes.get(path) ?? 0) + 1)
  const busiest = [...changes].sort(([, a], [, b]) => b - a).map(([path]): Sample => ({ path, anchor: '' }))
  return {
    ...nothing,
    commits: Number(runGit(dir, ['rev-list', '--count', 'main'])),
    notes: notes.length,
    hot: busiest.slice(0, mostFiles),
    ordinary: busiest.slice(mostFiles, 40),
  }
}

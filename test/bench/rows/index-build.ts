/** P7: making the index of very many notes. */
import { clearIndex } from '../cold-index.ts'
import { environment, runGit } from '../git.ts'
import { interleave, run, spreadOf } from '../measure.ts'
import { type BenchRepo, removeScratch, scratchOf } from '../repositories.ts'
import { type Bench, milliseconds, type Outcome, type Row, ratio, spreadText } from '../row.ts'

const most = 3

export const indexBuildRow: Row = {
  id: 'P7',
  what: 'index build, 100,000 notes of 2 kB, packed',
  against: '`git cat-file --batch` of the same blobs',
  goal: `≤ ${most}×`,
  needs: [['index', 'build']],
  anyRepo: false,
  run: measure,
}

/** The goal leaves the map of history out: a HEAD without a commit has none, and the difference is what it takes. */
async function measure(bench: Bench): Promise<Outcome> {
  const repo = await bench.repo('full')
  const bare = scratchOf(repo)
  try {
    runGit(bare.dir, ['symbolic-ref', 'HEAD', 'refs/heads/unborn'])
    const list = runGit(repo.dir, ['notes', '--ref=ultragit', 'list']).trim().split('\n')
    const blobs = list.map((line) => `${line.slice(0, 40)}\n`).join('')
    const times = await interleave(
      {
        notes: () => build(bench, bare),
        'cat-file': () => readBlobs(repo, blobs, 'pipe'),
        all: () => build(bench, repo),
        'cat-file to nowhere': () => readBlobs(repo, blobs, 'ignore'),
      },
      Math.max(3, Math.ceil(bench.runs / 5)),
    )
    const [notes, read, all, unread] = [
      spreadOf(times.notes),
      spreadOf(times['cat-file']),
      spreadOf(times.all),
      spreadOf(times['cat-file to nowhere']),
    ]
    const reached = notes.p50 / read.p50
    return {
      times: { notes, 'cat-file': read, all, 'cat-file to nowhere': unread },
      result: ratio(reached),
      isMet: reached <= most,
      details: [
        `notes ${spreadText(notes)} against ${spreadText(read)} through a pipe (${milliseconds(unread.p50)} unread)`,
        `with horizon and renames ${spreadText(all)}: ${milliseconds(all.p50 - notes.p50)} for them`,
      ],
    }
  } finally {
    removeScratch(bare)
  }
}

function build({ binary }: Bench, repo: BenchRepo): number {
  clearIndex(repo)
  const { ms, status, stdout, stderr } = run([binary, 'index', 'build', '--format', 'json'], repo.dir)
  if (status !== 0) throw new Error(`index build exited with ${status}: ${stderr}`)
  const { notes } = JSON.parse(stdout) as { readonly notes?: number } // may lack it
  if (notes !== repo.facts.notes)
    throw new Error(`${notes} notes in the index instead of ${repo.facts.notes}, after ${milliseconds(ms)}`)
  return ms
}

async function readBlobs({ dir }: BenchRepo, blobs: string, output: 'pipe' | 'ignore'): Promise<number> {
  const began = performance.now()
  const git = Bun.spawn(['git', 'cat-file', '--batch'], {
    cwd: dir,
    env: environment,
    stdio: [Buffer.from(blobs), output, 'ignore'],
  })
  let bytes = 0
  // Looked at and dropped, as a program would that needs no more than one at a time.
  if (git.stdout instanceof ReadableStream) for await (const chunk of git.stdout) bytes += chunk.length
  if ((await git.exited) !== 0) throw new Error(`cat-file exited with ${git.exitCode}`)
  if (output === 'pipe' && bytes < blobs.length) throw new Error('cat-file gave nothing')
  return performance.now() - began
}

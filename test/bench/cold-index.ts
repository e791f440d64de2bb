/** An index that is built and knows nothing about single files: put back before each cold run. */
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { timeOf } from './measure.ts'
import type { BenchRepo } from './repositories.ts'
import type { Bench } from './row.ts'

export interface ColdIndex {
  readonly buildMs: number
  restore(): void
}

export function buildIndex(bench: Bench, repo: BenchRepo): ColdIndex {
  clearIndex(repo)
  const buildMs = timeOf(buildCommand(bench, repo), repo.dir)
  const file = indexFile(repo)
  const kept = `${file}.built`
  if (!existsSync(file)) throw new Error(`${repo.name}: building the index left no file`)
  copyFileSync(file, kept)
  return {
    buildMs,
    restore: () => {
      removeIndex(repo)
      copyFileSync(kept, file)
    },
  }
}

/** Until there is a command for it: a read of a file that nobody annotated builds all that is not about one file. */
function buildCommand({ binary, has }: Bench, { facts }: BenchRepo): string[] {
  return has('index', 'build')
    ? [binary, 'index', 'build', '--quiet']
    : [binary, 'read', facts.target.file, '--format', 'json']
}

export function clearIndex(repo: BenchRepo): void {
  rmSync(join(repo.dir, '.git', 'ultragit'), { recursive: true, force: true })
  mkdirSync(join(repo.dir, '.git', 'ultragit'), { recursive: true })
}

function removeIndex(repo: BenchRepo): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${indexFile(repo)}${suffix}`, { force: true })
}

function indexFile({ dir }: BenchRepo): string {
  return join(dir, '.git', 'ultragit', 'index.sqlite')
}

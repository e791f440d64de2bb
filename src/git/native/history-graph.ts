/**
 * git's own commit-graph, with the filters that tell which commits cannot have changed a path, kept beside the index: a
 * blame with it takes two thirds of the time, and its answer is the same. The repository's objects are left alone; git
 * finds the graph in a store that has nothing else. Where git cannot use one (replaced objects, a shallow clone), it
 * knows that itself.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Oid } from '../../base/ids.ts'
import type { HistoryGraph, Layout } from '../repository.ts'
import { type GitProgram, runGit } from './run-git.ts'

/** A writer that is still at it after so many milliseconds was killed. */
const longestWrite = 600_000
/** In milliseconds. Until then few commits have come that it does not know. */
const recent = 7 * 24 * 3_600_000

export class NativeHistoryGraph implements HistoryGraph {
  readonly #store: string
  readonly #git: GitProgram
  readonly #isUsable: boolean

  constructor(layout: Layout, git: GitProgram) {
    this.#store = historyFolder(layout)
    this.#git = git
    // In a list of stores some names would need quoting. What is not here yet git would have to fetch.
    this.#isUsable = !this.#store.includes(delimiter) && !this.#store.includes('"') && !layout.partialClone
  }

  /** The same git, which sees the graph if there is one. */
  seenBy(git: GitProgram): GitProgram {
    return this.#isUsable && existsSync(graphFile(this.#store)) ? withStore(git, this.#store) : git
  }

  isOf(head: Oid): boolean {
    try {
      return existsSync(graphFile(this.#store)) && readFileSync(headFile(this.#store), 'utf8') === head
    } catch {
      return false
    }
  }

  isRecent(): boolean {
    const facts = statSync(graphFile(this.#store), { throwIfNoEntry: false })
    return facts !== undefined && Date.now() - facts.mtimeMs < recent
  }

  async write(head: Oid, signal?: AbortSignal): Promise<boolean> {
    if (!this.#isUsable) return false
    try {
      mkdirSync(join(this.#store, 'info'), { recursive: true })
      removeDeadLock(`${graphFile(this.#store)}.lock`)
      const write = ['commit-graph', 'write', '--stdin-commits', '--changed-paths', '--no-progress']
      const git = withStore(this.#git, this.#store)
      await runGit(git, [...write, `--object-dir=${this.#store}`], { input: `${head}\n`, signal })
      if (!existsSync(graphFile(this.#store))) return false
      writeFileSync(headFile(this.#store), head)
      return true
    } catch {
      return false // read-only, full, or a git that does not know how
    }
  }
}

export function historyFolder({ commonDir }: Layout): string {
  return join(commonDir, 'ultragit', 'history')
}

/** Undefined when there is none. */
export function historyGraphSize(layout: Layout): number | undefined {
  return statSync(graphFile(historyFolder(layout)), { throwIfNoEntry: false })?.size
}

export function removeHistoryGraph(layout: Layout): void {
  rmSync(historyFolder(layout), { recursive: true, force: true })
}

function graphFile(store: string): string {
  return join(store, 'info', 'commit-graph')
}

function headFile(store: string): string {
  return join(store, 'head')
}

function withStore(git: GitProgram, store: string): GitProgram {
  const others = git.env.GIT_ALTERNATE_OBJECT_DIRECTORIES
  const stores = others === undefined || others === '' ? store : `${others}${delimiter}${store}`
  return { ...git, env: { ...git.env, GIT_ALTERNATE_OBJECT_DIRECTORIES: stores } }
}

function removeDeadLock(lock: string): void {
  const facts = statSync(lock, { throwIfNoEntry: false })
  if (facts !== undefined && Date.now() - facts.mtimeMs > longestWrite) rmSync(lock, { force: true })
}

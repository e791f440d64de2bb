/** What a commit says about its files: their text, their units, the lines it added. Read once, however many regions ask. */
import { UltragitError } from '../base/errors.ts'
import type { Oid, RepoPath } from '../base/ids.ts'
import { splitLines } from '../base/lines.ts'
import { diffLines, type LineHunk } from '../git/diff/diff-lines.ts'
import { isBinary } from '../git/diff/is-binary.ts'
import type { Commit, FileChange, Repository } from '../git/repository.ts'
import type { Unit } from '../outline/unit.ts'

export interface FileFacts {
  readonly path: RepoPath
  readonly blob: Oid
  readonly lines: readonly string[]
  /** Undefined when there is no outline for such a file. */
  readonly units: readonly Unit[] | undefined
  /** What the commit changed against its first parent, blind to whitespace. */
  readonly hunks: readonly LineHunk[]
  /** Numbers of the lines it added. */
  readonly added: ReadonlySet<number>
  /** The commit changed the file at all. */
  readonly isTouched: boolean
}

const largestFile = 64 * 1024 * 1024

export class CommitFacts {
  readonly commit: Commit
  readonly repository: Repository
  readonly #files = new Map<RepoPath, Promise<FileFacts | undefined>>()
  #changes: Promise<readonly FileChange[]> | undefined

  private constructor(repository: Repository, commit: Commit) {
    this.repository = repository
    this.commit = commit
  }

  static async load(repository: Repository, oid: Oid): Promise<CommitFacts> {
    const commit = (await repository.readCommits([oid])).get(oid)
    if (commit !== undefined) return new CommitFacts(repository, commit)
    throw new UltragitError('not_found', `commit '${oid}' cannot be read`, { hint: 'git fsck --full' })
  }

  /** Undefined when the commit has no such file (a folder, a link and a submodule are none). */
  file(path: RepoPath): Promise<FileFacts | undefined> {
    let file = this.#files.get(path)
    if (file === undefined) {
      file = this.#readFile(path)
      this.#files.set(path, file)
    }
    return file
  }

  /** What the commit changed against its first parent, renames detected. */
  changes(): Promise<readonly FileChange[]> {
    const { oid } = this.commit
    this.#changes ??= this.repository.changesOf([oid]).then((changes) => changes.get(oid) ?? [])
    return this.#changes
  }

  async #readFile(path: RepoPath): Promise<FileFacts | undefined> {
    const { oid, parents } = this.commit
    const blob = await this.#blobAt(oid, path)
    if (blob === undefined) return undefined
    const bytes = await this.#read(blob)
    if (bytes === undefined) return undefined
    const before = parents[0] === undefined ? undefined : await this.#blobBefore(parents[0], path)
    const lines = linesOf(bytes)
    const hunks =
      before === blob ? [] : diffLines(linesOf(await this.#read(before)), lines, { ignoreWhitespace: 'all' })
    return {
      path,
      blob,
      lines,
      units: await unitsOf(path, bytes),
      hunks,
      added: addedLines(hunks),
      isTouched: before !== blob || (await this.#isTouchedOtherwise(parents[0], path)),
    }
  }

  /** The file's blob in the parent, under its old name if this commit renamed it. */
  async #blobBefore(parent: Oid, path: RepoPath): Promise<Oid | undefined> {
    const same = await this.#blobAt(parent, path)
    if (same !== undefined) return same
    return (await this.changes()).find((change) => change.path === path && change.status === 'renamed')
      ?.oldOid
  }

  /** Renamed as it was: the text is the same, the path is not. */
  async #isTouchedOtherwise(parent: Oid | undefined, path: RepoPath): Promise<boolean> {
    return parent === undefined || (await this.#blobAt(parent, path)) === undefined
  }

  async #blobAt(commit: Oid, path: RepoPath): Promise<Oid | undefined> {
    const entry = await this.repository.entryAt(commit, path)
    return entry?.mode.startsWith('100') === true ? entry.oid : undefined
  }

  async #read(blob: Oid | undefined): Promise<Uint8Array | undefined> {
    if (blob === undefined) return undefined
    const bytes = await this.repository.readBlob(blob, largestFile)
    return bytes === 'too_large' ? undefined : bytes
  }
}

function linesOf(bytes: Uint8Array | undefined): string[] {
  return bytes === undefined || isBinary(bytes) ? [] : splitLines(Buffer.from(bytes).toString())
}

/** The parsers are heavy: loaded when there is something to parse. */
async function unitsOf(path: RepoPath, bytes: Uint8Array): Promise<readonly Unit[] | undefined> {
  if (isBinary(bytes)) return undefined
  const { outlineSource } = await import('../outline/outline-source.ts')
  return (await outlineSource(path, Buffer.from(bytes).toString()))?.units
}

function addedLines(hunks: readonly LineHunk[]): Set<number> {
  const added = new Set<number>()
  for (const { newStart, newCount } of hunks)
    for (let line = newStart; line < newStart + newCount; line++) added.add(line)
  return added
}

/** The index, read from its file where its form allows that, else through git; kept until the file changes. */
import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { asOid, type Oid, type RepoPath } from '../../base/ids.ts'
import { decodePathText, hasRawBytes } from '../../base/path-bytes.ts'
import { readIndex, readTracked } from '../embedded/read-index.ts'
import { hashObject } from '../objects/hash-object.ts'
import type { FileChange, IndexEntry, Layout, TrackedFile } from '../repository.ts'
import { nulFields } from './parse-raw-diff.ts'
import { readStagedChanges } from './read-changes.ts'
import { type GitProgram, runGit } from './run-git.ts'

type StagedRename = { readonly from: RepoPath; readonly to: RepoPath }

export class StagedReader {
  readonly #layout: Layout
  readonly #git: GitProgram
  #entries: { readonly mark: string; readonly known: Map<RepoPath, IndexEntry | undefined> } | undefined
  #renames: { readonly mark: string; readonly list: readonly StagedRename[] } | undefined

  constructor(layout: Layout, git: GitProgram) {
    this.#layout = layout
    this.#git = git
  }

  /** Of a conflict the first side. */
  async entry(path: RepoPath): Promise<IndexEntry | undefined> {
    const mark = await this.#mark()
    if (this.#entries?.mark !== mark) this.#entries = { mark, known: new Map() }
    const { known } = this.#entries
    if (!known.has(path)) {
      const found = (await this.#read(path)).find((entry) => entry.path === path)
      known.set(path, found && { path, mode: found.mode, oid: found.oid })
    }
    return known.get(path)
  }

  async renames(head: Oid): Promise<readonly StagedRename[]> {
    const mark = `${head} ${await this.#mark()}`
    if (this.#renames?.mark !== mark) this.#renames = { mark, list: await this.#readRenames() }
    return this.#renames.list
  }

  /** Before the first commit against the empty tree, which git knows without having it. */
  async changes(head: Oid | undefined): Promise<readonly FileChange[]> {
    const nothing = hashObject('tree', new Uint8Array(), this.#layout.objectFormat)
    return readStagedChanges(this.#git, head ?? nothing, 'ADMRT')
  }

  async tracked(): Promise<readonly TrackedFile[]> {
    if (!this.#isPlain) return this.#listTracked()
    return readTracked(this.#layout).catch(() => this.#listTracked())
  }

  async #readRenames(): Promise<readonly StagedRename[]> {
    const changes = await readStagedChanges(this.#git, 'HEAD', 'R')
    return changes.flatMap(({ from, path }) => (from === undefined ? [] : [{ from, to: path }]))
  }

  /** git replaces the file by a rename, so another content has another inode or time. */
  async #mark(): Promise<string> {
    const facts = await stat(this.#file(), { bigint: true }).catch(() => undefined)
    return facts === undefined ? 'none' : `${facts.mtimeNs} ${facts.size} ${facts.ino}`
  }

  #file(): string {
    return resolve(this.#git.cwd, this.#git.env.GIT_INDEX_FILE || join(this.#layout.gitDir, 'index'))
  }

  async #read(path: RepoPath): Promise<readonly IndexEntry[]> {
    if (!this.#isPlain) return this.#list(path)
    // A split or sparse index, or damage: git knows more, or says it best.
    return readIndex(this.#layout, path).catch(() => this.#list(path))
  }

  get #isPlain(): boolean {
    return this.#layout.objectFormat === 'sha1' && !this.#git.env.GIT_INDEX_FILE
  }

  /** `-v` puts a letter before each entry: `S` is skipped, a small one assumed unchanged. */
  async #listTracked(): Promise<readonly TrackedFile[]> {
    const run = await runGit(this.#git, ['ls-files', '--stage', '-v', '--full-name', '-z'])
    const entries: TrackedFile[] = []
    for (const field of nulFields(run.stdout)) {
      const tab = field.indexOf('\t')
      const [tag = '', mode = '', oid = '', stage = ''] = field.slice(0, tab).split(' ')
      if (stage !== '0') continue
      const path = decodePathText(field.slice(tab + 1))
      entries.push({ mode, oid: asOid(oid), path, stamp: undefined, isChecked: /^[A-RT-Z]$/.test(tag) })
    }
    return entries
  }

  async #list(path: RepoPath): Promise<readonly IndexEntry[]> {
    // An argument cannot hold bytes that are not UTF-8: then all entries come.
    const pathspec = hasRawBytes(path) ? [] : ['--', path]
    const run = await runGit(this.#git, ['ls-files', '--stage', '--full-name', '-z', ...pathspec])
    const entries: IndexEntry[] = []
    for (const field of nulFields(run.stdout)) {
      const tab = field.indexOf('\t')
      const [mode = '', oid = ''] = field.slice(0, tab).split(' ')
      entries.push({ mode, oid: asOid(oid), path: decodePathText(field.slice(tab + 1)) })
    }
    return entries
  }
}

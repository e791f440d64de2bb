/** The `Repository` answered by the installed git. Each method is one git command and the parsing of its bytes. */
import { throwIfAborted, UltragitError } from '../../base/errors.ts'
import { asOid, asRepoPath, type Oid, type RepoPath } from '../../base/ids.ts'
import { decodePath, encodePath, hasRawBytes } from '../../base/path-bytes.ts'
import { blameByWalking } from '../blame/blame-by-walking.ts'
import { groupNotes, noteTarget } from '../notes/note-paths.ts'
import { parseCommit } from '../objects/parse-commit.ts'
import { parseTree, type RawTreeEntry } from '../objects/parse-tree.ts'
import { listRefFiles, readHead } from '../refs/read-refs.ts'
import type {
  BlameHunk,
  BlameRequest,
  Commit,
  ConfigEntry,
  FileChange,
  GitObject,
  Head,
  HistoryEntry,
  IndexEntry,
  Layout,
  NoteEntry,
  Ref,
  Rename,
  Repository,
  RepositoryWriter,
  TreeEntry,
} from '../repository.ts'
import { NativeWriter } from './native-writer.ts'
import { ObjectReader } from './object-reader.ts'
import { parseBlame } from './parse-blame.ts'
import { parseConfigList } from './parse-config-list.ts'
import { nulFields, parseRawDiff, parseRenameLog } from './parse-raw-diff.ts'
import { type GitProgram, runGit, streamGit } from './run-git.ts'
import { withBoundaryCommit } from './synthetic-boundary.ts'

const rawDiff = ['-r', '-z', '--raw', '-M', '-l1000', '--no-abbrev', '--no-ext-diff']
const patch = [
  '-p',
  '-U0',
  '-r',
  '--no-renames',
  '--full-index',
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--diff-algorithm=myers',
]

export class NativeRepository implements Repository {
  readonly backend = 'native'
  readonly layout: Layout
  readonly writer: RepositoryWriter
  readonly #git: GitProgram
  readonly #objects: ObjectReader
  readonly #checks: ObjectReader
  readonly #trees = new Map<Oid, readonly RawTreeEntry[]>()

  constructor(layout: Layout, git: GitProgram) {
    this.layout = layout
    this.#git = git
    this.#objects = new ObjectReader(git, 'batch')
    this.#checks = new ObjectReader(git, 'batch-check')
    this.writer = new NativeWriter(git, this)
  }

  async head(): Promise<Head> {
    if (this.layout.refFormat === 'files') return readHead(this.layout)
    const symbolic = await runGit(this.#git, ['symbolic-ref', '-q', 'HEAD'], { expect: [1] })
    const ref = Buffer.from(symbolic.stdout).toString().trimEnd()
    return { ref: ref === '' ? undefined : ref, oid: await this.resolve('HEAD') }
  }

  async resolve(revision: string): Promise<Oid | undefined> {
    if (/[\0\n]/.test(revision) || revision === '') return undefined
    return (await this.#checks.ask(`${revision}^{commit}`))?.oid
  }

  async listRefs(prefix: string): Promise<readonly Ref[]> {
    if (this.layout.refFormat === 'files') return listRefFiles(this.layout, prefix)
    const run = await runGit(this.#git, ['for-each-ref', '--format=%(objectname) %(refname)'])
    return Buffer.from(run.stdout)
      .toString()
      .split('\n')
      .filter((line) => line.includes(' '))
      .map((line) => ({
        oid: asOid(line.slice(0, line.indexOf(' '))),
        name: line.slice(line.indexOf(' ') + 1),
      }))
      .filter(({ name }) => name.startsWith(prefix))
  }

  async readObjects(oids: readonly Oid[], signal?: AbortSignal): Promise<ReadonlyMap<Oid, GitObject>> {
    throwIfAborted(signal)
    const answers = await this.#objects.askAll(oids)
    throwIfAborted(signal)
    const found = new Map<Oid, GitObject>()
    for (const [at, answer] of answers.entries()) {
      const oid = oids[at]
      if (answer !== undefined && oid !== undefined) found.set(oid, answer)
    }
    return found
  }

  async readBlob(oid: Oid, limit = Number.POSITIVE_INFINITY): Promise<Uint8Array | 'too_large' | undefined> {
    if (Number.isFinite(limit)) {
      const facts = await this.#checks.ask(oid)
      if (facts !== undefined && facts.size > limit) return 'too_large'
    }
    const object = await this.#objects.ask(oid)
    return object?.type === 'blob' ? object.bytes : undefined
  }

  async readCommits(oids: readonly Oid[]): Promise<ReadonlyMap<Oid, Commit>> {
    const commits = new Map<Oid, Commit>()
    for (const [oid, { type, bytes }] of await this.readObjects(oids)) {
      if (type === 'commit') commits.set(oid, parseCommit(oid, bytes))
    }
    return commits
  }

  async entryAt(commit: Oid, path: RepoPath): Promise<TreeEntry | undefined> {
    let tree = (await this.readCommits([commit])).get(commit)?.tree
    const names = path.split('/')
    for (const [depth, name] of names.entries()) {
      const entry = tree === undefined ? undefined : (await this.#tree(tree)).find((row) => row.name === name)
      if (entry === undefined) return undefined
      if (depth === names.length - 1) return { mode: entry.mode, path, oid: entry.oid }
      tree = entry.mode === '40000' ? entry.oid : undefined
    }
    return undefined
  }

  async listFiles(commit: Oid, under?: RepoPath): Promise<readonly TreeEntry[]> {
    const root = under === undefined ? undefined : await this.entryAt(commit, under)
    if (under !== undefined && root?.mode !== '40000') return []
    const run = await runGit(this.#git, ['ls-tree', '-r', '-z', '--full-tree', root?.oid ?? commit])
    const files = parseTreeListing(run.stdout)
    if (under === undefined) return files
    return files.map((file) => ({ ...file, path: asRepoPath(`${under}/${file.path}`) }))
  }

  async listNotes(tip: Oid): Promise<readonly NoteEntry[]> {
    const run = await runGit(this.#git, ['ls-tree', '-r', '-z', '--full-tree', tip])
    return groupNotes(parseTreeListing(run.stdout))
  }

  async diffNotes(from: Oid, to: Oid): Promise<readonly NoteEntry[]> {
    if (from === to) return []
    const run = await runGit(this.#git, [
      'diff-tree',
      '-r',
      '-z',
      '--raw',
      '--no-renames',
      '--no-abbrev',
      from,
      to,
    ])
    const touched = new Set<Oid>()
    for (const { path } of parseRawDiff(run.stdout).get('') ?? []) {
      const target = noteTarget(path)
      if (target !== undefined) touched.add(target)
    }
    const commits = await this.readCommits([from, to])
    const differing: NoteEntry[] = []
    for (const target of [...touched].sort()) {
      const before = await this.#noteBlobs(commits.get(from)?.tree, target)
      const blobs = await this.#noteBlobs(commits.get(to)?.tree, target)
      // A note that only moved to another depth of the tree has not changed.
      if (before.join() !== blobs.join()) differing.push({ target, blobs })
    }
    return differing
  }

  async *history(tips: readonly Oid[], signal?: AbortSignal): AsyncIterable<readonly HistoryEntry[]> {
    if (tips.length === 0) return
    const args = ['rev-list', '--topo-order', '--parents', '--stdin']
    let rest = ''
    for await (const chunk of streamGit(this.#git, args, { input: `${tips.join('\n')}\n`, signal })) {
      const lines = (rest + Buffer.from(chunk).toString('latin1')).split('\n')
      rest = lines.pop() ?? ''
      yield lines.map((line) => {
        const [oid, ...parents] = line.split(' ') as Oid[] // rev-list prints nothing but ids
        return { oid: oid as Oid, parents }
      })
    }
  }

  async mergeBase(a: Oid, b: Oid): Promise<Oid | undefined> {
    const run = await runGit(this.#git, ['merge-base', a, b], { expect: [1] })
    const oid = Buffer.from(run.stdout).toString().trim()
    return oid === '' ? undefined : asOid(oid)
  }

  async blame(request: BlameRequest): Promise<readonly BlameHunk[]> {
    const { commit, path, signal } = request
    // A process argument cannot hold bytes that are not UTF-8.
    if (hasRawBytes(path)) return blameByWalking(this, request)
    const args = ['blame', '--incremental', '--root', '--no-textconv', '--no-ignore-revs-file']
    for (const oid of request.ignoreRevs ?? []) args.push(`--ignore-rev=${oid}`)
    for (const { start, end } of request.ranges ?? []) args.push('-L', `${start},${end}`)
    return withBoundaryCommit(this.layout, this.#git, request.not ?? [], async (git, not) => {
      const run = await runGit(git, [...args, commit, ...not.map((oid) => `^${oid}`), '--', path], { signal })
      return parseBlame(run.stdout)
    })
  }

  async lastChange(from: Oid, path: RepoPath): Promise<Oid | undefined> {
    const run = hasRawBytes(path)
      ? await runGit(this.#git, ['rev-list', '-1', '--stdin'], {
          input: Buffer.concat([Buffer.from(`${from}\n--\n`), encodePath(path), Buffer.from('\n')]),
        })
      : await runGit(this.#git, ['rev-list', '-1', from, '--', path])
    const oid = Buffer.from(run.stdout).toString().trim()
    return oid === '' ? undefined : asOid(oid)
  }

  async renames(head: Oid, not: readonly Oid[], signal?: AbortSignal): Promise<readonly Rename[]> {
    const input = [head, ...not.map((oid) => `^${oid}`)].join('\n')
    const format = ['--pretty=oneline', '--no-abbrev-commit', '--parents', '--no-decorate', '--no-notes']
    const args = ['log', '-m', '--diff-filter=R', '--no-color', ...rawDiff, ...format, '--stdin']
    const run = await runGit(this.#git, args, { input: `${input}\n`, signal })
    return parseRenameLog(run.stdout)
  }

  async changesOf(
    commits: readonly Oid[],
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<Oid, readonly FileChange[]>> {
    const args = ['diff-tree', '--stdin', '--root', '--always', '--diff-merges=first-parent', ...rawDiff]
    const run = await runGit(this.#git, args, { input: commits.map((oid) => `${oid}\n`).join(''), signal })
    const changes = new Map<Oid, readonly FileChange[]>()
    for (const [oid, list] of parseRawDiff(run.stdout)) changes.set(asOid(oid), list)
    return changes
  }

  async changesBetween(from: Oid, to: Oid, signal?: AbortSignal): Promise<readonly FileChange[]> {
    const run = await runGit(this.#git, ['diff-tree', ...rawDiff, from, to], { signal })
    return parseRawDiff(run.stdout).get('') ?? []
  }

  async patchIds(commits: readonly Oid[], signal?: AbortSignal): Promise<ReadonlyMap<Oid, string>> {
    const ids = new Map<Oid, string>()
    // In portions: the patches of a whole history would not fit into memory.
    for (let at = 0; at < commits.length; at += 200) {
      const input = commits
        .slice(at, at + 200)
        .map((oid) => `${oid}\n`)
        .join('')
      const patches = await runGit(this.#git, ['diff-tree', '--stdin', '--root', ...patch], { input, signal })
      for (const [id, commit] of await this.#patchIdLines(patches.stdout)) ids.set(asOid(commit), id)
    }
    return ids
  }

  async patchIdBetween(from: Oid, to: Oid): Promise<string | undefined> {
    const patches = await runGit(this.#git, ['diff-tree', ...patch, from, to])
    return (await this.#patchIdLines(patches.stdout))[0]?.[0]
  }

  async config(): Promise<readonly ConfigEntry[]> {
    const run = await runGit(this.#git, ['config', '--list', '-z', '--show-scope', '--show-origin'])
    return parseConfigList(run.stdout)
  }

  async indexEntry(path: RepoPath): Promise<IndexEntry | undefined> {
    if (hasRawBytes(path)) return (await this.#indexEntries([])).find((entry) => entry.path === path)
    return (await this.#indexEntries(['--', path])).find((entry) => entry.path === path)
  }

  async stagedRenames(): Promise<readonly { readonly from: RepoPath; readonly to: RepoPath }[]> {
    if ((await this.head()).oid === undefined) return []
    const args = [
      'diff-index',
      '--cached',
      '--diff-filter=R',
      ...rawDiff.filter((flag) => flag !== '-r'),
      'HEAD',
    ]
    const run = await runGit(this.#git, args)
    const changes = parseRawDiff(run.stdout).get('') ?? []
    return changes.flatMap(({ from, path }) => (from === undefined ? [] : [{ from, to: path }]))
  }

  close(): void {
    this.#objects.close()
    this.#checks.close()
    this.#trees.clear()
  }

  /** Trees are immutable, so what was read once stays right; the oldest goes when there are many. */
  async #tree(oid: Oid): Promise<readonly RawTreeEntry[]> {
    const held = this.#trees.get(oid)
    if (held !== undefined) return held
    const object = await this.#objects.ask(oid)
    if (object?.type !== 'tree') return []
    const entries = parseTree(object.bytes, this.layout.objectFormat)
    const oldest = this.#trees.size >= 1000 ? this.#trees.keys().next().value : undefined
    if (oldest !== undefined) this.#trees.delete(oldest)
    this.#trees.set(oid, entries)
    return entries
  }

  /** The blobs of one note at every depth of its tree, in tree order. */
  async #noteBlobs(tree: Oid | undefined, rest: string): Promise<Oid[]> {
    if (tree === undefined) return []
    const entries = await this.#tree(tree)
    const below = entries.find(({ name, mode }) => mode === '40000' && name === rest.slice(0, 2))
    const deeper = rest.length > 2 ? await this.#noteBlobs(below?.oid, rest.slice(2)) : []
    const here = entries.find(({ name, mode }) => mode !== '40000' && name === rest)
    return here === undefined ? deeper : [...deeper, here.oid]
  }

  async #patchIdLines(patches: Uint8Array): Promise<[string, string][]> {
    if (patches.length === 0) return []
    const run = await runGit(this.#git, ['patch-id', '--stable'], { input: patches })
    return Buffer.from(run.stdout)
      .toString()
      .trim()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.split(' ') as [string, string]) // "<patch id> <commit id>"
  }

  async #indexEntries(pathspec: readonly string[]): Promise<IndexEntry[]> {
    const run = await runGit(this.#git, ['ls-files', '--stage', '--full-name', '-z', ...pathspec])
    const entries: IndexEntry[] = []
    for (const field of nulFields(run.stdout)) {
      const tab = field.indexOf(9)
      const [mode = '', oid = ''] = Buffer.from(field.subarray(0, tab)).toString('latin1').split(' ')
      entries.push({ mode, oid: asOid(oid), path: decodePath(field.subarray(tab + 1)) })
    }
    return entries
  }
}

/** `git ls-tree -z`: `<mode> <type> <oid>\t<path>`. */
function parseTreeListing(output: Uint8Array): TreeEntry[] {
  const entries: TreeEntry[] = []
  for (const field of nulFields(output)) {
    const tab = field.indexOf(9)
    const [mode, , oid] = Buffer.from(field.subarray(0, tab)).toString('latin1').split(' ')
    if (tab === -1 || mode === undefined || oid === undefined)
      throw new UltragitError('git_failed', 'git ls-tree answered in a form ultragit does not know')
    entries.push({ mode, oid: asOid(oid), path: decodePath(field.subarray(tab + 1)) })
  }
  return entries
}

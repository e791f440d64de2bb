/** git's own answers, asked and parsed apart from `src/`, so that a mistake there cannot hide here. */
import { asOid, asRepoPath, type Oid, type RepoPath } from '../../../src/base/ids.ts'
import { decodePath } from '../../../src/base/path-bytes.ts'
import type { FileChange } from '../../../src/git/repository.ts'
import type { RandomHistory } from '../random-history.ts'

export function gitBytes(dir: string, args: readonly string[], input?: string | Uint8Array): Buffer {
  const run = Bun.spawnSync(['git', '--literal-pathspecs', ...args], {
    cwd: dir,
    stdin: input === undefined ? 'ignore' : Buffer.from(input),
  })
  if (run.exitCode !== 0) throw new Error(`git ${args.join(' ')} exited with ${run.exitCode}: ${run.stderr}`)
  return run.stdout
}

export function gitLines(dir: string, args: readonly string[], input?: string): string[] {
  const text = gitBytes(dir, args, input).toString('latin1')
  return text === '' ? [] : text.replace(/\n$/, '').split('\n')
}

/** NUL-ended records, as bytes in latin1. */
export function gitRecords(dir: string, args: readonly string[]): string[] {
  return gitBytes(dir, args).toString('latin1').split('\0').slice(0, -1)
}

export function pathOf(latin1: string): RepoPath {
  return decodePath(Buffer.from(latin1, 'latin1'))
}

export interface OwnedLine {
  readonly commit: Oid
  readonly path: RepoPath
  readonly original: number
}

/** The owner of each line, the first line at index 0. */
export function ownersByGit(dir: string, commit: string, path: string, ...options: string[]): OwnedLine[] {
  const owners: OwnedLine[] = []
  const paths = new Map<string, RepoPath>()
  let header: { commit: string; original: number } | undefined
  for (const line of gitLines(dir, ['blame', '--porcelain', ...options, commit, '--', path])) {
    if (header === undefined) {
      const [oid, original] = line.split(' ')
      header = { commit: oid ?? '', original: Number(original) }
    } else if (line.startsWith('filename ')) {
      paths.set(header.commit, unquoted(line.slice('filename '.length)))
    } else if (line.startsWith('\t')) {
      const known = paths.get(header.commit)
      if (known === undefined) throw new Error('git blame named no file')
      owners.push({ commit: asOid(header.commit), path: known, original: header.original })
      header = undefined
    }
  }
  return owners
}

/** Changes between pairs of commits, in one process; an undefined `from` is the empty tree. */
export function changesByGit(
  dir: string,
  pairs: readonly (readonly [from: string | undefined, to: string])[],
): FileChange[][] {
  if (pairs.length === 0) return []
  const empty = gitLines(dir, ['mktree'], '')[0]
  const trees = gitLines(
    dir,
    ['cat-file', '--batch-check=%(objectname)'],
    pairs.map(([from, to]) => `${from === undefined ? empty : `${from}^{tree}`}\n${to}^{tree}\n`).join(''),
  )
  const asked = pairs.map((_, at) => `${trees[2 * at]} ${trees[2 * at + 1]}`)
  const answers: FileChange[][] = []
  for (const line of gitLines(
    dir,
    ['diff-tree', '--stdin', '-r', '-M', '--raw', '--no-abbrev'],
    `${asked.join('\n')}\n`,
  )) {
    if (line.startsWith(':')) answers.at(-1)?.push(parseRaw(line))
    else answers.push([])
  }
  if (answers.length !== pairs.length) throw new Error('git diff-tree left pairs out')
  return answers
}

const statusByLetter = { A: 'added', D: 'deleted', M: 'modified', R: 'renamed', T: 'type' } as const

function parseRaw(line: string): FileChange {
  const [facts = '', first = '', second] = line.split('\t')
  const [oldMode = '', newMode, oldOid = '', newOid = '', letter = ''] = facts.slice(1).split(' ')
  const status = statusByLetter[letter.charAt(0) as keyof typeof statusByLetter] // checked below
  if (status === undefined) throw new Error(`unexpected status in '${line}'`)
  return {
    status,
    path: unquoted(second ?? first),
    from: second === undefined ? undefined : unquoted(first),
    oldOid: present(oldOid),
    newOid: present(newOid),
    oldMode: oldMode === '000000' ? undefined : oldMode,
    newMode: newMode === '000000' ? undefined : newMode,
  }
}

function present(oid: string): Oid | undefined {
  return /^0+$/.test(oid) ? undefined : asOid(oid)
}

const escapes: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  t: '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
}

/** Undoes git's C-quoting. */
function unquoted(text: string): RepoPath {
  if (!text.startsWith('"')) return pathOf(text)
  const inner = text.slice(1, -1)
  return pathOf(
    inner.replace(/\\([0-7]{3}|.)/g, (_, code: string) =>
      code.length === 3 ? String.fromCharCode(Number.parseInt(code, 8)) : (escapes[code] ?? code),
    ),
  )
}

export function reachable(history: RandomHistory, tips: Iterable<Oid>): Set<Oid> {
  const seen = new Set(tips)
  for (const oid of seen) for (const parent of history.parents.get(oid) ?? []) seen.add(parent)
  return seen
}

/** Paths of regular files at a commit. */
export function pathsAt(dir: string, commit: string): RepoPath[] {
  return gitRecords(dir, ['ls-tree', '-r', '-z', commit])
    .filter((record) => record.startsWith('100'))
    .map((record) => pathOf(record.slice(record.indexOf('\t') + 1)))
}

export function noPath(): RepoPath {
  return asRepoPath('no/such/file.ts')
}

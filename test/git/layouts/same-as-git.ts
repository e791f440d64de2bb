/** Opens a repository and compares where it lies and what it holds with git's own answers. */
import { expect } from 'bun:test'
import { cpSync } from 'node:fs'
import { asOid, asRepoPath, type Oid } from '../../../src/base/ids.ts'
import { openRepository } from '../../../src/git/open-repository.ts'
import type { Repository } from '../../../src/git/repository.ts'
import { TempRepo, tempFolder } from '../../support/temp-repo.ts'
import { linesOf } from '../contract/blame.ts'
import { gitBytes, gitLines, ownersByGit } from '../contract/oracle.ts'

export type Backend = Repository['backend']
export const backends: readonly Backend[] = ['native', 'embedded']

type Env = Readonly<Record<string, string | undefined>>

export interface Situation {
  readonly cwd: string
  /** On top of the environment of the test. */
  readonly env?: Env
  /** Where git is asked about objects; the top of the work tree when absent. */
  readonly oracle?: string
  readonly path?: string
}

export const file = 'src/a.ts'

const templates = new Map<string, string>()

/** Four commits on one file, two of them with notes. Made once for the same arguments of `git init`, then copied. */
export function annotatedRepo(...init: string[]): TempRepo {
  const key = init.join(' ')
  const template = templates.get(key) ?? makeAnnotated(init).dir
  templates.set(key, template)
  const temp = new TempRepo(tempFolder())
  cpSync(template, temp.dir, { recursive: true, preserveTimestamps: true })
  temp.tick(4 * 60)
  return temp
}

function makeAnnotated(init: readonly string[]): TempRepo {
  const temp = TempRepo.init(...init)
  for (let n = 1; n <= 4; n++) {
    temp.commit({
      [file]: Array.from({ length: n * 3 }, (_, at) => `line ${at % n}\n`).join(''),
      'b.ts': `${n}\n`,
    })
    if (n % 2 === 0) temp.note('HEAD', `{"n":${n}}`)
  }
  return temp
}

export function open(backend: Backend, { cwd, env = {} }: Situation): Promise<Repository> {
  return openRepository({ cwd, env: { ...process.env, ...env }, backend })
}

export async function expectSameAsGit(backend: Backend, situation: Situation): Promise<void> {
  const repo = await open(backend, situation)
  try {
    expectLayout(repo, situation)
    const dir = situation.oracle ?? revParse(situation, '--show-toplevel') ?? situation.cwd
    const { head } = await expectHead(repo, dir)
    await expectNotes(repo, dir)
    await expectFile(repo, { dir, head, path: situation.path ?? file })
  } finally {
    repo.close()
  }
}

export async function expectFile(
  repo: Repository,
  at: { dir: string; head: Oid; path: string },
): Promise<void> {
  const path = asRepoPath(at.path)
  const entry = await repo.entryAt(at.head, path)
  if (entry === undefined) throw new Error(`${JSON.stringify(at.path)} was not found`)
  const bytes = await repo.readBlob(entry.oid)
  expect(Buffer.from(bytes as Uint8Array).equals(gitBytes(at.dir, ['cat-file', 'blob', entry.oid]))).toBe(
    true,
  )
  const owners = ownersByGit(at.dir, at.head, at.path)
  expect(linesOf(await repo.blame({ commit: at.head, path }))).toEqual(owners)
  expect(owners.length).toBeGreaterThan(0)
}

async function expectHead(repo: Repository, dir: string): Promise<{ head: Oid }> {
  const head = await repo.head()
  const oid = gitLines(dir, ['rev-parse', 'HEAD'])[0] ?? ''
  const ref = new TempRepo(dir).tryGit({}, 'symbolic-ref', '-q', 'HEAD').stdout.trimEnd()
  expect(head).toEqual({ ref: ref === '' ? undefined : ref, oid: asOid(oid) })
  expect(await repo.resolve('HEAD')).toBe(asOid(oid))
  return { head: asOid(oid) }
}

async function expectNotes(repo: Repository, dir: string): Promise<void> {
  const [notes] = await repo.listRefs('refs/notes/ultragit')
  if (notes === undefined) throw new Error('the notes ref was not found')
  const listed = (await repo.listNotes(notes.oid)).map(({ target, blobs }) => `${blobs.join()} ${target}`)
  expect(listed.sort()).toEqual(gitLines(dir, ['notes', '--ref=ultragit', 'list']).sort())
  expect(listed.length).toBe(2)
}

/** Where git says the parts lie, asked in the very same place with the very same environment. */
function expectLayout(repo: Repository, situation: Situation): void {
  const ask = (...args: string[]) => revParse(situation, ...args)
  const { gitDir, commonDir, objectFormat } = repo.layout
  expect<Record<string, string | undefined>>({ gitDir, commonDir, objectFormat }).toEqual({
    gitDir: ask('--git-dir'),
    commonDir: ask('--git-common-dir'),
    objectFormat: ask('--show-object-format'),
  })
  const top = ask('--show-toplevel')
  // Inside a git directory git names no work tree although there is one.
  if (top !== undefined || ask('--is-bare-repository') === 'true')
    expect(repo.layout.workTree).toBe(top as never)
}

function revParse({ cwd, env = {} }: Situation, ...args: string[]): string | undefined {
  const run = Bun.spawnSync(['git', 'rev-parse', '--path-format=absolute', ...args], {
    cwd,
    env: { ...process.env, ...env },
  })
  return run.exitCode === 0 ? run.stdout.toString().slice(0, -1) : undefined
}

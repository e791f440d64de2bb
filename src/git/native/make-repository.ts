/** A new repository with a few commits, for the demonstration. The identity and dates are fixed. */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { asOid, type Oid } from '../../base/ids.ts'
import { type GitProgram, runGit } from './run-git.ts'

export interface PlannedCommit {
  readonly message: string
  /** Null removes a file. */
  readonly files: Readonly<Record<string, string | null>>
}

export async function makeRepository(
  place: { readonly program: string; readonly dir: string; readonly env: GitProgram['env'] },
  commits: readonly PlannedCommit[],
): Promise<Oid[]> {
  const oids: Oid[] = []
  const base: GitProgram = { program: place.program, cwd: place.dir, env: withoutRepository(place.env) }
  await mkdir(place.dir, { recursive: true })
  await runGit(base, ['init', '-q', '--template=', '-b', 'main'])
  for (const [at, { message, files }] of commits.entries()) {
    for (const [path, text] of Object.entries(files)) {
      const file = join(place.dir, path)
      await mkdir(dirname(file), { recursive: true })
      if (text === null) await rm(file)
      else await writeFile(file, text)
    }
    const git = { ...base, env: { ...base.env, ...identity(1_760_000_000 + at * 86_400) } }
    await runGit(git, ['add', '-A'])
    await runGit(git, ['commit', '-q', '--no-verify', '--no-gpg-sign', '-m', message])
    const head = await runGit(git, ['rev-parse', 'HEAD'])
    oids.push(asOid(Buffer.from(head.stdout).toString().trim()))
  }
  return oids
}

function withoutRepository(env: GitProgram['env']): GitProgram['env'] {
  const { GIT_DIR: _dir, GIT_WORK_TREE: _tree, GIT_INDEX_FILE: _index, ...rest } = env
  return rest
}

function identity(seconds: number): Record<string, string> {
  const who = { NAME: 'Demo', EMAIL: 'demo@example.com', DATE: `${seconds} +0000` }
  return Object.fromEntries(
    Object.entries(who).flatMap(([key, value]) => [
      [`GIT_AUTHOR_${key}`, value],
      [`GIT_COMMITTER_${key}`, value],
    ]),
  )
}

/**
 * Many boundaries as one. A history can have thousands of them, an argument list cannot: they become the parents
 * of one commit that exists only in a temporary object store beside the real one, so nothing is written to the repository.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { Oid } from '../../base/ids.ts'
import { zlib } from '../../base/zlib.ts'
import { hashObject } from '../objects/hash-object.ts'
import type { Layout, ObjectType } from '../repository.ts'
import type { GitProgram } from './run-git.ts'

/** Below this the ids fit into the arguments of any system. */
const few = 200

export async function withBoundaryCommit<T>(
  layout: Layout,
  git: GitProgram,
  boundaries: readonly Oid[],
  use: (git: GitProgram, boundaries: readonly Oid[]) => Promise<T>,
): Promise<T> {
  if (boundaries.length <= few) return use(git, boundaries)
  const store = await mkdtemp(join(tmpdir(), 'ultragit-objects-'))
  try {
    const tree = await writeLoose(store, 'tree', new Uint8Array(), layout)
    const parents = boundaries.map((oid) => `parent ${oid}\n`).join('')
    const nobody = 'ultragit <ultragit> 0 +0000'
    const text = `tree ${tree}\n${parents}author ${nobody}\ncommitter ${nobody}\n\nboundary\n`
    const commit = await writeLoose(store, 'commit', Buffer.from(text), layout)
    const others = git.env.GIT_ALTERNATE_OBJECT_DIRECTORIES
    const stores = others === undefined || others === '' ? store : `${store}${delimiter}${others}`
    return await use({ ...git, env: { ...git.env, GIT_ALTERNATE_OBJECT_DIRECTORIES: stores } }, [commit])
  } finally {
    await rm(store, { recursive: true, force: true })
  }
}

async function writeLoose(store: string, type: ObjectType, bytes: Uint8Array, layout: Layout): Promise<Oid> {
  const oid = hashObject(type, bytes, layout.objectFormat)
  await mkdir(join(store, oid.slice(0, 2)), { recursive: true })
  const content = Buffer.concat([Buffer.from(`${type} ${bytes.length}\0`), bytes])
  await writeFile(join(store, oid.slice(0, 2), oid.slice(2)), zlib().deflateSync(content))
  return oid
}

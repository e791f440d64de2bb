/** Opens a repository without git, or says clearly what only git can read. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UltragitError } from '../../base/errors.ts'
import type { Layout, Repository } from '../repository.ts'
import { checkOwner } from './check-owner.ts'
import { EmbeddedRepository } from './embedded-repository.ts'
import type { Env } from './object-store.ts'
import { parseConfig } from './parse-config.ts'

/** Extensions of the repository format that change nothing for a reader. */
const harmless = new Set([
  'noop',
  'noop-v1',
  'preciousobjects',
  'worktreeconfig',
  'objectformat',
  'refstorage',
  'partialclone',
])

export async function openEmbedded(layout: Layout, env: Env): Promise<Repository> {
  if (layout.objectFormat !== 'sha1')
    throw cannotRead(`a repository in object format '${layout.objectFormat}'`)
  if (layout.refFormat !== 'files') throw cannotRead(`refs in format '${layout.refFormat}'`)
  if (layout.partialClone) throw cannotRead('a partial clone')
  await checkOwner(layout, env)
  await checkFormat(layout)
  return new EmbeddedRepository(layout, env)
}

/** A repository of a later format may keep its data elsewhere: to guess would be to answer wrongly. */
async function checkFormat(layout: Layout): Promise<void> {
  const file = join(layout.commonDir, 'config')
  const settings = parseConfig(await readFile(file, 'utf8').catch(() => ''), file)
  const version = settings.findLast(({ key }) => key === 'core.repositoryformatversion')?.value ?? '0'
  if (version !== '0' && version !== '1') throw cannotRead(`repository format version '${version}'`)
  if (version === '0') return
  for (const { key } of settings) {
    if (!key.startsWith('extensions.')) continue
    const name = key.slice('extensions.'.length)
    if (!harmless.has(name)) throw cannotRead(`a repository with extension '${name}'`)
  }
}

function cannotRead(what: string): UltragitError {
  return new UltragitError('git_failed', `cannot read ${what} without git`, { hint: 'install git' })
}

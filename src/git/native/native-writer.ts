/** Writing through the installed git. Objects first, refs last and only by compare-and-swap. */
import { UltragitError } from '../../base/errors.ts'
import { asOid, type Oid } from '../../base/ids.ts'
import { editNotesTree } from '../notes/edit-notes-tree.ts'
import { buildPack } from '../objects/build-pack.ts'
import { hashObject } from '../objects/hash-object.ts'
import { parseTree } from '../objects/parse-tree.ts'
import type {
  GitObject,
  NoteChange,
  RefUpdate,
  RefUpdateOutcome,
  Repository,
  RepositoryWriter,
} from '../repository.ts'
import { identityLine, readIdentity } from './read-identity.ts'
import { type GitProgram, gitFailure, runGit } from './run-git.ts'

export class NativeWriter implements RepositoryWriter {
  readonly #git: GitProgram
  readonly #repository: Repository

  constructor(git: GitProgram, repository: Repository) {
    this.#git = git
    this.#repository = repository
  }

  async setConfig(key: string, value: string, scope: 'local' | 'global'): Promise<void> {
    await runGit(this.#git, ['config', `--${scope}`, '--replace-all', '--', key, value])
  }

  async unsetConfig(key: string, scope: 'local' | 'global'): Promise<void> {
    // 5: there was nothing to unset
    await runGit(this.#git, ['config', `--${scope}`, '--unset-all', '--', key], { expect: [5] })
  }

  async writeNotes(tip: Oid | undefined, changes: readonly NoteChange[], message: string): Promise<Oid> {
    const format = this.#repository.layout.objectFormat
    const objects: GitObject[] = []
    const blobChanges = changes.map(({ target, text }) => {
      if (text === undefined) return { target, blob: undefined }
      const bytes = Buffer.from(text)
      objects.push({ type: 'blob', bytes })
      return { target, blob: hashObject('blob', bytes, format) }
    })
    const [root, identity] = await Promise.all([this.#treeOf(tip), this.#identity()])
    const readTree = async (oid: Oid) => parseTree((await this.#mustRead(oid)).bytes, format)
    const trees = await editNotesTree({ objectFormat: format, readTree }, root, blobChanges)
    const tree = trees.at(-1)?.oid
    if (tree === undefined) throw new TypeError('an edited tree has a root')
    for (const { bytes } of trees) objects.push({ type: 'tree', bytes })
    const commit = Buffer.from(commitText({ tree, parent: tip, identity, message }))
    objects.push({ type: 'commit', bytes: commit })
    await runGit(this.#git, ['unpack-objects', '-q'], { input: buildPack(objects, format) })
    return hashObject('commit', commit, format)
  }

  async updateRefs(updates: readonly RefUpdate[]): Promise<RefUpdateOutcome> {
    const none = '0'.repeat(this.#repository.layout.objectFormat === 'sha1' ? 40 : 64)
    const input = updates
      .map(({ ref, to, from }) => `update ${ref}\0${to ?? none}\0${from ?? none}\0`)
      .join('')
    const args = ['update-ref', '-m', 'ultragit', '--stdin', '-z']
    const run = await runGit(this.#git, args, { input, expect: [1, 128] })
    if (run.status === 0) return 'done'
    const lock = /Unable to create '(.+\.lock)': File exists/.exec(run.stderr)
    if (lock?.[1] !== undefined) return { lockedBy: lock[1] }
    if (/but expected|reference already exists|unable to resolve reference/.test(run.stderr)) return 'moved'
    throw gitFailure(args, run)
  }

  async #treeOf(tip: Oid | undefined): Promise<Oid | undefined> {
    if (tip === undefined) return undefined
    const commit = (await this.#repository.readCommits([tip])).get(tip)
    if (commit === undefined)
      throw new UltragitError('git_failed', `the notes commit '${tip}' cannot be read`)
    return commit.tree
  }

  async #mustRead(oid: Oid): Promise<GitObject> {
    const object = (await this.#repository.readObjects([oid])).get(oid)
    if (object === undefined)
      throw new UltragitError('git_failed', `the notes tree '${oid}' is missing`, { hint: 'git fsck --full' })
    return object
  }

  async #identity(): Promise<string> {
    const identity = readIdentity('committer', this.#git.env, await this.#repository.config())
    return identityLine(identity, this.#git.env, new Date())
  }
}

function commitText(parts: {
  tree: Oid
  parent: Oid | undefined
  identity: string
  message: string
}): string {
  const parent = parts.parent === undefined ? '' : `parent ${asOid(parts.parent)}\n`
  return `tree ${parts.tree}\n${parent}author ${parts.identity}\ncommitter ${parts.identity}\n\n${parts.message}\n`
}

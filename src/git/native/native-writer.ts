/** Writing: through the installed git, and by its own rules where a file written is all there is to it. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { UltragitError } from '../../base/errors.ts'
import { asOid, type Oid } from '../../base/ids.ts'
import { editNotesTree } from '../notes/edit-notes-tree.ts'
import { buildPack } from '../objects/build-pack.ts'
import { hashObject } from '../objects/hash-object.ts'
import { parseTree } from '../objects/parse-tree.ts'
import { isRefName } from '../refs/ref-name.ts'
import type { ConfigEntry, GitObject, Repository } from '../repository.ts'
import type { NoteChange, RefUpdate, RefUpdateOutcome, RepositoryWriter } from '../repository-writer.ts'
import { fetchRef, pushRef } from './exchange-refs.ts'
import { identityLine, readIdentity } from './read-identity.ts'
import { rewriteNote } from './rewrite-note.ts'
import { type GitProgram, gitFailure, runGit } from './run-git.ts'
import { swapRef } from './swap-ref.ts'
import { writeLoose } from './write-loose.ts'

/** Above this one process is cheaper than the files. */
const fewObjects = 400
const manyObjects = 2_000
const reflogMessage = 'ultragit'
const unusualSettings = ['core.sharedrepository', 'core.fsync', 'core.fsyncobjectfiles', 'core.fsyncmethod']

export class NativeWriter implements RepositoryWriter {
  readonly #git: GitProgram
  readonly #repository: Repository
  readonly #config: () => Promise<readonly ConfigEntry[]>

  constructor(git: GitProgram, repository: Repository, config: () => Promise<readonly ConfigEntry[]>) {
    this.#git = git
    this.#repository = repository
    this.#config = config
  }

  async setConfig(key: string, value: string, scope: 'local' | 'global'): Promise<void> {
    await runGit(this.#git, ['config', `--${scope}`, '--replace-all', '--', key, value])
  }

  async addConfig(key: string, value: string): Promise<void> {
    await runGit(this.#git, ['config', '--local', '--add', '--', key, value])
  }

  async unsetConfig(key: string, scope: 'local' | 'global', value?: string): Promise<void> {
    const which = value === undefined ? ['--', key] : ['--fixed-value', '--', key, value]
    // 5: there was nothing to unset
    await runGit(this.#git, ['config', `--${scope}`, '--unset-all', ...which], { expect: [5] })
  }

  async writeNotes(
    tip: Oid | undefined,
    changes: readonly NoteChange[],
    message: string,
    merged: readonly Oid[] = [],
  ): Promise<Oid> {
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
    const commit = Buffer.from(
      commitText({ tree, parents: [...(tip === undefined ? [] : [tip]), ...merged], identity, message }),
    )
    objects.push({ type: 'commit', bytes: commit })
    if (objects.length <= fewObjects && (await this.#isPlain())) writeLoose(this.#repository.layout, objects)
    else await this.#storePack(objects)
    return hashObject('commit', commit, format)
  }

  fetchRef(remote: string, from: string, to: string): Promise<boolean> {
    return fetchRef(this.#git, { remote, from, to })
  }

  pushRef(remote: string, commit: Oid, ref: string): Promise<'done' | 'behind'> {
    return pushRef(this.#git, { remote, commit, ref })
  }

  async rewriteNote(
    tip: Oid,
    target: Oid,
    change: (bytes: Uint8Array) => string | undefined,
  ): Promise<{ readonly tip: Oid; readonly held: number }> {
    const rewritten = await rewriteNote(this.#repository, { tip, target, change })
    if (rewritten.objects.length > 0) await this.#storePack(rewritten.objects)
    return { tip: rewritten.tip, held: rewritten.held }
  }

  async updateRefs(updates: readonly RefUpdate[]): Promise<RefUpdateOutcome> {
    return (await this.#swapOne(updates)) ?? this.#updateByGit(updates)
  }

  /** Many objects stay together in a pack, as after a fetch. */
  async #storePack(objects: readonly GitObject[]): Promise<void> {
    const input = buildPack(objects, this.#repository.layout.objectFormat)
    const isLarge = objects.length > manyObjects
    await runGit(this.#git, isLarge ? ['index-pack', '--stdin'] : ['unpack-objects', '-q'], { input })
  }

  /** A single ref that moves on; undefined when git has to do it. */
  async #swapOne(updates: readonly RefUpdate[]): Promise<RefUpdateOutcome | undefined> {
    const [update, ...more] = updates
    const { layout } = this.#repository
    if (update?.from === undefined || update.to === undefined || more.length > 0) return undefined
    const { ref, from, to } = update
    if (layout.refFormat !== 'files' || !/^refs\/notes\/./.test(ref) || !isRefName(ref)) return undefined
    if (!(await this.#isPlain())) return undefined
    const logAs = (await this.#hasLog(ref)) ? await this.#identity() : undefined
    return swapRef(layout, { ref, from, to, logAs, message: reflogMessage })
  }

  /** As `core.logAllRefUpdates` says; a log that is there is kept up in any case. */
  async #hasLog(ref: string): Promise<boolean> {
    const { commonDir, workTree } = this.#repository.layout
    const wanted = await this.#setting('core.logallrefupdates')
    const isOn = wanted === undefined ? workTree !== undefined : !/^(?:false|no|off|0|)$/i.test(wanted)
    return isOn || existsSync(join(commonDir, 'logs', ref))
  }

  /** Nothing is set that makes storing an object or moving a ref more than a file written. */
  async #isPlain(): Promise<boolean> {
    const { GIT_OBJECT_DIRECTORY: objects, GIT_QUARANTINE_PATH: quarantine } = this.#git.env
    if (objects !== undefined || quarantine !== undefined || process.platform === 'win32') return false
    const settings = await Promise.all(unusualSettings.map((key) => this.#setting(key)))
    return settings.every((value) => value === undefined)
  }

  async #setting(key: string): Promise<string | undefined> {
    const entry = (await this.#config()).findLast((each) => each.key === key)
    return entry === undefined ? undefined : (entry.value ?? 'true')
  }

  async #updateByGit(updates: readonly RefUpdate[]): Promise<RefUpdateOutcome> {
    const none = '0'.repeat(this.#repository.layout.objectFormat === 'sha1' ? 40 : 64)
    const input = updates
      .map(({ ref, to, from }) => `update ${ref}\0${to ?? none}\0${from ?? none}\0`)
      .join('')
    const args = ['update-ref', '-m', reflogMessage, '--stdin', '-z']
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
    const identity = readIdentity('committer', this.#git.env, await this.#config())
    return identityLine(identity, this.#git.env, new Date())
  }
}

function commitText(parts: {
  tree: Oid
  parents: readonly Oid[]
  identity: string
  message: string
}): string {
  const parents = parts.parents.map((parent) => `parent ${asOid(parent)}\n`).join('')
  return `tree ${parts.tree}\n${parents}author ${parts.identity}\ncommitter ${parts.identity}\n\n${parts.message}\n`
}

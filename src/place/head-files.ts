/** Files of HEAD by name, each read and outlined once. */
import type { Oid, RepoPath } from '../base/ids.ts'
import type { Repository, TreeEntry } from '../git/repository.ts'
import type { HeadEntries } from './head-entries.ts'
import type { TodayFile } from './placement.ts'
import type { Text, Texts } from './texts.ts'

export interface HeadFilesOptions {
  readonly repository: Repository
  readonly head: Oid | undefined
  readonly texts: Texts
  readonly entries: HeadEntries
}

export class HeadFiles {
  readonly #options: HeadFilesOptions
  readonly #files = new Map<RepoPath, Promise<TodayFile | undefined>>()
  #entries: Promise<readonly TreeEntry[]> | undefined

  constructor(options: HeadFilesOptions) {
    this.#options = options
  }

  /** With its outline. */
  file(path: RepoPath): Promise<TodayFile | undefined> {
    let file = this.#files.get(path)
    if (file === undefined) {
      file = this.#read(path)
      this.#files.set(path, file)
    }
    return file
  }

  /** The text alone. */
  async text(path: RepoPath): Promise<Text | undefined> {
    const { entries, texts } = this.#options
    const entry = await entries.at(path)
    if (entry?.mode.startsWith('100') !== true) return undefined
    return (await texts.read([entry.oid])).get(entry.oid)
  }

  /** The texts of many, in the order of their paths. */
  async texts(isWanted: (path: RepoPath) => boolean): Promise<ReadonlyMap<RepoPath, Text>> {
    const { repository, head, texts } = this.#options
    this.#entries ??= head === undefined ? Promise.resolve([]) : repository.listFiles(head)
    const wanted = (await this.#entries).filter(({ mode, path }) => mode.startsWith('100') && isWanted(path))
    const read = await texts.read(wanted.map(({ oid }) => oid))
    return new Map(
      wanted.flatMap(({ path, oid }) => {
        const text = read.get(oid)
        return text === undefined ? [] : [[path, text] as const]
      }),
    )
  }

  async #read(path: RepoPath): Promise<TodayFile | undefined> {
    const text = await this.text(path)
    if (text === undefined) return undefined
    text.lines.decode()
    return { path, headPath: path, text, ...(await this.#options.texts.outline(path, text)) }
  }
}

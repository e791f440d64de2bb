/** Texts of files, then and today, with their outlines: read once, outlined once, however many regions ask. */
import type { Oid, RepoPath } from '../base/ids.ts'
import { isBinary } from '../git/diff/is-binary.ts'
import { TextLines } from '../git/diff/text-lines.ts'
import { RecentMap } from '../git/objects/recent-map.ts'
import type { Repository } from '../git/repository.ts'
import { detectLanguage, languageByName } from '../outline/detect-language.ts'
import { outlineSource, prepareOutline } from '../outline/outline-source.ts'
import type { Unit } from '../outline/unit.ts'
import type { Cache } from '../store/cache.ts'

/** A text by its content: equal texts have equal keys, and a committed one has its blob's id. */
export interface Text {
  readonly key: string
  readonly bytes: Uint8Array
  readonly text: string
  readonly lines: TextLines
}

export interface Outlined {
  readonly units: readonly Unit[]
  /** Undefined: no grammar for this file, or nothing it could read. */
  readonly language: string | undefined
}

const largestText = 64 * 1024 * 1024
const bytesInMemory = 4 * 1024 * 1024

export class Texts {
  readonly #repository: Repository
  readonly #cache: Cache
  readonly #texts = new RecentMap<string, Text>(bytesInMemory, ({ bytes }) => bytes.length + 1)

  /** Most often the next text is another version of the same file. */
  #last: WeakRef<TextLines> | undefined

  constructor(repository: Repository, cache: Cache) {
    this.#repository = repository
    this.#cache = cache
  }

  /** The blobs that can be read, each as text. What is missing, too large or not a blob is left out. */
  async read(blobs: Iterable<Oid>): Promise<ReadonlyMap<Oid, Text>> {
    const found = new Map<Oid, Text>()
    const wanted: Oid[] = []
    for (const blob of new Set(blobs)) {
      const known = this.#texts.get(blob)
      if (known === undefined) wanted.push(blob)
      else found.set(blob, known)
    }
    if (wanted.length === 0) return found
    for (const [oid, { type, bytes }] of await this.#repository.readObjects(wanted)) {
      if (type !== 'blob' || bytes.length > largestText) continue
      const text = textOf(oid, bytes, this.#last?.deref())
      this.#last = new WeakRef(text.lines)
      this.#texts.set(oid, text)
      found.set(oid, text)
    }
    return found
  }

  /** What `outline` needs is loaded while there is other work to do. */
  prepareOutline(path: RepoPath, text: Text): void {
    const language = isBinary(text.bytes) ? undefined : detectLanguage(path, text.text)
    if (language === undefined || this.#cache.get('outline', `${language.id} ${text.key}`) !== undefined)
      return
    prepareOutline(language)
  }

  /**
   * The outline of a blob as the file of this name, as far as it is known without reading it: the name must tell the
   * language, and a text that has been outlined was none of bytes.
   */
  knownOutline(path: RepoPath, blob: Oid): Outlined | undefined {
    const language = languageByName(path)
    return language === undefined ? undefined : this.#cache.get<Outlined>('outline', `${language.id} ${blob}`)
  }

  /** Outlines a text as the file of this name. */
  async outline(path: RepoPath, text: Text): Promise<Outlined> {
    if (isBinary(text.bytes)) return { units: [], language: undefined }
    const language = detectLanguage(path, text.text)
    if (language === undefined) return { units: [], language: undefined }
    const key = `${language.id} ${text.key}`
    const known = this.#cache.get<Outlined>('outline', key)
    if (known !== undefined) return known
    const outline = await outlineSource(path, text.text)
    const outlined = {
      units: outline?.units ?? [],
      language: outline === undefined ? undefined : language.id,
    }
    this.#cache.put('outline', key, outlined)
    return outlined
  }
}

/** `like` is a text that may have much in common. */
export function textOf(key: string, bytes: Uint8Array, like?: TextLines): Text {
  const lines = new TextLines(bytes, like)
  let text: string | undefined
  return {
    key,
    bytes,
    get text() {
      text ??= lines.bytes.toString('utf8')
      return text
    },
    lines,
  }
}

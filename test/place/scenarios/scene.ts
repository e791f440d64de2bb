/**
 * A repository, the code in it as the generator knows it, and what was annotated. Plain commits wait in a queue and
 * reach git in one `fast-import`; what rewrites history is done by git itself, and checked against the model.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Random } from '../../support/random.ts'
import { TempRepo, tempFolder } from '../../support/temp-repo.ts'
import { type AnnotatedFn, annotationText, makeRegion, type RegionFacts } from './annotate-code.ts'
import { CodeMaker, Unsuitable } from './code-maker.ts'
import { type CodeTree, fnsOf, type Language, locateAll, renderTree } from './code-tree.ts'

export interface SceneOptions {
  readonly seed: number
  readonly language: Language
  /** Written by ultragit; without, as by hand or by another tool. */
  readonly withTraces: boolean
  /** `notes.rewriteRef`: git copies notes when it rewrites commits. */
  readonly copiesNotes: boolean
}

interface Waiting {
  readonly mark: number
  readonly branch: string
  readonly parent: Point | undefined
  readonly tree: CodeTree
  readonly before: CodeTree
  readonly annotate: readonly AnnotatedFn[]
}

/** A commit: known to git by its id, or still waiting. */
interface Point {
  readonly mark: number
  readonly tree: CodeTree
}

export class Scene {
  repo: TempRepo
  readonly options: SceneOptions
  readonly random: Random
  readonly maker: CodeMaker
  readonly annotations: AnnotatedFn[] = []
  /** Near-duplicates: the copy to what it was made from. */
  readonly copies = new Map<number, number>()
  readonly #tips = new Map<string, Point>()
  readonly #oids = new Map<number, string>()
  #waiting: Waiting[] = []
  #marks = 0
  #hasNotes = false
  #hasFiles = false

  constructor(options: SceneOptions) {
    this.options = options
    this.random = new Random(options.seed)
    this.maker = new CodeMaker(options.language, this.random)
    this.repo = TempRepo.init('--template=')
    if (options.copiesNotes)
      writeFileSync(
        join(this.repo.dir, '.git/config'),
        `${readFileSync(join(this.repo.dir, '.git/config'), 'utf8')}[notes]\n\trewriteRef = refs/notes/ultragit\n\trewriteMode = cat_sort_uniq\n`,
      )
  }

  treeOf(branch = 'main'): CodeTree {
    return this.#tip(branch).tree
  }

  /** A new commit on a branch; each of `annotate` is a function that gets a region of its own. */
  commit(tree: CodeTree, annotate: readonly number[] = [], branch = 'main'): readonly AnnotatedFn[] {
    const parent = this.#tips.get(branch)
    const made = annotate.map((fn) => this.#planRegion(fn, tree))
    this.#marks += 1
    const before = parent?.tree ?? new Map()
    this.#waiting.push({ mark: this.#marks, branch, parent, tree, before, annotate: made })
    this.#tips.set(branch, { mark: this.#marks, tree })
    this.annotations.push(...made)
    return made
  }

  startBranch(name: string, from = 'main'): void {
    this.#tips.set(name, this.#tip(from))
  }

  /** The branch is gone, its commits stay as objects that no ref reaches. */
  deleteBranch(name: string): void {
    this.flush()
    this.#tips.delete(name)
    this.repo.tryGit({}, 'update-ref', '-d', `refs/heads/${name}`)
  }

  /** The branch stays under another name. */
  renameBranch(name: string): void {
    this.flush()
    this.repo.git('branch', '-m', name, `kept-${this.#marks}`)
    this.#tips.delete(name)
  }

  /** The subject line of the newest commit of a branch. */
  subjectOf(branch: string): string {
    return `change ${this.#tip(branch).mark}`
  }

  /** The id of the newest commit of a branch. */
  oidOf(branch: string): string {
    this.flush()
    return this.#oids.get(this.#tip(branch).mark) ?? ''
  }

  /** The branch in the working tree, for git to work on. */
  checkOut(branch = 'main'): void {
    this.flush()
    this.#hasFiles = true
    this.repo.git('checkout', '-q', '-f', branch)
    this.repo.tick()
  }

  write(tree: CodeTree): void {
    const files = renderTree(tree, this.options.language)
    for (const [path, text] of files) {
      mkdirSync(join(this.repo.dir, path, '..'), { recursive: true })
      writeFileSync(join(this.repo.dir, path), text)
    }
    this.repo.git('add', ...files.keys())
  }

  /** Runs git where it may meet a conflict. */
  attempt(env: Record<string, string>, ...args: string[]): void {
    this.repo.tick()
    if (this.repo.tryGit({ env }, ...args).status !== 0) throw new Unsuitable(args.join(' '))
  }

  /** After git made commits itself: the branch is where HEAD is, and must hold what the model says. */
  adopt(tree: CodeTree, branch = 'main'): void {
    for (const [path, text] of renderTree(tree, this.options.language))
      if (readFileSync(join(this.repo.dir, path), 'utf8') !== text) throw new Unsuitable(`merged ${path}`)
    this.#marks += 1
    const oid = this.repo.head()
    this.#oids.set(this.#marks, oid)
    this.#tips.set(branch, { mark: this.#marks, tree })
    this.repo.git('checkout', '-q', '-B', branch)
  }

  /** Everything in git, and the working tree as HEAD has it or empty. */
  finish(): void {
    this.flush()
    if (this.#hasFiles) this.checkOut()
  }

  /** Leaves the repository for a clone of main that has the notes and not the commits they hang on. */
  cloneMain(): void {
    this.flush()
    const dir = tempFolder()
    this.repo.git('clone', '-q', '--no-local', '--single-branch', '-b', 'main', this.repo.dir, dir)
    const clone = new TempRepo(dir)
    clone.git('fetch', '-q', 'origin', '+refs/notes/ultragit:refs/notes/ultragit')
    this.repo = clone
    this.#hasFiles = false
  }

  /** Functions of main with an annotation that is about code there. */
  annotatedFns(): number[] {
    const live = new Set(fnsOf(this.treeOf()).map(({ id }) => id))
    return [...new Set(this.annotations.filter(({ fate }) => fate === 'merged').map(({ fn }) => fn))].filter(
      (id) => live.has(id),
    )
  }

  /** Sends what waits to git: the commits, then the notes on them. */
  flush(): void {
    if (this.#waiting.length === 0) return
    const waiting = this.#waiting
    this.#waiting = []
    const marksFile = join(this.repo.dir, '.git', 'scene-marks')
    const stream = waiting.map((one) => this.#commitStream(one)).join('')
    this.repo.gitWith({ input: stream }, 'fast-import', '--quiet', '--force', `--export-marks=${marksFile}`)
    for (const line of readFileSync(marksFile, 'utf8').trimEnd().split('\n')) {
      const [mark = '', oid = ''] = line.slice(1).split(' ')
      this.#oids.set(Number(mark), oid)
    }
    this.#writeNotes(waiting)
  }

  #writeNotes(waiting: readonly Waiting[]): void {
    const noted = waiting.filter(({ annotate }) => annotate.length > 0)
    if (noted.length === 0) return
    const lines = noted.map(({ mark, annotate, tree, before }) => {
      const commit = this.#oids.get(mark) ?? ''
      const { language, withTraces } = this.options
      const regions = annotate.map((one) => makeRegion(one, { tree, before, language, withTraces }))
      return `N inline ${commit}\n${data(annotationText(commit, regions))}\n`
    })
    const from = this.#hasNotes ? 'from refs/notes/ultragit^0\n' : ''
    const head = `commit refs/notes/ultragit\ncommitter C <c@example.com> 1700000000 +0000\n${data('notes')}\n`
    this.repo.gitWith({ input: head + from + lines.join('') }, 'fast-import', '--quiet')
    this.#hasNotes = true
  }

  #commitStream({ mark, branch, parent, tree, before }: Waiting): string {
    const old = renderTree(before, this.options.language)
    const files = renderTree(tree, this.options.language)
    const parentName = parent === undefined ? undefined : (this.#oids.get(parent.mark) ?? `:${parent.mark}`)
    return [
      `commit refs/heads/${branch}\nmark :${mark}\ncommitter C <c@example.com> ${1_700_000_000 + mark * 600} +0000\n`,
      `${data(`change ${mark}`)}\n`,
      parentName === undefined ? '' : `from ${parentName}\n`,
      ...[...old.keys()].filter((path) => !files.has(path)).map((path) => `D ${path}\n`),
      ...[...files]
        .filter(([path, text]) => old.get(path) !== text)
        .map(([path, text]) => `M 100644 inline ${path}\n${data(text)}\n`),
      '\n',
    ].join('')
  }

  #planRegion(fn: number, tree: CodeTree): AnnotatedFn {
    const located = locateAll(tree, this.options.language).get(fn)
    if (located === undefined) throw new Unsuitable(`function ${fn} is not in the tree`)
    const key = `annotation-${this.annotations.length}-${this.random.int(1, 1e9)}`
    const facts: RegionFacts = this.random.pick([
      'unit',
      'unit',
      'unit',
      'unit',
      'anchor',
      'lines',
      'part',
      'part',
    ])
    return { key, fn, facts, unitText: located.text, luck: this.random.next(), fate: 'merged' }
  }

  #tip(branch: string): Point {
    const tip = this.#tips.get(branch)
    if (tip === undefined) throw new Error(`no branch ${branch}`)
    return tip
  }
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}`
}

/** A seeded history: edits, new and removed functions, renames, moves between files, side branches and their merges. */
import { Random } from '../../support/random.ts'
import { fileText, type SourceFile, unitLines, withUnit } from './source-file.ts'
import { editUnit, languages, makeUnit, type SourceUnit } from './source-unit.ts'

export interface HistoryOptions {
  readonly seed: number
  readonly commits: number
  /** A multiple of 100: four areas of five packages of five modules. */
  readonly files: number
  /** Long-lived files, and their share of all commits. */
  readonly hotFiles: number
  readonly hotShare: number
}

/** What a commit is about: the function it changed, as it is after it. */
export interface UnitChange {
  readonly path: string
  readonly unit: SourceUnit
  readonly lines: { readonly start: number; readonly end: number }
  readonly added: readonly string[]
  /** Another function of the same file, left as it was. */
  readonly neighbour:
    | { readonly unit: SourceUnit; readonly lines: { start: number; end: number } }
    | undefined
}

export interface Step {
  /** From 1; parents are earlier steps. */
  readonly mark: number
  readonly parents: readonly number[]
  readonly renames: readonly { readonly from: string; readonly to: string }[]
  readonly writes: readonly { readonly path: string; readonly text: string }[]
  readonly change: UnitChange
}

/** Of the second area only this share of the files is touched in the newest tenth. */
export const quietArea = 'area1'
const quietShare = 0.2
const longestHot = 230

export class History {
  readonly #random: Random
  readonly #options: HistoryOptions
  readonly #files: SourceFile[] = []
  #serial = 0
  #mark = 0
  #tip = 0

  constructor(options: HistoryOptions) {
    this.#options = options
    this.#random = new Random(options.seed)
    for (let at = 0; at < options.files; at++) this.#files.push(this.#newFile(at))
  }

  /** The files as they are at the end of what was generated. */
  get files(): readonly SourceFile[] {
    return this.#files
  }

  get hotPaths(): readonly string[] {
    return this.#files.slice(1, 1 + this.#options.hotFiles).map(({ path }) => path)
  }

  *steps(): Generator<Step> {
    yield this.#firstStep()
    while (this.#mark < this.#options.commits) {
      const room = this.#options.commits - this.#mark
      if (room > 8 && this.#random.chance(0.06)) yield* this.#sideBranch()
      else yield this.#onMain(this.#anyChange(this.#pickFile()))
    }
  }

  #firstStep(): Step {
    const [file] = this.#files
    const unit = file?.units[0]
    if (file === undefined || unit === undefined) throw new RangeError('a history needs a file')
    const writes = this.#files.map((one) => ({ path: one.path, text: fileText(one) }))
    this.#tip = ++this.#mark
    return { mark: this.#mark, parents: [], renames: [], writes, change: changeOf(file, unit, undefined) }
  }

  /** One to three commits on a file of their own, some on main meanwhile, then the merge. */
  *#sideBranch(): Generator<Step> {
    const random = this.#random
    const at = this.#pickFile()
    const before = this.#files[at] as SourceFile // the index was just picked
    const unit = random.pick(before.units)
    let edited = unit
    let side = this.#tip
    let file = before
    for (let count = random.int(1, 3); count > 0; count--) {
      const next = editUnit(random, file.language, edited)
      file = withUnit(file, next)
      const mark = ++this.#mark
      const writes = [{ path: file.path, text: fileText(file) }]
      yield { mark, parents: [side], renames: [], writes, change: changeOf(file, next, edited) }
      edited = next
      side = mark
    }
    for (let count = random.int(1, 3); count > 0; count--) {
      const other = this.#pickFile()
      if (other !== at) yield this.#onMain(this.#anyChange(other, at))
    }
    this.#files[at] = file
    const step = this.#onMain({ writes: [file], renames: [], change: changeOf(file, edited, unit) })
    yield { ...step, parents: [...step.parents, side] }
  }

  #onMain(planned: Planned): Step {
    const parents = [this.#tip]
    this.#tip = ++this.#mark
    const writes = planned.writes.map((file) => ({ path: file.path, text: fileText(file) }))
    return { mark: this.#mark, parents, renames: planned.renames, writes, change: planned.change }
  }

  #anyChange(at: number, locked?: number): Planned {
    const file = this.#files[at] as SourceFile // callers picked the index
    const isHot = at <= this.#options.hotFiles
    const draw = this.#random.next()
    if (isHot) return draw < 0.3 && file.units.length < longestHot ? this.#addUnit(at) : this.#editFile(at)
    if (draw < 0.1 && file.units.length < 12) return this.#addUnit(at)
    if (draw < 0.13 && file.units.length > 4) return this.#removeUnit(at)
    if (draw < 0.14) return this.#renameFile(at)
    if (draw < 0.15 && file.units.length > 4) return this.#moveUnit(at, locked)
    return this.#editFile(at)
  }

  #editFile(at: number): Planned {
    const file = this.#files[at] as SourceFile
    const old = this.#random.pick(file.units)
    const unit = editUnit(this.#random, file.language, old)
    return this.#keep(at, withUnit(file, unit), unit, old)
  }

  #addUnit(at: number): Planned {
    const file = this.#files[at] as SourceFile
    const unit = makeUnit(this.#random, file.language, this.#serial++)
    const place = this.#random.int(0, file.units.length)
    return this.#keep(at, { ...file, units: file.units.toSpliced(place, 0, unit) }, unit, undefined)
  }

  #removeUnit(at: number): Planned {
    const file = this.#files[at] as SourceFile
    const units = file.units.toSpliced(this.#random.int(0, file.units.length - 1), 1)
    const old = this.#random.pick(units)
    const unit = editUnit(this.#random, file.language, old)
    return this.#keep(at, withUnit({ ...file, units }, unit), unit, old)
  }

  #renameFile(at: number): Planned {
    const file = this.#files[at] as SourceFile
    const to = file.path.replace(/(-\d+)?\.(\w+)$/, `-${this.#serial++}.$2`)
    const old = this.#random.pick(file.units)
    const unit = editUnit(this.#random, file.language, old)
    const planned = this.#keep(at, withUnit({ ...file, path: to }, unit), unit, old)
    return { ...planned, renames: [{ from: file.path, to }] }
  }

  /** To the next file of the same language. */
  #moveUnit(at: number, locked: number | undefined): Planned {
    const from = this.#files[at] as SourceFile
    const to = at + languages.length < this.#files.length ? at + languages.length : at - languages.length
    const target = this.#files[to]
    if (target === undefined || to <= this.#options.hotFiles || to === locked || target.units.length > 12)
      return this.#editFile(at)
    const unit = this.#random.pick(from.units)
    this.#files[at] = { ...from, units: from.units.filter((one) => one !== unit) }
    const planned = this.#keep(to, { ...target, units: [...target.units, unit] }, unit, undefined)
    return { ...planned, writes: [this.#files[at] as SourceFile, ...planned.writes] }
  }

  #keep(at: number, file: SourceFile, unit: SourceUnit, old: SourceUnit | undefined): Planned {
    this.#files[at] = file
    return { writes: [file], renames: [], change: changeOf(file, unit, old) }
  }

  /** Never the first one: others rely on it, and it stays as it is. */
  #pickFile(): number {
    const { hotFiles, hotShare, files, commits } = this.#options
    if (hotFiles > 0 && this.#random.chance(hotShare)) return this.#random.int(1, hotFiles)
    for (;;) {
      const at = this.#random.int(1 + hotFiles, files - 1)
      const isLate = this.#mark > commits * 0.89
      if (!isLate || areaOf(at, files) !== quietArea || (at % (files / 4)) / (files / 4) < quietShare)
        return at
    }
  }

  #newFile(at: number): SourceFile {
    const language = languages[at % languages.length] as (typeof languages)[number] // a remainder
    const { files, hotFiles } = this.#options
    const inArea = at % (files / 4)
    const folder = `${areaOf(at, files)}/package${inArea % 5}/module${Math.floor(inArea / 5) % 5}`
    const path = `${folder}/part${at}.${language.extension}`
    const count = at > 0 && at <= hotFiles ? 60 : this.#random.int(4, 8)
    const units = Array.from({ length: count }, () => makeUnit(this.#random, language, this.#serial++))
    return { path, language, header: language.header(`Part ${at} of the system.`), units }
  }
}

interface Planned {
  readonly writes: readonly SourceFile[]
  readonly renames: Step['renames']
  readonly change: UnitChange
}

function areaOf(at: number, files: number): string {
  return `area${Math.floor(at / (files / 4))}`
}

function changeOf(file: SourceFile, unit: SourceUnit, old: SourceUnit | undefined): UnitChange {
  const before = new Set(old?.lines)
  const other = file.units.find(({ name }) => name !== unit.name)
  const otherLines = other === undefined ? undefined : unitLines(file, other.name)
  return {
    path: file.path,
    unit,
    lines: unitLines(file, unit.name) ?? { start: 1, end: 1 },
    added: unit.lines.filter((line) => !before.has(line)),
    neighbour:
      other === undefined || otherLines === undefined ? undefined : { unit: other, lines: otherLines },
  }
}

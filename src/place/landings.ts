/** Landings of regions, each worked out once: a text of then and one of today never land differently. */
import { isSignificant, type LineRange } from '../base/lines.ts'
import type { HistoryAt } from '../store/history-states.ts'
import { type Index, keyOf } from '../store/index.ts'
import { type Landing, landRegion } from './land-region.ts'
import type { LineCarries, LineCarry } from './line-carries.ts'
import type { Base, NoteRegion } from './load-bases.ts'
import type { TodayFile } from './placement.ts'
import type { Text } from './texts.ts'

export interface LandingSources {
  readonly index: Index
  readonly history: HistoryAt
  readonly carries: LineCarries
}

interface AskedLanding {
  readonly today: TodayFile
  readonly key: string
  landing: Landing | undefined
}

export class Landings {
  readonly #sources: LandingSources
  readonly #asked = new WeakMap<Base, AskedLanding>()
  /** By text of today: whether anything was kept about it. A text nobody asked about before has a thousand regions. */
  readonly #kept = new Map<string, boolean>()
  /** Those texts of which that has been written down since. */
  readonly #marked = new Set<string>()

  constructor(sources: LandingSources) {
    this.#sources = sources
  }

  async of(one: NoteRegion, base: Base, today: TodayFile): Promise<Landing | undefined> {
    const { text, units, added } = base
    if (text === undefined) return undefined
    const known = this.#known(one, base, text, today)
    if (known !== undefined) return known
    const landing = await landRegion({
      past: { lines: text.lines, units },
      today: { lines: today.text.lines, units: today.units },
      lines: linesThen(one, base, text),
      anchor: one.region.ast_anchor?.name,
      added: added ?? (async () => []),
      isReachable: this.#isReachable(one),
      carries: this.#sources.carries,
    })
    if (landing.own !== undefined) this.#keep(this.#ask(one, base, text, today), landing, today)
    return landing
  }

  /**
   * Whether it will be asked what the region's commit added, as far as can be told before: HEAD lacks the commit, or
   * today's text some of its lines.
   */
  needsAdded(one: NoteRegion, base: Base, today: TodayFile | undefined): boolean {
    const { text, units } = base
    if (text === undefined) return false
    if (today === undefined) return !this.#isReachable(one)
    if (this.#known(one, base, text, today) !== undefined) return false
    if (!this.#isReachable(one)) return true
    const carry = this.#sources.carries.of(text.lines, today.text.lines)
    const own = linesThen(one, base, text) ?? (units.length === 1 ? units[0]?.lines : undefined)
    return lacksLine(carry, text, own ?? { start: 1, end: text.lines.length })
  }

  /** Whether each line that a region names stands in another text of its file. */
  standsWhole(one: NoteRegion, base: Base, today: Text): boolean {
    const { text } = base
    const lines = text === undefined ? undefined : linesThen(one, base, text)
    if (text === undefined || lines === undefined) return false
    const named = text.lines.slice(lines.start - 1, lines.end)
    return (
      named.some(isSignificant) && !lacksLine(this.#sources.carries.of(text.lines, today.lines), text, lines)
    )
  }

  #known(one: NoteRegion, base: Base, text: Text, today: TodayFile): Landing | undefined {
    const asked = this.#ask(one, base, text, today)
    if (asked.landing === undefined && this.#wasKept(today))
      asked.landing = this.#sources.index.cache.get<Landing>('landing', asked.key)
    return asked.landing
  }

  #wasKept(today: TodayFile): boolean {
    const about = keptAbout(today)
    let wasKept = this.#kept.get(about)
    if (wasKept === undefined) {
      wasKept = this.#sources.index.cache.get<true>('landing', about) !== undefined
      this.#kept.set(about, wasKept)
    }
    return wasKept
  }

  #keep(asked: AskedLanding, landing: Landing, today: TodayFile): void {
    const { cache } = this.#sources.index
    const about = keptAbout(today)
    if (!this.#marked.has(about)) cache.put('landing', about, true)
    this.#marked.add(about)
    asked.landing = landing
    cache.put('landing', asked.key, landing)
  }

  #ask(one: NoteRegion, base: Base, text: Text, today: TodayFile): AskedLanding {
    let asked = this.#asked.get(base)
    if (asked?.today !== today) {
      asked = { today, key: this.#keyOf(one, base, text, today), landing: undefined }
      this.#asked.set(base, asked)
    }
    return asked
  }

  #keyOf(one: NoteRegion, base: Base, text: Text, today: TodayFile): string {
    const { units, before } = base
    return keyOf(
      text.key,
      one.region.file,
      JSON.stringify([
        linesThen(one, base, text),
        one.region.ast_anchor?.name ?? null,
        before,
        this.#isReachable(one),
        // A trace can stand in for the outline of then: one unit, not all.
        units.length === 1 ? units : units.length,
      ]),
      today.text.key,
      today.language ?? '',
    )
  }

  #isReachable({ note }: NoteRegion): boolean {
    return this.#sources.history.commits.get(note.target) !== undefined
  }
}

/** Of the row that says that others are there. */
function keptAbout({ text, language }: TodayFile): string {
  return `about ${text.key} ${language ?? ''}`
}

function lacksLine(carry: LineCarry, { lines }: Text, { start, end }: LineRange): boolean {
  for (let line = start; line <= end; line++)
    if (carry.at(line) === 0 && isSignificant(lines.at(line - 1) ?? '')) return true
  return false
}

/** The region's lines in the text it was written about; undefined when it names none, or none that exist. */
function linesThen({ region }: NoteRegion, base: Base, text: Text): LineRange | undefined {
  const given = base.hasNumbers ? region.lines : undefined
  if (given === undefined || given.start > text.lines.length) return undefined
  return { start: given.start, end: Math.min(given.end, text.lines.length) }
}

/** What is passed over by its name would not have been found in a touched unit either: held against placing everything. */
import { expect, test } from 'bun:test'
import { CheckContext } from '../../src/check/check-context.ts'
import { type TouchedRegion, touchedRegions } from '../../src/check/find-constraints.ts'
import { openCheckSession } from '../../src/check/open-check-session.ts'
import { visibleRegions } from '../../src/check/visible-regions.ts'
import { Random } from '../support/random.ts'
import { CheckRepo, processEnv } from './support/check-repo.ts'

const files = ['src/a.ts', 'src/b.ts', 'src/c.ts']

interface Unit {
  name: string
  file: string
  body: string[]
}

/** Functions that are edited, renamed, moved and dropped, each annotated with a constraint when it changes. */
class Codebase {
  readonly repo = CheckRepo.init()
  readonly #random: Random
  #units: Unit[] = []
  #made = 0

  constructor(seed: number) {
    this.#random = new Random(seed)
    for (let at = 0; at < 12; at++) this.#add()
    this.#commit(this.#units)
  }

  step(): void {
    const unit = this.#random.pick(this.#units)
    const kind = this.#random.int(0, 9)
    if (kind < 5) unit.body[this.#random.int(0, unit.body.length - 1)] = this.#line()
    else if (kind < 7) unit.name = `renamed${this.#made++}`
    else if (kind < 8) unit.file = this.#random.pick(files)
    else if (kind < 9) this.#add()
    else if (this.#units.length > 6) this.#units = this.#units.filter((one) => one !== unit)
    this.#commit(this.#random.chance(0.7) && this.#units.includes(unit) ? [unit] : [])
  }

  #add(): void {
    const body = Array.from({ length: this.#random.int(6, 14) }, () => this.#line())
    this.#units.push({ name: `made${this.#made++}`, file: this.#random.pick(files), body })
  }

  #line(): string {
    const words = ['frame', 'token', 'peer', 'queue', 'window', 'lock', 'session', 'budget']
    return `  ${this.#random.pick(words)}.${this.#random.pick(words)}(${this.#random.int(0, 9_999)})`
  }

  #commit(annotated: readonly Unit[]): void {
    const text = (file: string) =>
      this.#units
        .filter((unit) => unit.file === file)
        .map(({ name, body }) => `export function ${name}() {\n${body.join('\n')}\n}\n`)
        .join('\n')
    this.repo.annotated(
      Object.fromEntries(files.map((file) => [file, text(file)])),
      annotated.map(({ file, name }) => ({
        file,
        anchor: name,
        constraints: [{ text: `keep ${name}`, source: 'author' }],
      })),
    )
  }
}

test.each([1, 2, 3])('the same regions are touched, history %i', async (seed) => {
  const code = new Codebase(seed)
  for (let left = 24; left > 0; left--) code.step()
  const found = { both: 0, lost: [] as string[] }
  for (const range of ['HEAD~3..HEAD', 'HEAD~8..HEAD~2', 'HEAD~16..HEAD~6']) {
    const { session, range: asked } = await openCheckSession(
      { cwd: code.repo.dir, env: processEnv(), flags: {} },
      { range },
    )
    const context = await CheckContext.open(session, asked, { env: {} })
    const base = await context.base()
    const own = new Set(context.scan.commits.map(({ oid }) => oid))
    for (const file of await context.files()) {
      if (base === undefined || file.pathBefore === undefined) continue
      const recorded = (await visibleRegions(base, file.pathBefore)).filter(
        ({ note }) => !own.has(note.target),
      )
      const whole = touchedRegions(file, recorded)
      const before = await context.loadBefore(await context.regionsBefore(file))
      const ours = new Set(touchedRegions(file, before).map(keyOf))
      // Never one too many; too few only of code that had changed both its file and its name before.
      expect(new Set(whole.map(keyOf)).isSupersetOf(ours)).toBe(true)
      const lost = whole.filter((one) => !ours.has(keyOf(one)))
      found.both += ours.size
      found.lost.push(...lost.filter(({ one }) => one.region.file === file.pathBefore).map(keyOf))
      found.lost.push(
        ...lost.filter(({ one }) => one.region.ast_anchor?.name === one.placement.unit?.name).map(keyOf),
      )
    }
    session.close()
  }
  expect(found.both).toBeGreaterThan(10)
  expect(found.lost).toEqual([])
})

function keyOf({ one, change }: TouchedRegion): string {
  return `${one.note.target} ${one.position} ${change.unit?.name}`
}

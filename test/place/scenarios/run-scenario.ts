/** One scenario from its seed to what `read` and blame alone made of it. */
import { rmSync } from 'node:fs'
import { asRepoPath } from '../../../src/base/ids.ts'
import { rangesOverlap } from '../../../src/base/lines.ts'
import type { AnswerRegion } from '../../../src/read/answer.ts'
import { read } from '../../../src/read/read.ts'
import { ReadRequestSchema } from '../../../src/read/read-request.ts'
import { parseRequest } from '../../../src/read/read-text.ts'
import { openSession, type Session } from '../../../src/session.ts'
import { Random } from '../../support/random.ts'
import type { AnnotatedFn } from './annotate-code.ts'
import { Unsuitable } from './code-maker.ts'
import { type CodeTree, fnsOf, type Language, type Located } from './code-tree.ts'
import { operations } from './operations.ts'
import { Scene, type SceneOptions } from './scene.ts'
import { type Truth, truthOf } from './truth.ts'

export interface Scenario extends SceneOptions {
  readonly operations: readonly string[]
}

export interface Outcome {
  readonly scenario: Scenario
  /** Due annotations, and whether each was found, by ultragit and by blame. */
  readonly due: readonly {
    readonly truth: Truth
    readonly found: boolean
    readonly byBlame: boolean
    readonly saw: string
  }[]
  /** Regions returned as current, changed or moved. */
  readonly returned: readonly { readonly truth: Truth; readonly isRight: boolean; readonly saw: string }[]
  /** Dead code called current. */
  readonly violations: readonly string[]
}

const placed = new Set(['current', 'changed', 'moved'])

/** Undefined when git met a conflict: another seed will do. */
export async function runScenario(scenario: Scenario): Promise<Outcome | undefined> {
  const scene = new Scene(scenario)
  const first = scene.repo.dir
  try {
    firstCommits(scene)
    const touched = new Set<number>()
    for (const name of scenario.operations) {
      const ids = operations[name]?.(scene)
      if (ids === undefined) throw new Error(`no operation '${name}'`)
      for (const id of ids) touched.add(id)
    }
    scene.finish()
    return await measure(scene, scenario, touched)
  } catch (error) {
    if (error instanceof Unsuitable) return undefined
    throw error
  } finally {
    for (const dir of new Set([first, scene.repo.dir])) rmSync(dir, { recursive: true, force: true })
  }
}

/** A dozen functions in three files: there from the start, added later, edited later; all annotated somewhere. */
function firstCommits(scene: Scene): void {
  const { maker, random } = scene
  const fns = Array.from({ length: 12 }, () => maker.fn())
  const files = Array.from({ length: 3 }, () => maker.path())
  const treeWith = (count: number): CodeTree =>
    new Map(
      files.map((path, at) => [
        path,
        [fillers[at] ?? maker.filler(), ...fns.slice(0, count).filter((_, index) => index % 3 === at)],
      ]),
    )
  const fillers = files.map(() => maker.filler())
  scene.commit(
    treeWith(8),
    fns.slice(0, 4).map(({ id }) => id),
  )
  scene.commit(
    treeWith(12),
    fns.slice(8).map(({ id }) => id),
  )
  let tree = treeWith(12)
  const edited = fns.slice(2, 8)
  for (const { id } of edited)
    tree = new Map(
      [...tree].map(([path, file]) => [
        path,
        file.map((piece) =>
          'id' in piece && piece.id === id ? maker.edit(piece, 0.1 + random.next() * 0.3) : piece,
        ),
      ]),
    )
  // Its file changes with the commit, its own lines do not.
  const untouched = fns[10]?.id ?? 0
  scene.commit(tree, [...edited.map(({ id }) => id), untouched])
}

async function measure(scene: Scene, scenario: Scenario, touched: ReadonlySet<number>): Promise<Outcome> {
  const truths = new Map(scene.annotations.map((one) => [one.key, truthOf(scene, one)]))
  const isOne = scenario.operations.length === 1
  const counts = (one: AnnotatedFn) => !isOne || touched.has(one.fn)
  const session = await openSession({
    cwd: scene.repo.dir,
    env: { ...process.env, ULTRAGIT_NO_CACHE: '1' },
    flags: {},
  })
  try {
    const answers = await readFiles(session, scene)
    const blamed = await blamedKeys(session, scene)
    const due = [...truths.values()]
      .filter(({ isDue, annotation }) => isDue && counts(annotation))
      .map((truth) => ({
        truth,
        found: answers.some((region) => region.intent === truth.annotation.key && isFound(region, truth)),
        byBlame: blamed.get(truth.annotation.fn)?.has(truth.annotation.key) === true,
        saw: sawOf(answers, truth),
      }))
    const seen = new Set<string>()
    const returned = answers.flatMap((region) => {
      const truth = truths.get(region.intent ?? '')
      if (truth === undefined || !placed.has(region.status) || !counts(truth.annotation)) return []
      const isFirst = !seen.has(truth.annotation.key)
      seen.add(truth.annotation.key)
      return [{ truth, isRight: isFirst && isRight(region, truth), saw: sawOf(answers, truth) }]
    })
    const violations = answers.flatMap((region) => {
      const truth = truths.get(region.intent ?? '')
      if (truth?.kin.some((one) => isAt(region, one))) return []
      return truth?.isDead && region.status === 'current'
        ? [`${truth.annotation.fate}: ${sawOf(answers, truth)}`]
        : []
    })
    return { scenario, due, returned, violations }
  } finally {
    session.close()
  }
}

async function readFiles(session: Session, scene: Scene): Promise<AnswerRegion[]> {
  const regions: AnswerRegion[] = []
  for (const path of scene.treeOf().keys()) {
    const request = parseRequest(ReadRequestSchema, {
      paths: [path],
      maxRegions: 1000,
      maxTokens: 0,
      depth: 0,
    })
    const answer = await read(session, { ...request, paths: [asRepoPath(path)] })
    regions.push(...answer.regions.filter(({ reach }) => reach !== 'commit'))
  }
  return regions
}

function isFound(region: AnswerRegion, { place }: Truth): boolean {
  return place !== undefined && placed.has(region.status) && isAt(region, place)
}

/** What took the place of replaced code is the right place for `changed`: the name remains, and nothing else is said. */
function isRight(region: AnswerRegion, truth: Truth): boolean {
  if (truth.place !== undefined) return isAt(region, truth.place)
  if (truth.annotation.fate === 'replaced' && region.status === 'changed') return true
  return truth.kin.some((one) => isAt(region, one))
}

function isAt({ file, current_lines }: AnswerRegion, place: Located): boolean {
  return file === place.path && current_lines !== undefined && rangesOverlap(current_lines, place.lines)
}

function sawOf(answers: readonly AnswerRegion[], { annotation, place, standing }: Truth): string {
  const seen = answers
    .filter(({ intent }) => intent === annotation.key)
    .map(
      ({ status, file, current_lines: at, reach, survival, unit, ast_anchor, commit }) =>
        `${status} by ${reach} at ${file}:${at?.start}-${at?.end} ${unit ?? ast_anchor?.name ?? ''} (${survival}) ${commit.slice(0, 7)}`,
    )
  const true_ =
    place === undefined ? 'nowhere' : `${place.path}:${place.lines.start}-${place.lines.end} ${place.anchor}`
  return `${annotation.facts}, ${annotation.fate}, truly ${true_} (${standing.toFixed(2)}); saw ${seen.join(' and ') || 'nothing'}`
}

/** By function: the annotations on commits that blame names for its lines. */
async function blamedKeys(session: Session, scene: Scene): Promise<Map<number, Set<string>>> {
  const { notes } = session.index()
  const keys = new Map(
    [...(await notes.notesOn(notes.rows.targets()))].map(([target, { annotation }]) => [
      String(target),
      annotation.regions.map(({ intent }) => intent),
    ]),
  )
  const found = new Map<number, Set<string>>()
  const owners = new Map<string, string[]>()
  for (const path of scene.treeOf().keys()) owners.set(path, blameOwners(scene, path))
  const ids = new Set(fnsOf(scene.treeOf()).map(({ id }) => id))
  for (const id of ids) {
    const place = truthOf(scene, {
      fn: id,
      fate: 'merged',
      key: '',
      facts: 'unit',
      unitText: [],
      luck: 0,
    }).place
    if (place === undefined) continue
    const lines = (owners.get(place.path) ?? []).slice(place.lines.start - 1, place.lines.end)
    found.set(id, new Set([...new Set(lines)].flatMap((owner) => keys.get(owner) ?? [])))
  }
  return found
}

function blameOwners(scene: Scene, path: string): string[] {
  return scene.repo
    .git('blame', '-s', '-l', '--root', 'HEAD', '--', path)
    .split('\n')
    .map((line) => line.slice(0, 40))
}

export function scenarioOf(seed: number, names: readonly string[]): Scenario {
  const random = new Random(seed * 7919 + 13)
  const language = random.pick(['rust', 'typescript', 'python'] as const satisfies readonly Language[])
  return {
    seed,
    language,
    withTraces: random.chance(0.5),
    copiesNotes: random.chance(0.5),
    operations: names,
  }
}

/** A repository made by chance from a seed: functions that are edited, moved and renamed, and reasons for most of it. */
import { Random } from '../../support/random.ts'
import { TempRepo } from '../../support/temp-repo.ts'
import { annotate } from './annotated-repo.ts'

const nouns = ['queue', 'session', 'broker', 'topic', 'field', 'packet', 'timer', 'store', 'retry', 'clock']
const verbs = ['open', 'close', 'drain', 'parse', 'emit', 'merge', 'check', 'wait']

export interface GeneratedRepo {
  readonly repo: TempRepo
  /** Today's files, and some that are gone. */
  readonly paths: readonly string[]
  readonly anchors: readonly string[]
}

export function generatedRepo(seed: number, commits: number): GeneratedRepo {
  const random = new Random(seed)
  const repo = TempRepo.init()
  const files = new Map<string, string[]>()
  const [paths, anchors] = [new Set<string>(), new Set<string>()]
  for (let at = 0; at < commits; at++) {
    const name =
      random.chance(0.4) || files.size < 3 ? newFile(random, files) : random.pick([...files.keys()])
    const functions = files.get(name) ?? []
    const isNew = functions.length === 0
    const touched = edit(random, functions)
    const moved = !isNew && random.chance(0.2) ? `${name.replace('.ts', '')}_${at}.ts` : name
    if (moved !== name) {
      repo.git('mv', name, moved)
      files.delete(name)
      files.set(moved, functions)
    }
    for (const path of [name, moved]) paths.add(path)
    for (const anchor of functions) anchors.add(anchor)
    const text = functions.map((anchor, place) => body(anchor, place === touched ? at : 0)).join('\n')
    const commit = repo.commit({ [moved]: text }, `change ${at}`)
    if (!random.chance(0.8)) continue
    const anchor = functions[touched] ?? ''
    const other = random.pick([...files.keys()])
    annotate(repo, commit, `summary ${at}`, [
      {
        file: moved,
        name: anchor,
        lines: [touched * 6 + 1, touched * 6 + 5],
        intent: `intent ${at}`,
        reasoning: `because ${random.pick(nouns)} — ${'words '.repeat(random.int(0, 40))}`,
        ...(random.chance(0.5) ? { constraints: [{ text: `keep ${random.pick(nouns)} below ${at}` }] } : {}),
        ...(random.chance(0.5)
          ? { semantic_dependencies: [{ file: other, anchor: random.pick(files.get(other) ?? ['x']) }] }
          : {}),
        ...(random.chance(0.3) ? { risk_notes: `mind ${random.pick(nouns)}` } : {}),
      },
    ])
  }
  return { repo, paths: [...paths], anchors: [...anchors] }
}

function newFile(random: Random, files: Map<string, string[]>): string {
  const name = `${random.pick(['src', 'lib', 'src/net'])}/${random.pick(nouns)}${files.size}.ts`
  if (!files.has(name)) files.set(name, [])
  return name
}

/** Adds a function or changes one; gives its place. */
function edit(random: Random, functions: string[]): number {
  if (functions.length > 0 && random.chance(0.5)) return random.int(0, functions.length - 1)
  functions.push(`${random.pick(verbs)}${random.pick(nouns)}${random.int(0, 99)}`)
  return functions.length - 1
}

function body(anchor: string, version: number): string {
  return `export function ${anchor}(input: string[]): number {
  const kept = input.filter((one) => one.length > ${version})
  const total = kept.reduce((sum, one) => sum + one.length, ${anchor.length})
  return total + ${version}
}
`
}

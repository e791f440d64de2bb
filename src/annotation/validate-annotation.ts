import * as v from 'valibot'
import { normalisePath } from '../base/ids.ts'
import { encodeAnnotation } from './encode-note.ts'
import { isJsonObject } from './json-object.ts'
import { type Annotation, AnnotationSchema, limits } from './schema.ts'

interface AnnotationProblem {
  /** Where, as a JSON path: `$.regions[0].intent`. */
  readonly path: string
  readonly message: string
}

export type Validation =
  | { readonly annotation: Annotation }
  | { readonly problems: readonly AnnotationProblem[] }

/** Strict out: exactly the schema and its limits. All problems at once, so that they can be mended at once. */
export function validateAnnotation(value: unknown): Validation {
  const parsed = v.safeParse(AnnotationSchema, value)
  const problems = new Map<string, AnnotationProblem>() // the first problem of a place; the others follow from it
  const add = (path: string, message: string) => {
    if (!problems.has(path)) problems.set(path, { path, message })
  }
  for (const issue of parsed.issues ?? []) add(pathOf(issue), describe(issue))
  if (exceeds(value, 0)) checkStrings(value, '$', 0, add)
  checkRegions(value, add)
  if (!parsed.success || problems.size > 0) return { problems: [...problems.values()] }
  // The value itself and not its copy: nothing is transformed, and valibot leaves out keys like `constructor`.
  const annotation = value as Annotation // it has just passed the schema
  const bytes = Buffer.byteLength(encodeAnnotation(annotation))
  if (bytes <= limits.noteBytes) return { annotation }
  return {
    problems: [{ path: '$', message: `must be at most ${limits.noteBytes} bytes as a note, is ${bytes}` }],
  }
}

type AddProblem = (path: string, message: string) => void

function describe(issue: v.BaseIssue<unknown>): string {
  if (issue.received === 'undefined') return 'is missing'
  if (issue.type === 'max_length') {
    const unit = Array.isArray(issue.input) ? 'items' : 'characters'
    return `must have at most ${String(issue.requirement)} ${unit}, has ${issue.received}`
  }
  if (issue.type === 'regex') {
    const meaning = String(issue.requirement) === '/\\S/' ? 'must not be blank' : undefined
    return meaning ?? `must match ${String(issue.requirement)}`
  }
  return `must be ${issue.expected ?? 'something else'}, is ${issue.received}`
}

function pathOf(issue: v.BaseIssue<unknown>): string {
  return (issue.path ?? []).reduce((path, { key }) => join(path, key), '$')
}

function join(path: string, key: unknown): string {
  if (typeof key === 'number') return `${path}[${key}]`
  const name = String(key)
  return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name)}]`
}

/** Whether there is anything to find: names of places are only made up for what is wrong. */
function exceeds(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return value.length > limits.characters
  if (depth > deepest) return true
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some((member) => exceeds(member, depth + 1))
}

/** The limit of strings holds for fields the schema does not know, too. */
function checkStrings(value: unknown, path: string, depth: number, add: AddProblem): void {
  if (typeof value === 'string') {
    const { length } = value
    if (length > limits.characters)
      add(path, `must have at most ${limits.characters} characters, has ${length}`)
  } else if (depth > deepest) add(path, 'is nested too deep')
  else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) checkStrings(item, join(path, index), depth + 1, add)
  } else if (isJsonObject(value)) {
    for (const [key, member] of Object.entries(value)) checkStrings(member, join(path, key), depth + 1, add)
  }
}

/** What is nested deeper could not be read back. */
const deepest = 90

/** What holds between fields, or needs more than a pattern. */
function checkRegions(value: unknown, add: AddProblem): void {
  const regions: unknown = isJsonObject(value) ? value.regions : undefined
  for (const [index, region] of (Array.isArray(regions) ? regions : []).entries()) {
    if (!isJsonObject(region)) continue
    const path = `$.regions[${index}]`
    checkPath(region.file, `${path}.file`, add)
    checkLines(region.lines, `${path}.lines`, add)
    const dependencies = Array.isArray(region.semantic_dependencies) ? region.semantic_dependencies : []
    for (const [at, dependency] of dependencies.entries()) {
      if (isJsonObject(dependency))
        checkPath(dependency.file, `${path}.semantic_dependencies[${at}].file`, add)
    }
  }
}

function checkPath(file: unknown, path: string, add: AddProblem): void {
  if (typeof file !== 'string') return
  const clean = normalisePath(file)
  if (clean === undefined) add(path, 'must be a path inside the repository')
  else if (clean !== file) add(path, `must be written '${clean}'`)
}

function checkLines(lines: unknown, path: string, add: AddProblem): void {
  if (!isJsonObject(lines)) return
  const { start, end } = lines
  if (typeof start === 'number' && typeof end === 'number' && start > end)
    add(path, 'must not end before it starts')
}

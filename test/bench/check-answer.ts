/** A fast wrong answer is worth nothing: looked at before anything is timed. */
import type { Sample } from './repositories.ts'

interface AnswerShape {
  readonly regions?: readonly {
    readonly file?: string
    readonly ast_anchor?: { readonly name?: string }
    readonly intent?: string
  }[]
  readonly stats?: { readonly regions_returned?: number }
}

/** Throws unless the answer about a file has regions of it, or, asked for a function, one about that function. */
export function checkRead(
  text: string,
  { path, anchor }: { readonly path: string; readonly anchor?: string },
): void {
  const { regions = [] } = JSON.parse(text) as AnswerShape // the fields looked at are optional
  const found = regions.some(
    (region) =>
      region.file === path &&
      (region.intent ?? '') !== '' &&
      (anchor === undefined || region.ast_anchor?.name === anchor),
  )
  if (!found)
    throw new Error(
      `no region of '${path}'${anchor === undefined ? '' : ` about '${anchor}'`}: ${text.slice(0, 300)}`,
    )
}

export function checkDeps(text: string, count: number): void {
  const { dependents = [] } = JSON.parse(text) as { readonly dependents?: readonly unknown[] } // may lack it
  if (dependents.length !== count)
    throw new Error(`${dependents.length} dependents instead of ${count}: ${text.slice(0, 300)}`)
}

/** Gives the number of files that something is said about. */
export function checkSummary(text: string, files: number): number {
  const summary = JSON.parse(text) as SummaryShape // every field may be missing
  const annotated = (summary.files ?? []).filter(({ units = [] }) =>
    units.some(({ intent = '' }) => intent !== ''),
  ).length
  if (summary.stats?.files !== files || annotated < files / 20)
    throw new Error(`${summary.stats?.files} files, ${annotated} annotated: ${text.slice(0, 300)}`)
  return annotated
}

interface SummaryShape {
  readonly files?: readonly { readonly units?: readonly { readonly intent?: string }[] }[]
  readonly stats?: { readonly files?: number }
}

export function readArguments({ path }: Sample): string[] {
  return ['read', path, '--format', 'json']
}

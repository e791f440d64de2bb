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

export function readArguments({ path }: Sample): string[] {
  return ['read', path, '--format', 'json']
}

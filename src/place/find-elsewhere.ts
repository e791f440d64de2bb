/** Looks for a region in all other files of HEAD: costly, so only for one whose own file became another one. */
import { extname } from 'node:path'
import { isSignificant } from '../base/lines.ts'
import { findByContent } from './find-by-content.ts'
import type { Landing } from './land-region.ts'
import type { Base, NoteRegion } from './load-bases.ts'
import type { Placer } from './place-regions.ts'
import type { TodayFile } from './placement.ts'

/** A file with fewer of the lines is not worth its outline. */
const promising = 0.3

export async function isElsewhere(
  placer: Placer,
  { one, base, landing }: { readonly one: NoteRegion; readonly base: Base; readonly landing: Landing },
  own: TodayFile,
): Promise<boolean> {
  const { start, end } = landing.unitThen?.lines ?? landing.linesThen
  const wanted = new Set(keysOf(base.text?.lines.slice(start - 1, end) ?? []))
  const kind = extname(own.path)
  for (const [path, text] of await placer.headFiles.texts((name) => extname(name) === kind)) {
    if (path === own.path || path === own.headPath) continue
    const present = new Set(keysOf(text.lines.slice()))
    const shared = [...wanted].filter((key) => present.has(key)).length
    if (shared < wanted.size * promising) continue
    const file = await placer.headFiles.file(path)
    if (file === undefined) continue
    const options = { prints: placer.printsOf(file), isSameFile: false }
    if ((await findByContent({ region: one.region, base }, landing, file, options)) !== undefined) return true
  }
  return false
}

function keysOf(lines: readonly string[]): string[] {
  return lines.filter(isSignificant).map((line) => line.replace(/\s+/g, ''))
}

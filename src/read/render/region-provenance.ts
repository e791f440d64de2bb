/** Where a region comes from and how far to trust it, as the parts of one line. */
import type { AnswerRegion } from '../answer.ts'
import { shortCommit } from './region-fields.ts'
import { visibleLine } from './safe-text.ts'

export function regionProvenance(region: AnswerRegion): string[] {
  const { current_lines: now, origin, superseded_by: successor } = region
  const parts = [
    region.status,
    now === undefined ? undefined : `lines ${now.start}-${now.end}`,
    region.ast_anchor === undefined || region.unit === undefined ? undefined : `now ${region.unit}`,
    region.file_then === undefined ? undefined : `was ${region.file_then}`,
    `reach ${region.reach}`,
    `confidence ${region.confidence}`,
    `commit ${shortCommit(region.commit)}`,
    region.timestamp?.slice(0, 10),
    region.author,
    origin === undefined || origin === 'local' ? undefined : `from ${origin}`,
    successor === undefined ? undefined : `superseded by ${shortCommit(successor)}`,
  ]
  return parts.flatMap((part) => (part === undefined || part === '' ? [] : [visibleLine(part)]))
}

export function survivalText(survival: number | null): string {
  return survival === null ? 'unknown' : `${Math.round(survival * 100)}%`
}

/** The name a region goes by: as annotated, else today's unit. */
export function regionName(region: AnswerRegion): string | undefined {
  const name = region.ast_anchor?.name ?? region.unit
  return name === undefined || name === '' ? undefined : visibleLine(name)
}

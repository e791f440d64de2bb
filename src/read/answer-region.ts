/** A region as the answer shows it: corrections applied, empty fields left out. Pure. */
import { effectiveRegion } from '../annotation/effective-region.ts'
import { regionStamp } from '../annotation/region-identity.ts'
import { sameAnchor } from '../outline/anchor-name.ts'
import type { AnswerRegion, Related } from './answer.ts'
import { commitPosition } from './commit-entries.ts'
import type { FoldedRegion } from './fold-superseded.ts'

export function answerRegion(one: FoldedRegion, related: readonly Related[]): AnswerRegion {
  const { note, region: original, placement, earlier, score } = one
  const { region } = effectiveRegion(original)
  const { annotation, target } = note
  const stamp = regionStamp(annotation, original)
  const file = placement.path ?? original.file
  const anchor = original.ast_anchor
  const unit = placement.unit
  const isStandIn = one.position === commitPosition
  const inherited = earlier.map((each) => ({
    commit: each.note.target,
    region: effectiveRegion(each.region).region,
  }))
  return {
    file,
    ...(file === original.file ? {} : { file_then: original.file }),
    ...(anchor === undefined ? {} : { ast_anchor: { ...anchor } }),
    ...(unit === undefined || (anchor !== undefined && sameAnchor(unit.name, anchor.name))
      ? {}
      : { unit: unit.name }),
    ...optional('lines', original.lines ?? placement.linesThen),
    ...optional('current_lines', placement.currentLines),
    status: placement.status,
    ...optional('intent', isStandIn ? undefined : region.intent),
    ...optional('reasoning', region.reasoning),
    ...filled('alternatives', [
      ...(region.alternatives ?? []),
      ...inherited.flatMap(({ commit, region: old }) =>
        (old.alternatives ?? []).map((item) => ({ ...item, commit })),
      ),
    ]),
    ...filled('constraints', [
      ...(region.constraints ?? []),
      ...inherited.flatMap(({ commit, region: old }) =>
        (old.constraints ?? []).map((item) => ({ ...item, commit })),
      ),
    ]),
    ...filled('semantic_dependencies', region.semantic_dependencies ?? []),
    ...filled('tags', region.tags ?? []),
    ...optional('risk_notes', region.risk_notes),
    ...filled('corrections', original.corrections ?? []),
    ...optional('summary', annotation.summary === '' ? undefined : annotation.summary),
    commit: target,
    ...optional('timestamp', stamp.timestamp),
    ...optional('author', stamp.author),
    origin: note.origins[one.position] ?? note.origins[0] ?? 'local',
    ...optional('context_level', annotation.context_level),
    ...optional('provenance', annotation.provenance),
    reach: one.reach,
    survival: placement.survival,
    ...optional('superseded_by', one.supersededBy?.note.target),
    ...filled(
      'earlier',
      inherited.map(({ commit, region: old }) => ({ commit, intent: old.intent })),
    ),
    ...score,
    ...filled('related', related),
  } as AnswerRegion // computed keys lose their names
}

function optional(key: string, value: unknown): Record<string, unknown> {
  return value === undefined || value === '' ? {} : { [key]: value }
}

function filled(key: string, items: readonly unknown[]): Record<string, unknown> {
  return items.length === 0 ? {} : { [key]: items }
}

/** What the index keeps of an annotation: where its regions are, what they rely on, which commits it goes on from. */
import type { Oid } from '../base/ids.ts'
import type { Annotation } from './schema.ts'

export interface RegionFacts {
  readonly file: string
  readonly anchor: string | undefined
  /** The written fingerprint of its unit. */
  readonly unit: string | undefined
  /** Files its dependencies name; one may come twice. */
  readonly reliesOn: readonly string[]
}

export interface NoteFacts {
  readonly regions: readonly RegionFacts[]
  /** Commits the annotation took over from, each once. */
  readonly continues: readonly string[]
}

export function factsOf(annotation: Annotation, target: Oid): NoteFacts {
  return {
    regions: annotation.regions.map(({ file, ast_anchor, trace, semantic_dependencies }) => ({
      file,
      anchor: ast_anchor?.name,
      unit: trace?.unit,
      reliesOn: semantic_dependencies?.map((dependency) => dependency.file) ?? [],
    })),
    continues: othersThan(target, [
      annotation.commit,
      ...annotation.regions.map(({ commit }) => commit),
      ...(annotation.provenance?.derived_from ?? []),
    ]),
  }
}

function othersThan(target: Oid, commits: readonly (string | undefined)[]): string[] {
  const others = commits.filter((commit): commit is string => commit !== undefined && commit !== target)
  return [...new Set(others)]
}

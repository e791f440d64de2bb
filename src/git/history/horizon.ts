/**
 * The horizon: the part of history that can hold an annotated line. A root is an annotated commit without an annotated
 * ancestor; what its parents reach cannot matter, so blame need not go there. Bounded by topology, never by date:
 * with skewed clocks a date bound loses a fifth of the annotated lines.
 */
import type { Oid } from '../../base/ids.ts'
import type { Repository } from '../repository.ts'

export interface Horizon {
  readonly head: Oid
  readonly roots: readonly Oid[]
  /** Parents of the roots: what `blame` is told not to look into. */
  readonly boundaries: readonly Oid[]
  /** The annotated commits that `head` reaches. */
  readonly annotated: ReadonlySet<Oid>
}

export async function computeHorizon(
  repository: Repository,
  head: Oid,
  annotated: ReadonlySet<Oid>,
  signal?: AbortSignal,
): Promise<Horizon> {
  const seen: { readonly oid: Oid; readonly parents: readonly Oid[] }[] = []
  const reachable = new Set<Oid>()
  if (annotated.size > 0) {
    walk: for await (const batch of repository.history([head], signal)) {
      for (const entry of batch) {
        seen.push(entry)
        if (annotated.has(entry.oid)) reachable.add(entry.oid)
        if (reachable.size === annotated.size) break walk
      }
    }
  }
  const roots: Oid[] = []
  const boundaries = new Set<Oid>()
  const below = new Set<Oid>() // commits with an annotated commit among themselves and their ancestors
  for (const { oid, parents } of seen.reverse()) {
    const hasAnnotatedAncestor = parents.some((parent) => below.has(parent))
    const isAnnotated = reachable.has(oid)
    if (hasAnnotatedAncestor || isAnnotated) below.add(oid)
    if (!isAnnotated || hasAnnotatedAncestor) continue
    roots.push(oid)
    for (const parent of parents) boundaries.add(parent)
  }
  return { head, roots, boundaries: [...boundaries].sort(), annotated: reachable }
}

/** Who relies on a changed unit, and who relies on those: two steps, each dependent once, by the shortest way. */
import type { RepoPath } from '../../base/ids.ts'
import type { Places } from '../../place/open-places.ts'
import { type Dependent, findDependents } from '../../read/find-dependents.ts'
import { isVisible } from '../../read/visible-regions.ts'
import type { UnitChange } from '../compare-files.ts'
import type { ChangedFile } from '../read-changes.ts'
import { recordedDependent, unitDependents } from '../unit-dependents.ts'
import type { ImpactUnit } from './impact-answer.ts'

type Edge = ImpactUnit['dependents'][number]

export async function walkDependents(places: Places, file: ChangedFile, change: UnitChange): Promise<Edge[]> {
  const direct = new Map<string, Edge>()
  for (const one of await unitDependents(places, file, change)) {
    const edge = edgeOf(one, 1, undefined)
    if (!direct.has(nodeOf(edge))) direct.set(nodeOf(edge), edge)
  }
  const start = [change.unit?.name, change.nameBefore].flatMap((anchor) =>
    [file.path, file.pathBefore].map((path) => nodeOf({ file: path ?? '', anchor })),
  )
  const indirect = new Map<string, Edge>()
  for (const [via, { file: path, anchor }] of direct) {
    const names = anchor === undefined ? undefined : [anchor]
    for (const one of await findDependents(places, { path: path as RepoPath, names })) {
      if (!isVisible(one, { rows: places.session.index().notes.rows, history: places.history })) continue
      const edge = edgeOf(one, 2, via)
      const node = nodeOf(edge)
      if (!direct.has(node) && !indirect.has(node) && !start.includes(node)) indirect.set(node, edge)
    }
  }
  return [...direct.values(), ...indirect.values()].sort(compareEdges)
}

function edgeOf(one: Dependent, depth: Edge['depth'], via: string | undefined): Edge {
  const { file, anchor, nature, commit } = recordedDependent(one)
  return {
    file,
    ...(anchor === undefined ? {} : { anchor }),
    ...(nature === undefined ? {} : { nature }),
    commit,
    depth,
    ...(via === undefined ? {} : { via }),
  }
}

export function nodeOf({
  file,
  anchor,
}: {
  readonly file: string
  readonly anchor?: string | undefined
}): string {
  return anchor === undefined ? file : `${file}#${anchor}`
}

function compareEdges(a: Edge, b: Edge): number {
  const [left, right] = [nodeOf(a), nodeOf(b)]
  return a.depth - b.depth || (left < right ? -1 : left > right ? 1 : 0)
}

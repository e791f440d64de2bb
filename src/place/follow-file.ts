/** The names a file has had, and will have: along the renames of history, forward from a commit or back from today. */
import type { RepoPath } from '../base/ids.ts'
import type { RenameEdge } from '../store/history-states.ts'

interface Renames {
  renamesFrom(path: RepoPath): readonly RenameEdge[]
  renamesTo(path: RepoPath): readonly RenameEdge[]
}

/**
 * Every name that a file of this name can have today, the nearest first. `age` is that of the commit it had the name
 * in: only later renames count, or a new file under an old name would be taken for the one that moved away. Undefined
 * when that commit is not in history: then all of them may.
 */
export function namesAfter(history: Renames, file: RepoPath, age: number | undefined): RepoPath[] {
  const ages = new Map<RepoPath, number>([[file, age ?? Number.NEGATIVE_INFINITY]])
  for (const [name, since] of ages) {
    for (const edge of history.renamesFrom(name)) {
      const known = ages.get(edge.target)
      if (edge.age >= since && known === undefined) ages.set(edge.target, edge.age)
    }
  }
  return [...ages.keys()]
}

/** Every name that today's file may have had, itself included. */
export function namesBefore(history: Renames, file: RepoPath): RepoPath[] {
  const names = new Set([file])
  for (const name of names) for (const edge of history.renamesTo(name)) names.add(edge.source)
  return [...names]
}

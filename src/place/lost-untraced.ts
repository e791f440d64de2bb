/**
 * Regions without a written trace have to be read to be compared, and there may be many. Only those are that may have
 * left their place: the file is gone, or says no more what they were called; and those that name a unit of the file in
 * question, because what moved is often still mentioned where it came from.
 */
import { asRepoPath } from '../base/ids.ts'
import { lastPart } from '../outline/anchor-name.ts'
import type { RegionRow } from '../store/note-rows.ts'
import { namesAfter } from './follow-file.ts'
import type { Placer } from './place-regions.ts'
import type { TodayFile } from './placement.ts'

export async function lostUntraced(placer: Placer, today: TodayFile): Promise<RegionRow[]> {
  const namedHere = new Set(today.units.map(({ name }) => lastPart(name)))
  const lost: RegionRow[] = []
  for (const row of placer.options.index.untraced()) {
    const isCandidate =
      row.anchor !== null && namedHere.has(lastPart(row.anchor)) ? true : !(await isMentioned(placer, row))
    if (isCandidate) lost.push(row)
  }
  return lost
}

/** Its file has its name, or is word for word as it was. */
async function isMentioned(placer: Placer, { target, file, anchor }: RegionRow): Promise<boolean> {
  const { history, repository } = placer.options
  const path = asRepoPath(file)
  for (const name of namesAfter(history, path, history.commits.get(target)?.age)) {
    const text = await placer.headFiles.text(name)
    if (text === undefined) continue
    if (anchor !== null && text.text.includes(lastPart(anchor))) return true
    if (anchor === null && text.key === (await repository.entryAt(target, path))?.oid) return true
  }
  return false
}

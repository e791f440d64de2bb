/** `annotate <commit> --squash-sources A,B`: for whoever knows which commits became this one. */
import { encodeAnnotation } from '../../../annotation/encode-note.ts'
import { UltragitError } from '../../../base/errors.ts'
import type { Oid } from '../../../base/ids.ts'
import { notesRef, type Session } from '../../../session.ts'
import { carryOver } from '../../../write/carry-over.ts'
import { changeNotes } from '../../../write/change-notes.ts'
import { CurrentNotes } from '../../../write/current-notes.ts'
import { readTip } from '../../../write/read-tip.ts'
import type { CommandData } from '../../command.ts'
import { commitNamed } from '../../commit-named.ts'
import { reportRestored } from '../../write-session.ts'

export async function squashSources(
  session: Session,
  { target, sources: names, isDryRun }: { target: Oid; sources: string; isDryRun: boolean },
  data: CommandData,
): Promise<number> {
  const { repository } = session
  const sources: Oid[] = []
  for (const name of names.split(',').filter((each) => each.trim() !== ''))
    sources.push(await commitNamed(repository, name.trim()))
  if (sources.length === 0)
    throw new UltragitError('usage', "'--squash-sources' needs commits", { hint: '--squash-sources A,B,C' })
  const decide = async (current: CurrentNotes) => {
    const carried = await carryOver(repository, current, { target, sources, operation: 'squash' })
    const changes = carried === undefined ? [] : [carried.change]
    return { changes, message: 'Notes carried over by ultragit annotate', value: carried }
  }
  if (isDryRun) {
    const { value } = await decide(new CurrentNotes(repository, await readTip(repository, notesRef(session))))
    data.output.answer(value === undefined ? 'nothing to carry over' : encodeAnnotation(value.annotation))
    return 0
  }
  const { value, restored } = await changeNotes(session, decide)
  reportRestored(restored, data)
  const count = value?.sources.length ?? 0
  if (value !== undefined && data.format === 'json') data.output.answer(encodeAnnotation(value.annotation))
  else
    data.output.answer(
      value === undefined
        ? `nothing to carry over to ${target.slice(0, 12)}`
        : `${target.slice(0, 12)} annotated from ${count} ${count === 1 ? 'commit' : 'commits'}`,
    )
  return 0
}

/** `remove`: takes an annotation back. */
import type { Session } from '../../session.ts'
import { notesRef } from '../../session.ts'
import { noteTarget } from '../../write/note-target.ts'
import { type Purged, purgeAnnotation } from '../../write/purge-annotation.ts'
import { removeAnnotation } from '../../write/remove-annotation.ts'
import { type Command, type CommandArguments, type CommandData, textArgument } from '../command.ts'
import { reportRestored, withWriteSession } from '../write-session.ts'

export const command: Command = {
  usage: ['ultragit remove <commit> [--region A] [--purge]'],
  examples: [
    ['ultragit remove HEAD', 'take the annotation of the last commit back'],
    ['ultragit remove 1a2b3c --region connect', 'only one region of it'],
    ['ultragit remove 1a2b3c --purge', 'also from the history of the notes'],
  ],
  formats: ['text', 'json'],
  args: {
    commit: { type: 'positional', description: 'the annotated commit; it may be gone' },
    region: { type: 'string', valueHint: 'anchor', description: 'only this region' },
    purge: { type: 'boolean', description: 'rewrite the notes history without it' },
  },
  run: (args, data) => withWriteSession(data, (session) => runRemove(session, args, data)),
}

async function runRemove(session: Session, args: CommandArguments, data: CommandData): Promise<number> {
  const target = await noteTarget(session, textArgument(args, 'commit') ?? '')
  const region = textArgument(args, 'region')
  const what = region === undefined ? 'the annotation' : `region '${region}'`
  if (args.purge === true) {
    const purged = await purgeAnnotation(session, { target, region })
    if (data.format === 'json') data.output.answer(JSON.stringify({ commit: target, ...purged }))
    else data.output.answer(`purged ${what} of ${target.slice(0, 12)} from ${purged.held} notes commits`)
    adviseAfterPurge(notesRef(session), purged, data)
    return 0
  }
  const { restored } = await removeAnnotation(session, { target, region })
  reportRestored(restored, data)
  if (data.format === 'json') data.output.answer(JSON.stringify({ commit: target, region: region ?? null }))
  else data.output.answer(`removed ${what} of ${target.slice(0, 12)}`)
  return 0
}

/** What this command cannot reach: the log of the ref, and other people's repositories. */
function adviseAfterPurge(ref: string, { stillIn }: Purged, { output }: CommandData): void {
  output.note(`the old objects go with: git reflog expire --expire=now ${ref} && git gc --prune=now`)
  for (const copy of stillIn) {
    const remote = copy.slice('refs/notes/remotes/'.length, -ref.slice('refs/notes/'.length).length - 1)
    output.warn(
      `'${remote}' still holds it: git push --force ${remote} ${ref}, then fetch; other clones keep theirs`,
    )
  }
}

/** `index clear`: the notes are the truth, so the index can always go. */
import { removeHistoryGraph } from '../../../git/native/history-graph.ts'
import { indexFile, removeIndex } from '../../../store/open-store.ts'
import type { Command, CommandData } from '../../command.ts'
import { openCommandSession } from '../../open-command-session.ts'

export const command: Command = {
  usage: ['ultragit index clear [--blame]'],
  examples: [
    ['ultragit index clear', 'delete it'],
    ['ultragit index clear --blame', 'forget only blame and placements'],
  ],
  formats: ['text'],
  args: { blame: { type: 'boolean', description: 'forget only blame and placements' } },
  run: (args, data) => clear(args.blame === true, data),
}

async function clear(isBlameOnly: boolean, data: CommandData): Promise<undefined> {
  const session = await openCommandSession(data)
  try {
    const { layout } = session.repository
    if (isBlameOnly) session.index().cache.clear()
    else {
      removeIndex(indexFile(layout))
      removeHistoryGraph(layout)
    }
    data.output.note(isBlameOnly ? 'forgot blame and placements' : 'deleted the index')
  } finally {
    session.close()
  }
}

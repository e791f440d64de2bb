/** `index status`: where the index is and what it holds, without touching it. */
import { statSync } from 'node:fs'
import { historyGraphSize } from '../../../git/native/history-graph.ts'
import { notesRef } from '../../../session.ts'
import { indexFile } from '../../../store/open-store.ts'
import type { Command, CommandData } from '../../command.ts'
import { openCommandSession } from '../../open-command-session.ts'

export const command: Command = {
  usage: ['ultragit index status'],
  examples: [['ultragit index status', 'where it is, how large, how fresh']],
  formats: ['text', 'json'],
  args: {},
  run: (_, data) => showStatus(data),
}

async function showStatus(data: CommandData): Promise<undefined> {
  const session = await openCommandSession(data)
  try {
    const file = indexFile(session.repository.layout)
    const facts = statSync(file, { throwIfNoEntry: false })
    if (facts === undefined) {
      data.output.answer(
        data.format === 'json'
          ? JSON.stringify({ file, exists: false })
          : 'no index yet: ultragit index build',
      )
      return
    }
    const index = session.index()
    const { notes, regions, malformed } = index.notes.rows.counts()
    const isFresh = await index.isFresh()
    const status = {
      file,
      exists: true,
      bytes: facts.size,
      ref: notesRef(session),
      notes,
      regions,
      malformed,
      fresh: isFresh,
      history_graph: historyGraphSize(session.repository.layout) ?? null,
    }
    if (data.format === 'json') data.output.answer(JSON.stringify(status))
    else
      for (const line of [
        `file      ${file} (${(facts.size / 1024).toFixed(0)} KiB)`,
        `notes ref ${status.ref}`,
        `holds     ${notes} annotations, ${regions} regions, ${malformed} notes that could not be read`,
        `state     ${isFresh ? 'up to date' : 'behind the notes: refreshed by the next question'}`,
        status.history_graph === null
          ? 'history   walked as it is: ultragit index build writes what makes it faster'
          : `history   walked with a graph of ${(status.history_graph / 1024).toFixed(0)} KiB`,
      ])
        data.output.answer(line)
  } finally {
    session.close()
  }
}

/** `index build`: everything a question would otherwise wait for. */
import { openPlaces } from '../../../place/open-places.ts'
import { prepareHistory } from '../../../place/prepare-history.ts'
import type { Command, CommandData } from '../../command.ts'
import { openCommandSession } from '../../open-command-session.ts'

export const command: Command = {
  usage: ['ultragit index build'],
  examples: [['ultragit index build', 'make it now, so that the first question is fast']],
  formats: ['text', 'json'],
  args: {},
  run: (_, data) => build(data),
}

async function build(data: CommandData): Promise<undefined> {
  const session = await openCommandSession(data)
  const progress = data.output.progress('reading notes')
  try {
    await session.index().refresh({ onProgress: (done, total) => progress.update(done, total) })
    progress.end()
    await openPlaces(session, {})
    session.index().prints()
    await prepareHistory(session, { anew: true })
    const { notes, regions, malformed } = session.index().notes.rows.counts()
    if (data.format === 'json') data.output.answer(JSON.stringify({ notes, regions, malformed }))
    else
      data.output.answer(
        `${notes} annotations, ${regions} regions${malformed > 0 ? `, ${malformed} notes could not be read` : ''}`,
      )
  } finally {
    progress.end()
    session.close()
  }
}

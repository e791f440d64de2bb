/** `correct`: amends or takes away a part of what was recorded; the original stays beside it. */
import { UltragitError } from '../../base/errors.ts'
import type { Session } from '../../session.ts'
import { authorName } from '../../write/author-name.ts'
import { correctRegion } from '../../write/correct/change-region.ts'
import { describeRegion, findRegion } from '../../write/correct/find-region.ts'
import { correctable, makeCorrection } from '../../write/correct/make-correction.ts'
import { noteTarget } from '../../write/note-target.ts'
import { type Command, type CommandArguments, type CommandData, textArgument } from '../command.ts'
import { reportRestored, withWriteSession } from '../write-session.ts'

export const command: Command = {
  usage: [
    'ultragit correct <commit> --region A --field F (--remove V | --amend T [--value V]) [--reason <why>]',
  ],
  examples: [
    [
      'ultragit correct 1a2b3c --region connect --field constraints --remove "at most 4 sessions"',
      'a constraint that no longer holds',
    ],
    ['ultragit correct HEAD --field intent --amend "keep it idempotent"', 'the intent in other words'],
  ],
  formats: ['text', 'json'],
  args: {
    commit: { type: 'positional', description: 'the annotated commit' },
    region: { type: 'string', valueHint: 'anchor', description: 'anchor, file:anchor or file of the region' },
    field: { type: 'string', required: true, options: [...correctable], description: 'what to correct' },
    remove: { type: 'string', valueHint: 'text', description: 'take this text away' },
    amend: { type: 'string', valueHint: 'text', description: 'say this instead; in a list, say it too' },
    value: { type: 'string', valueHint: 'text', description: 'the text --amend takes the place of' },
    reason: { type: 'string', valueHint: 'why', description: 'why' },
    'allow-secrets': { type: 'boolean', description: 'write what looks like a credential' },
  },
  run: (args, data) => withWriteSession(data, (session) => runCorrect(session, args, data)),
}

async function runCorrect(session: Session, args: CommandArguments, data: CommandData): Promise<number> {
  const [removed, amended] = [textArgument(args, 'remove'), textArgument(args, 'amend')]
  if ((removed === undefined) === (amended === undefined))
    throw new UltragitError('usage', "'correct' needs either '--remove' or '--amend'", {
      hint: '--remove "text that no longer holds"',
    })
  const field = correctable.find((name) => name === textArgument(args, 'field'))
  if (field === undefined) throw new TypeError('the options of --field are checked before')
  const target = await noteTarget(session, textArgument(args, 'commit') ?? '')
  const request = {
    field,
    value: removed ?? textArgument(args, 'value'),
    replacement: amended,
    reason: textArgument(args, 'reason'),
    timestamp: new Date().toISOString(),
    author: await authorName(data.surroundings.env, session.repository),
  }
  const { value, restored } = await correctRegion(session, {
    target,
    find: (annotation) => findRegion(annotation, textArgument(args, 'region')),
    correction: (region) => makeCorrection(region, request),
    allowSecrets: args['allow-secrets'] === true,
    message: 'Notes changed by ultragit correct',
  })
  reportRestored(restored, data)
  const region = describeRegion(value)
  if (data.format === 'json') data.output.answer(JSON.stringify({ commit: target, region, field }))
  else data.output.answer(`corrected ${field} of ${region} in ${target.slice(0, 12)}`)
  return 0
}

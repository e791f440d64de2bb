/** `config get <key>`: one value, as it holds here. */
import { gitKey, type SettingName } from '../../../config/settings.ts'
import { type Command, type CommandData, textArgument } from '../../command.ts'
import { openCommandSession } from '../../open-command-session.ts'
import { visible } from '../../output.ts'
import { keyArgument, settingNamed } from './setting-named.ts'
import { settingText } from './setting-text.ts'

export const command: Command = {
  usage: ['ultragit config get <key>'],
  examples: [
    ['ultragit config get maxRegions', 'one value'],
    ['ultragit config get noteref --format json', 'with its origin'],
  ],
  formats: ['text', 'json'],
  args: { key: keyArgument },
  run: (args, data) => showSetting(settingNamed(textArgument(args, 'key') ?? ''), data),
}

async function showSetting(name: SettingName, data: CommandData): Promise<undefined> {
  const session = await openCommandSession(data)
  try {
    const found = session.config.values.get(name)
    if (found === undefined) throw new TypeError(`no value for '${name}'`)
    const { value } = found
    if (data.format === 'json') data.output.answer(JSON.stringify({ key: gitKey(name), ...found }))
    else data.output.answer(visible(settingText(value)))
  } finally {
    session.close()
  }
}

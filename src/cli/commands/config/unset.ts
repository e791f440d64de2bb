/** `config unset <key>`: takes a setting out of git's configuration, so that what lies below it holds again. */
import { gitKey } from '../../../config/settings.ts'
import { type Command, textArgument } from '../../command.ts'
import { changeGitConfig, globalArgument, scopeOf } from './change-git-config.ts'
import { keyArgument, settingNamed } from './setting-named.ts'

export const command: Command = {
  usage: ['ultragit config unset <key> [--global]'],
  examples: [['ultragit config unset noteref', 'use the default notes ref again']],
  formats: ['text', 'json'],
  args: { key: keyArgument, global: globalArgument },
  run: (args, data) => {
    const name = settingNamed(textArgument(args, 'key') ?? '')
    return changeGitConfig(data, (writer) => writer.unsetConfig(gitKey(name), scopeOf(args)))
  },
}

/** `config set <key> <value>`: writes git's configuration, the repository's or the user's. */
import { UltragitError } from '../../../base/errors.ts'
import { gitKey, type SettingName, settings } from '../../../config/settings.ts'
import { type Command, textArgument } from '../../command.ts'
import { changeGitConfig, globalArgument, scopeOf } from './change-git-config.ts'
import { keyArgument, settingNamed } from './setting-named.ts'

export const command: Command = {
  usage: ['ultragit config set <key> <value> [--global]'],
  examples: [
    ['ultragit config set noteref refs/notes/team', 'write it to .git/config'],
    ["ultragit config set exclude 'dist/**,vendor/**'", 'a list: commas between its globs'],
    ['ultragit config set maxRegions 40 --global', 'for all your repositories'],
  ],
  formats: ['text', 'json'],
  args: {
    key: keyArgument,
    value: { type: 'positional', description: 'the new value' },
    global: globalArgument,
  },
  run: (args, data) => {
    const name = settingNamed(textArgument(args, 'key') ?? '')
    const value = checkValue(name, textArgument(args, 'value') ?? '')
    return changeGitConfig(data, (writer) => writer.setConfig(gitKey(name), value, scopeOf(args)))
  },
}

function checkValue(name: SettingName, value: string): string {
  const { expected, parse } = settings[name]
  if (parse(value) !== undefined) return value
  throw new UltragitError('usage', `'${name}' must be ${expected}, not '${value}'`, {
    hint: `ultragit config get ${name}`,
  })
}

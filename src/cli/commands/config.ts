/** `config get|set|list`: settings as they hold here, each with its origin; `set` writes git's configuration. */
import { UltragitError } from '../../base/errors.ts'
import { nearestNames } from '../../base/nearest-names.ts'
import { type Config, settingNames } from '../../config/load-config.ts'
import { gitKey, type SettingName, settings } from '../../config/settings.ts'
import { openSession, type Session } from '../../session.ts'
import { type Command, type CommandArguments, type CommandData, textArgument } from '../command.ts'
import { visible } from '../output.ts'

export const command: Command = {
  usage: [
    'ultragit config list',
    'ultragit config get <key>',
    'ultragit config set <key> <value> [--global]',
  ],
  examples: [
    ['ultragit config list', 'every setting, its value and where it came from'],
    ['ultragit config get maxRegions', 'one value'],
    ['ultragit config set noteref refs/notes/team', 'write it to .git/config'],
    ['ultragit config set --unset noteref', 'take it out again'],
  ],
  formats: ['text', 'json'],
  args: {
    action: { type: 'positional', required: false, description: 'list, get or set' },
    key: {
      type: 'positional',
      required: false,
      description: 'a setting, with or without ultragit. in front',
    },
    value: { type: 'positional', required: false, description: 'the new value' },
    global: { type: 'boolean', description: "write to the user's configuration instead of the repository's" },
    unset: { type: 'boolean', description: 'remove the setting from git configuration' },
  },
  run: runConfig,
}

async function runConfig(args: CommandArguments, data: CommandData): Promise<number> {
  const { surroundings, flags, output } = data
  const action = textArgument(args, 'action') ?? 'list'
  if (!['list', 'get', 'set'].includes(action))
    throw new UltragitError('usage', `unknown action '${action}'`, { hint: 'one of: list, get, set' })
  const name = action === 'list' ? undefined : settingNamed(textArgument(args, 'key'))
  const noteref = flags.noteref === undefined ? {} : { noteref: flags.noteref }
  const session = await openSession({ cwd: surroundings.cwd, env: surroundings.env, flags: noteref })
  try {
    for (const warning of session.config.warnings) output.warn(warning)
    if (name === undefined) output.answer(list(session.config, flags.format === 'json'))
    else if (action === 'get') output.answer(get(session.config, name, flags.format === 'json'))
    else await set(session, name, args)
    return 0
  } finally {
    session.close()
  }
}

function settingNamed(key: string | undefined): SettingName {
  if (key === undefined) throw new UltragitError('usage', 'which setting?', { hint: 'ultragit config list' })
  const wanted = key.replace(/^ultragit\./i, '').toLowerCase()
  const name = settingNames.find((one) => one.toLowerCase() === wanted || settings[one].toml === wanted)
  if (name !== undefined) return name
  const [nearest] = nearestNames(wanted, settingNames, 1)
  throw new UltragitError('usage', `unknown setting '${key}'`, {
    hint: nearest === undefined ? 'ultragit config list' : `did you mean '${nearest}'?`,
  })
}

function list(config: Config, asJson: boolean): string {
  const rows = [...config.values].map(([name, { value, origin }]) => ({ key: gitKey(name), value, origin }))
  if (asJson) return JSON.stringify({ settings: rows })
  const keys = Math.max(...rows.map(({ key }) => key.length))
  const shown = rows.map((row) => ({ ...row, text: visible(textOf(row.value)) || '(none)' }))
  const values = Math.max(...shown.map(({ text }) => text.length))
  return shown
    .map(({ key, text, origin }) => `${key.padEnd(keys)}  ${text.padEnd(values)}  ${visible(origin)}`)
    .join('\n')
}

function get(config: Config, name: SettingName, asJson: boolean): string {
  const found = config.values.get(name)
  if (found === undefined) throw new TypeError(`no value for '${name}'`)
  return asJson ? JSON.stringify({ key: gitKey(name), ...found }) : visible(textOf(found.value))
}

async function set(session: Session, name: SettingName, args: CommandArguments): Promise<void> {
  const value = textArgument(args, 'value')
  const writer = session.repository.writer
  const scope = args.global === true ? 'global' : 'local'
  if (writer === undefined)
    throw new UltragitError('git_failed', 'changing settings needs an installed git', { hint: 'install git' })
  if (args.unset === true) return writer.unsetConfig(gitKey(name), scope)
  if (value === undefined)
    throw new UltragitError('usage', `which value for '${name}'?`, {
      hint: `it must be ${settings[name].expected}`,
    })
  if (settings[name].parse(value) === undefined)
    throw new UltragitError('usage', `'${name}' must be ${settings[name].expected}, not '${value}'`)
  await writer.setConfig(gitKey(name), value, scope)
}

function textOf(value: string | number | readonly string[]): string {
  return typeof value === 'object' ? value.join(',') : String(value)
}

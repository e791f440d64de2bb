/** The setting a key means: its name, with `ultragit.` in front, or as the TOML file spells it. */
import { UltragitError } from '../../../base/errors.ts'
import { nearestNames } from '../../../base/nearest-names.ts'
import { settingNames } from '../../../config/load-config.ts'
import { type SettingName, settings } from '../../../config/settings.ts'
import type { Argument } from '../../command.ts'

export const keyArgument: Argument = {
  type: 'positional',
  description: 'a setting, with or without ultragit. in front',
}

export function settingNamed(key: string): SettingName {
  const wanted = key.replace(/^ultragit\./i, '').toLowerCase()
  const name = settingNames.find((one) => one.toLowerCase() === wanted || settings[one].toml === wanted)
  if (name !== undefined) return name
  const [nearest] = nearestNames(wanted, settingNames, 1)
  throw new UltragitError('usage', `unknown setting '${key}'`, {
    hint: nearest === undefined ? 'ultragit config list' : `did you mean '${nearest}'?`,
  })
}

import type { SettingValue } from '../../../config/settings.ts'

/** A value on one line; a list as it would be written in the environment. */
export function settingText(value: SettingValue): string {
  return typeof value === 'object' ? value.join(',') : String(value)
}

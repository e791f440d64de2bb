/** All settings with where each came from: flag, environment, git configuration, TOML file, default. */
import { UltragitError } from '../base/errors.ts'
import type { ConfigEntry } from '../git/repository.ts'
import { parseToml } from './parse-toml.ts'
import { gitKey, type Setting, type SettingName, type SettingValue, settings } from './settings.ts'

export interface ConfigSources {
  readonly flags: Readonly<Partial<Record<SettingName, string>>>
  readonly env: Readonly<Record<string, string | undefined>>
  readonly git: readonly ConfigEntry[]
  /** The text of `.ultragit-config.toml`, when there is one. */
  readonly toml: string | undefined
}

interface ConfigValue {
  readonly value: SettingValue
  /** `flag`, `environment ULTRAGIT_NOTEREF`, `git local file:.git/config`, `.ultragit-config.toml`, `default`. */
  readonly origin: string
}

export interface Config {
  readonly values: ReadonlyMap<SettingName, ConfigValue>
  readonly warnings: readonly string[]
}

export const tomlFile = '.ultragit-config.toml'
export const settingNames = Object.keys(settings) as SettingName[] // keys of a constant

export function loadConfig(sources: ConfigSources): Config {
  const toml = sources.toml === undefined ? new Map() : parseToml(sources.toml, tomlFile)
  const warnings: string[] = []
  const values = new Map<SettingName, ConfigValue>()
  for (const name of settingNames) {
    values.set(
      name,
      fromFlag(name, sources) ??
        fromEnvironment(name, sources) ??
        fromGit(name, sources, warnings) ??
        (toml.has(name) ? { value: toml.get(name), origin: tomlFile } : undefined) ?? {
          value: settings[name].fallback,
          origin: 'default',
        },
    )
  }
  return { values, warnings }
}

function fromFlag(name: SettingName, { flags }: ConfigSources): ConfigValue | undefined {
  const text = flags[name]
  if (text === undefined) return undefined
  const value = settings[name].parse(text)
  if (value === undefined)
    throw new UltragitError('usage', `'${text}' is not ${settings[name].expected}`, {
      hint: name === 'noteref' ? 'a notes ref looks like refs/notes/ultragit' : undefined,
    })
  return { value, origin: 'flag' }
}

function fromEnvironment(name: SettingName, { env }: ConfigSources): ConfigValue | undefined {
  const row: Setting = settings[name]
  const text = env[row.env]
  if (text === undefined || text === '') return undefined
  const value = row.parse(text)
  if (value === undefined)
    throw new UltragitError('config_invalid', `${row.env} must be ${row.expected}, not '${text}'`, {
      hint: `unset ${row.env}`,
    })
  return { value, origin: `environment ${row.env}` }
}

/** A bad value in git's configuration warns and counts as absent. The last one wins; lists take them all. */
function fromGit(name: SettingName, { git }: ConfigSources, warnings: string[]): ConfigValue | undefined {
  const row: Setting = settings[name]
  const key = gitKey(name).toLowerCase()
  const good: { value: SettingValue; entry: ConfigEntry }[] = []
  for (const entry of git) {
    if (entry.key.toLowerCase() !== key) continue
    const value = row.parse(entry.value ?? '')
    if (value === undefined)
      warnings.push(
        `${gitKey(name)} must be ${row.expected}, not '${entry.value ?? ''}' (${entry.origin}); ignored`,
      )
    else good.push({ value, entry })
  }
  const last = good.at(-1)
  if (last === undefined) return undefined
  const value = row.list ? good.flatMap((one) => one.value as readonly string[]) : last.value // a list parses to a list
  return { value, origin: `git ${last.entry.scope} ${last.entry.origin}` }
}

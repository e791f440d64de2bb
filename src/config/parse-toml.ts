/** `.ultragit-config.toml`: comes with the repository and is not trusted. A mistake in it names its line. */
import { UltragitError } from '../base/errors.ts'
import { nearestNames } from '../base/nearest-names.ts'
import { type Setting, type SettingName, type SettingValue, settings } from './settings.ts'

const rows = Object.entries(settings) as [SettingName, Setting][] // keys of a constant
const byTomlKey = new Map(
  rows.flatMap(([name, row]) => (row.toml === undefined ? [] : [[row.toml, name] as const])),
)

export function parseToml(text: string, file: string): Map<SettingName, SettingValue> {
  const values = new Map<SettingName, SettingValue>()
  for (const [key, value] of flatten(parse(text, file), '')) {
    const name = byTomlKey.get(key)
    if (name === undefined) throw unknownKey(key, text, file)
    values.set(name, accept(name, value, key, text, file))
  }
  return values
}

function parse(text: string, file: string): object {
  try {
    return Bun.TOML.parse(text)
  } catch (error) {
    const { line, column } = firstBrokenLine(text)
    const words = error instanceof Error ? error.message.replace(/^TOML Parse error: /, '') : 'not TOML'
    throw invalid(file, line, column, words)
  }
}

/** The parser does not say where it stopped: the statement after the longest readable start is the broken one. */
function firstBrokenLine(text: string): { line: number; column: number } {
  const lines = text.split('\n')
  for (let count = lines.length - 1; count >= 0; count--) {
    try {
      Bun.TOML.parse(lines.slice(0, count).join('\n'))
    } catch {
      continue
    }
    const at = lines.findIndex(
      (line, index) => index >= count && line.trim() !== '' && !line.trim().startsWith('#'),
    )
    const line = at === -1 ? count : at
    return { line: line + 1, column: (lines[line] ?? '').search(/\S|$/) + 1 }
  }
  return { line: 1, column: 1 }
}

function* flatten(table: object, prefix: string): Generator<[string, unknown]> {
  for (const [key, value] of Object.entries(table)) {
    const isTable =
      typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
    if (isTable) yield* flatten(value, `${prefix}${key}.`)
    else yield [prefix + key, value]
  }
}

function accept(name: SettingName, value: unknown, key: string, text: string, file: string): SettingValue {
  const row: Setting = settings[name]
  const items = Array.isArray(value) ? value : [value]
  const parsed = items.map((item) =>
    typeof item === 'string' || typeof item === 'number' ? row.parse(String(item)) : undefined,
  )
  const good = parsed.filter((item) => item !== undefined) as (string | number)[] // lists hold strings only
  if (good.length !== items.length || (row.list === undefined && Array.isArray(value)))
    throw invalid(file, ...place(key, text), `'${key}' must be ${row.expected}`)
  return row.list ? good.map(String) : (good[0] ?? row.fallback)
}

function unknownKey(key: string, text: string, file: string): UltragitError {
  const [nearest] = nearestNames(key, byTomlKey.keys(), 1)
  const program = rows.some(
    ([name, row]) => row.toml === undefined && (key === name || key.endsWith(`.${name}`)),
  )
  const words = program ? `'${key}' is never taken from a file of the repository` : `unknown key '${key}'`
  return invalid(
    file,
    ...place(key, text),
    nearest === undefined ? words : `${words}; did you mean '${nearest}'?`,
  )
}

/** Where the last part of a key is first written. */
function place(key: string, text: string): [number, number] {
  const last = key.slice(key.lastIndexOf('.') + 1)
  const lines = text.split('\n')
  const at = lines.findIndex((line) =>
    new RegExp(`(^|[\\s."'{,])${RegExp.escape(last)}["']?\\s*=`).test(line),
  )
  return at === -1 ? [1, 1] : [at + 1, (lines[at] ?? '').indexOf(last) + 1]
}

function invalid(file: string, line: number, column: number, words: string): UltragitError {
  return new UltragitError('config_invalid', `${file}:${line}:${column}: ${words}`, { hint: `edit ${file}` })
}

/** `.ultragit-config.toml`: comes with the repository and is not trusted. A mistake in it names its line. */
import { UltragitError } from '../base/errors.ts'
import { nearestNames } from '../base/nearest-names.ts'
import { locateTomlError } from './locate-toml-error.ts'
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
  } catch {
    const { line, column, message } = locateTomlError(text) ?? { line: 1, column: 1, message: 'not TOML' }
    throw invalid(file, line, column, message)
  }
}

/** No setting lies deeper: what does is an unknown key, and endless nesting cannot exhaust the stack. */
const deepest = 4

function* flatten(table: object, prefix: string, depth = 1): Generator<[string, unknown]> {
  for (const [key, value] of Object.entries(table)) {
    const path = prefix + key
    if (depth < deepest && isTable(value) && (Object.keys(value).length > 0 || isSection(path)))
      yield* flatten(value, `${path}.`, depth + 1)
    else yield [path, value]
  }
}

function isTable(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
}

/** An empty `[read]` is harmless, an empty `[raed]` is a mistake. */
function isSection(path: string): boolean {
  return [...byTomlKey.keys()].some((key) => key.startsWith(`${path}.`))
}

function accept(name: SettingName, value: unknown, key: string, text: string, file: string): SettingValue {
  const row: Setting = settings[name]
  const items = row.list && Array.isArray(value) ? value : [value]
  const parsed = items.map((item) =>
    typeof item === 'string' || typeof item === 'number' ? row.parse(String(item)) : undefined,
  )
  const [only] = parsed
  if (parsed.includes(undefined) || (only === undefined && !row.list))
    throw invalid(file, ...place(key, text), `'${key}' must be ${row.expected}`)
  return row.list ? parsed.flatMap((item) => (typeof item === 'object' ? item : [])) : (only ?? row.fallback)
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

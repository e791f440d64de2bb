/** Every setting, one row each: its names, its default and what a value must look like. */

export type SettingValue = string | number | readonly string[]

export interface Setting {
  /** Dotted key in `.ultragit-config.toml`; undefined: never taken from the repository. */
  readonly toml: string | undefined
  readonly env: string
  readonly fallback: SettingValue
  readonly list?: true
  readonly meaning: string
  /** The value (a list is a list of one or more), or undefined with nothing said: the caller names `expected`. */
  parse(text: string): SettingValue | undefined
  readonly expected: string
}

const severity = {
  parse: (text: string) => (['off', 'warning', 'error'].includes(text) ? text : undefined),
  expected: 'off, warning or error',
}

export const settings = {
  noteref: row({
    toml: 'noteref',
    env: 'ULTRAGIT_NOTEREF',
    fallback: 'refs/notes/ultragit',
    meaning: 'notes ref; a short name gets refs/notes/ in front',
    parse: fullNotesRef,
    expected: 'a ref under refs/notes/',
  }),
  include: row({
    toml: 'scope.include',
    env: 'ULTRAGIT_INCLUDE',
    fallback: [],
    list: true,
    meaning: 'globs of files to answer about (all when empty)',
    parse: globs,
    expected: 'globs with commas between them',
  }),
  exclude: row({
    toml: 'scope.exclude',
    env: 'ULTRAGIT_EXCLUDE',
    fallback: [],
    list: true,
    meaning: 'globs of files to leave out',
    parse: globs,
    expected: 'globs with commas between them',
  }),
  recencyHalfLife: row({
    toml: 'read.recency_half_life',
    env: 'ULTRAGIT_RECENCY_HALF_LIFE',
    fallback: 180,
    meaning: 'days after which recency counts half',
    parse: positive,
    expected: 'a number of days above 0',
  }),
  maxRegions: row({
    toml: 'read.max_regions',
    env: 'ULTRAGIT_MAX_REGIONS',
    fallback: 20,
    meaning: 'regions in an answer at most',
    parse: positiveInteger,
    expected: 'a whole number above 0',
  }),
  historyLimit: row({
    toml: 'read.history_limit',
    env: 'ULTRAGIT_HISTORY_LIMIT',
    fallback: 10,
    meaning: 'entries of a history at most',
    parse: positiveInteger,
    expected: 'a whole number above 0',
  }),
  git: row({
    toml: undefined,
    env: 'ULTRAGIT_GIT',
    fallback: 'auto',
    meaning: 'which git to read with: auto, native or embedded',
    parse: backend,
    expected: 'auto, native or embedded',
  }),
  'check.missing': checkRule('missing', 'warning'),
  'check.invalid': checkRule('invalid', 'error'),
  'check.anchor': checkRule('anchor', 'warning'),
  'check.dangling': checkRule('dangling', 'warning'),
  'check.constraint': checkRule('constraint', 'warning'),
  'check.dependent': checkRule('dependent', 'warning'),
  'check.orphaned': checkRule('orphaned', 'warning'),
  'check.coverage': checkRule('coverage', 'off'),
  'check.minCoverage': row({
    toml: 'check.min_coverage',
    env: 'ULTRAGIT_CHECK_MIN_COVERAGE',
    fallback: 0.5,
    meaning: 'share of changed units that must be annotated',
    parse: share,
    expected: 'a number from 0 to 1',
  }),
} as const satisfies Record<string, Setting>

export type SettingName = keyof typeof settings

/** `ultragit.<name>`: the key in git's configuration. */
export function gitKey(name: SettingName): string {
  return `ultragit.${name}`
}

function row<T extends Setting>(setting: T): T {
  return setting
}

function checkRule(rule: string, fallback: string) {
  return row({
    toml: `check.${rule}`,
    env: `ULTRAGIT_CHECK_${rule.toUpperCase()}`,
    fallback,
    meaning: `severity of the rule '${rule}'`,
    ...severity,
  })
}

/** A short name becomes a full one; whatever lies outside refs/notes/ is refused. */
export function fullNotesRef(text: string): string | undefined {
  const full = text.startsWith('refs/')
    ? text
    : text.startsWith('notes/')
      ? `refs/${text}`
      : `refs/notes/${text}`
  const legal = /^refs\/notes\/[^\s~^:?*[\\\x00-\x1f\x7f]+$/.test(full)
  const broken = /\.\.|\/\/|\/$|\.$|@\{|(^|\/)\.|\.lock(\/|$)/.test(full)
  return legal && !broken ? full : undefined
}

/** Commas separate globs, but for those inside `{a,b}`. */
function globs(text: string): string[] | undefined {
  const found: string[] = []
  let [from, depth] = [0, 0]
  for (let at = 0; at <= text.length; at++) {
    if (text[at] === '{') depth += 1
    if (text[at] === '}') depth -= 1
    if (at < text.length && (text[at] !== ',' || depth > 0)) continue
    const glob = text.slice(from, at).trim()
    if (glob !== '') found.push(glob)
    from = at + 1
  }
  return found.length === 0 ? undefined : found
}

function positive(text: string): number | undefined {
  const number = Number(text)
  return text.trim() !== '' && Number.isFinite(number) && number > 0 ? number : undefined
}

function positiveInteger(text: string): number | undefined {
  const number = positive(text)
  return number !== undefined && Number.isSafeInteger(number) ? number : undefined
}

function share(text: string): number | undefined {
  const number = Number(text)
  return text.trim() !== '' && number >= 0 && number <= 1 ? number : undefined
}

function backend(text: string): string | undefined {
  return ['auto', 'native', 'embedded'].includes(text) ? text : undefined
}

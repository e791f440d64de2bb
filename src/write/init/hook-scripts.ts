/** The hooks that keep annotations through rewrites. A hook that is there runs first, and its word counts. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, isAbsolute, join } from 'node:path'
import type { ConfigEntry, Layout } from '../../git/repository.ts'
import type { SetUp } from './set-up.ts'

const mark = '# ultragit hook: taken out by `ultragit init --undo`'
const setAside = '.before-ultragit'

/** Whether git tells the hook something on its standard input. */
const hooks: Readonly<Record<string, { readonly hasInput: boolean }>> = {
  'prepare-commit-msg': { hasInput: false },
  'post-commit': { hasInput: false },
  'post-rewrite': { hasInput: true },
}

export function hookScripts(layout: Layout, config: readonly ConfigEntry[], binary: string): SetUp[] {
  const folder = hooksFolder(layout, config)
  return Object.entries(hooks).map(([name, { hasInput }]) => {
    const file = join(folder, name)
    const script = hookScript({ name, hasInput, binary })
    const state = stateOf(file, script)
    const isBlocked = state === 'foreign' && existsSync(file + setAside)
    return {
      what: `hook ${file}`,
      isMade: textOf(file) === script,
      isOurs: state !== 'absent' && state !== 'foreign',
      // Somebody put a hook in the place of ours: of the two that were there, none may be lost.
      ...(isBlocked ? { obstacle: `it would be set aside, but '${file + setAside}' is there already` } : {}),
      make: async () => install(folder, file, script),
      undo: async () => uninstall(file),
    }
  })
}

interface HookState {
  readonly file: string
  /** `outdated`: ours, but not as this binary writes it; `foreign`: somebody else's, without ours. */
  readonly state: 'absent' | 'foreign' | 'ours' | 'outdated' | 'not executable'
  /** A hook that was there before runs first. */
  readonly isChained: boolean
}

/** What is there now; reads only. */
export function hookStates(layout: Layout, config: readonly ConfigEntry[], binary: string): HookState[] {
  const folder = hooksFolder(layout, config)
  return Object.entries(hooks).map(([name, { hasInput }]) => {
    const file = join(folder, name)
    const state = stateOf(file, hookScript({ name, hasInput, binary }))
    const isOurs = state !== 'absent' && state !== 'foreign'
    return { file, state, isChained: isOurs && existsSync(file + setAside) }
  })
}

function stateOf(file: string, script: string): HookState['state'] {
  const text = textOf(file)
  if (text === undefined) return 'absent'
  if (!text.includes(mark)) return 'foreign'
  if (text !== script) return 'outdated'
  return isExecutable(file) ? 'ours' : 'not executable'
}

/** Husky keeps its own scripts in `_` and calls those beside that folder. */
function hooksFolder({ commonDir, workTree }: Layout, config: readonly ConfigEntry[]): string {
  const configured = config.findLast(({ key }) => key.toLowerCase() === 'core.hookspath')?.value
  if (configured === undefined || configured === '') return join(commonDir, 'hooks')
  const folder = isAbsolute(configured) ? configured : join(workTree ?? commonDir, configured)
  return basename(folder) === '_' && basename(dirname(folder)) === '.husky' ? dirname(folder) : folder
}

function install(folder: string, file: string, script: string): void {
  mkdirSync(folder, { recursive: true })
  const before = textOf(file)
  if (before !== undefined && !before.includes(mark)) renameSync(file, file + setAside)
  writeFileSync(file, script)
  chmodSync(file, 0o755)
}

function uninstall(file: string): void {
  if (textOf(file)?.includes(mark) !== true) return
  if (existsSync(file + setAside)) renameSync(file + setAside, file)
  else rmSync(file)
}

function hookScript({ name, hasInput, binary }: { name: string; hasInput: boolean; binary: string }): string {
  const feed = hasInput ? `printf '%s\\n' "$input" | ` : ''
  const quoted = `'${binary.replaceAll("'", `'\\''`)}'`
  return `#!/bin/sh
${mark}
${hasInput ? 'input=$(cat)\n' : ''}before="$0${setAside}"
if [ -x "$before" ]; then
  ${feed}"$before" "$@" || exit $?
fi
program=$(command -v ultragit) || program=${quoted}
if [ -x "$program" ]; then
  ${feed}"$program" hook ${name} "$@" || :
fi
exit 0
`
}

function isExecutable(file: string): boolean {
  return process.platform === 'win32' || (statSync(file).mode & 0o111) !== 0
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** Whether an `includeIf` applies: `gitdir:`, `gitdir/i:` and `onbranch:`. Other conditions never hold here. */
import { realpath } from 'node:fs/promises'
import { dirname, isAbsolute, join } from 'node:path'
import { readHead } from '../refs/read-refs.ts'
import type { Layout } from '../repository.ts'

export interface ConditionContext {
  readonly layout: Layout
  readonly home: string | undefined
}

/** `file` is the file with the condition, absolute. */
export async function conditionHolds(
  condition: string,
  file: string,
  context: ConditionContext,
): Promise<boolean> {
  const colon = condition.indexOf(':')
  const kind = condition.slice(0, colon)
  const pattern = condition.slice(colon + 1)
  if (kind === 'onbranch') return matchesBranch(pattern, context.layout)
  if (kind !== 'gitdir' && kind !== 'gitdir/i') return false
  const whole = await gitDirPattern(pattern, file, context.home)
  return globToRegExp(whole, kind === 'gitdir/i' ? 'i' : '').test(context.layout.gitDir)
}

async function matchesBranch(pattern: string, layout: Layout): Promise<boolean> {
  const { ref } = await readHead(layout)
  if (ref === undefined || !ref.startsWith('refs/heads/')) return false
  return globToRegExp(openEnd(pattern)).test(ref.slice('refs/heads/'.length))
}

async function gitDirPattern(pattern: string, file: string, home: string | undefined): Promise<string> {
  if (pattern.startsWith('~/') && home !== undefined) {
    const real = await realpath(home).catch(() => home)
    return openEnd(escapeGlob(real) + pattern.slice(1))
  }
  if (pattern.startsWith('./')) {
    const folder = dirname(await realpath(file).catch(() => file))
    return openEnd(escapeGlob(folder) + pattern.slice(1))
  }
  return openEnd(isAbsolute(pattern) ? pattern : join('**', pattern))
}

/** `a/` means everything below. */
function openEnd(pattern: string): string {
  return pattern.endsWith('/') ? `${pattern}**` : pattern
}

function escapeGlob(text: string): string {
  return text.replaceAll(/[\\*?[]/g, '\\$&')
}

/** git's globs: `*` and `?` stop at a slash, `**` as a whole component does not. */
function globToRegExp(glob: string, flags = ''): RegExp {
  const parts = glob.matchAll(/\*\*\/|\/\*\*$|\*+|\?|\\[\s\S]|\[!?\]?[^\]]*\]|[\s\S]/g)
  let source = ''
  for (const [part] of parts) {
    if (part === '**/') source += '(?:[^/]+/)*'
    else if (part === '/**') source += '/.+'
    else if (part.startsWith('*')) source += part === glob ? '.*' : '[^/]*'
    else if (part === '?') source += '[^/]'
    else if (part.length > 1 && part.startsWith('['))
      source += part.replace(/^\[!/, '[^').replaceAll('\\', '\\\\')
    else source += part.replace(/^\\/, '').replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  }
  return new RegExp(`^${source.startsWith('(?:[^/]+/)*') ? `/?${source}` : source}$`, flags)
}

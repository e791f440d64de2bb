/**
 * git refuses a repository of another user, whose configuration could be a trap, unless `safe.directory` allows it.
 * The embedded backend runs nothing, but it must not be a way around that refusal.
 */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { UltragitError } from '../../base/errors.ts'
import type { ConfigEntry, Layout } from '../repository.ts'
import type { Env } from './object-store.ts'
import { readProtectedConfig } from './read-config.ts'

export async function checkOwner(layout: Layout, env: Env): Promise<void> {
  // Whoever names the git directory has chosen it: git does not ask then either.
  if (env.GIT_DIR !== undefined && env.GIT_DIR !== '') return
  const user = process.geteuid?.()
  if (user === undefined) return
  const allowed = new Set([user])
  // Under sudo the files are those of the person behind it.
  if (user === 0 && /^\d+$/.test(env.SUDO_UID ?? '')) allowed.add(Number(env.SUDO_UID))
  if (await isOwnedBy(layout, allowed)) return
  const place = layout.workTree ?? layout.gitDir
  if (isDeclaredSafe(await readProtectedConfig(layout, env), place, env.HOME)) return
  throw new UltragitError('git_failed', `'${place}' belongs to another user`, {
    hint: `git config --global --add safe.directory '${place}'`,
  })
}

async function isOwnedBy(layout: Layout, allowed: ReadonlySet<number>): Promise<boolean> {
  const places = [layout.gitDir]
  if (layout.workTree !== undefined) places.push(layout.workTree, join(layout.workTree, '.git'))
  for (const place of places) {
    // A work tree elsewhere has no `.git` of its own.
    const facts = await stat(place).catch(() => undefined)
    if (facts !== undefined && !allowed.has(facts.uid)) return false
  }
  return true
}

/** The last word counts: an empty value takes back all before it. */
function isDeclaredSafe(entries: readonly ConfigEntry[], place: string, home: string | undefined): boolean {
  let safe = false
  for (const { key, value } of entries) {
    if (key !== 'safe.directory') continue
    if (value === undefined || value === '') safe = false
    else if (value === '*' || expandHome(value, home) === place) safe = true
  }
  return safe
}

function expandHome(path: string, home: string | undefined): string {
  return path.startsWith('~/') && home !== undefined ? join(home, path.slice(2)) : path
}

/** Whether annotations come and go with the remotes, as far as this repository can tell without asking them. */
import type { ConfigEntry } from '../../git/repository.ts'
import { notesRef, type Session } from '../../session.ts'
import { type WantedFetch, wantedConfig } from '../../write/init/wanted-config.ts'
import { compareNotes } from '../../write/sync/merge-notes.ts'
import type { Found } from './finding.ts'

export async function checkSync(session: Session): Promise<Found> {
  const config = await session.repository.config()
  const ref = notesRef(session)
  const { fetches } = wantedConfig(ref, config)
  if (fetches.length === 0) return { status: 'ok', text: 'no remote to share with' }
  return overwriting(ref, config) ?? unfetched(fetches, config) ?? (await compareAll(session, ref, fetches))
}

/** Widely advised, and wrong: a fetch puts the remote's notes in the place of ours. */
function overwriting(ref: string, config: readonly ConfigEntry[]): Found | undefined {
  const name = ref.slice('refs/notes/'.length)
  const targets = new Set([ref, 'refs/notes/*', `refs/notes/${name}*`])
  const bad = fetchesOf(config).find(({ value }) => targets.has(value.split(':')[1] ?? ''))
  if (bad === undefined) return undefined
  const what = bad.value.startsWith('+') ? 'replaces' : 'writes onto'
  return {
    status: 'fail',
    text: `every fetch ${what} your annotations: ${bad.key} = ${bad.value}`,
    fix: 'take that line out of .git/config (git config --edit), then ultragit init',
  }
}

function unfetched(fetches: readonly WantedFetch[], config: readonly ConfigEntry[]): Found | undefined {
  const missing = fetches.find(({ remote, key, value }) => {
    const all = `+refs/notes/*:refs/notes/remotes/${remote}/*`
    return !fetchesOf(config).some((entry) => entry.key === key && [value, all].includes(entry.value))
  })
  if (missing === undefined) return undefined
  return {
    status: 'warn',
    text: `git fetch brings no annotations of '${missing.remote}'`,
    fix: 'ultragit init',
  }
}

function fetchesOf(config: readonly ConfigEntry[]): { readonly key: string; readonly value: string }[] {
  return config.flatMap(({ key, value }) =>
    value !== undefined && /^remote\..+\.fetch$/s.test(key) ? [{ key, value }] : [],
  )
}

async function compareAll(session: Session, ref: string, fetches: readonly WantedFetch[]): Promise<Found> {
  const told: string[] = []
  let isEven = true
  for (const { remote } of fetches) {
    const counts = await compareWith(session, ref, remote)
    if (counts.some((count) => count > 0)) isEven = false
    const [ahead, behind, diverged] = counts
    told.push(`${remote}: ${ahead} ahead, ${behind} behind, ${diverged} diverged`)
  }
  const text = `${told.join('; ')} (as of the last fetch)`
  return isEven ? { status: 'ok', text } : { status: 'warn', text, fix: 'ultragit sync' }
}

async function compareWith(
  { repository }: Session,
  ref: string,
  remote: string,
): Promise<[ahead: number, behind: number, diverged: number]> {
  const ours = await repository.resolve(ref)
  const theirs = await repository.resolve(`refs/notes/remotes/${remote}/${ref.slice('refs/notes/'.length)}`)
  if (ours !== undefined && theirs !== undefined) {
    const { ahead, behind, both } = await compareNotes(repository, ours, theirs)
    return [ahead.length, behind.length, both.length]
  }
  const count = async (tip: typeof ours) => (tip === undefined ? 0 : (await repository.listNotes(tip)).length)
  return [await count(ours), await count(theirs), 0]
}

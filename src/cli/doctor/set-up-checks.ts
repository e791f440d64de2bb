/** Checks of what `init` and `mcp install` set up: without it annotations work, but stay behind or stay here. */
import type { ConfigEntry } from '../../git/repository.ts'
import { thisBinary } from '../../mcp/install/this-binary.ts'
import { judgeEntries } from '../../mcp/status/check-entries.ts'
import { notesRef, type Session } from '../../session.ts'
import { hookStates } from '../../write/init/hook-scripts.ts'
import { rewriteModeWanted } from '../../write/init/wanted-config.ts'
import { machineOf } from '../commands/mcp/select-hosts.ts'
import { checkSync } from './check-sync.ts'
import type { Check, Found, Patient } from './finding.ts'

export const setUpChecks: readonly Check<Patient>[] = [
  { check: 'rewrites', run: ({ session }) => checkRewrites(session) },
  { check: 'hooks', run: ({ session }) => checkHooks(session) },
  { check: 'sync', run: ({ session }) => checkSync(session) },
  { check: 'mcp', run: checkMcp },
]

/** Whether git itself carries notes along when it amends and rebases. */
async function checkRewrites(session: Session): Promise<Found> {
  const { repository } = session
  const ref = notesRef(session)
  const config = await repository.config()
  const refs = valuesOf(config, 'notes.rewriteref')
  const isKept = refs.includes(ref) || refs.includes('refs/notes/*')
  const hasNotes = (await repository.listRefs(ref)).some(({ name }) => name === ref)
  if (!isKept && !hasNotes)
    return {
      status: 'ok',
      text: 'nothing to keep yet; ultragit init makes annotations follow amend and rebase',
    }
  if (!isKept)
    return { status: 'warn', text: 'amend and rebase leave annotations behind', fix: 'ultragit init' }
  const mode = valuesOf(config, 'notes.rewritemode').at(-1)
  if (mode !== rewriteModeWanted)
    return {
      status: 'warn',
      text: `notes.rewriteMode is '${mode ?? 'concatenate'}': a squash may lose annotations`,
      fix: `git config notes.rewriteMode ${rewriteModeWanted}`,
    }
  return { status: 'ok', text: 'annotations follow amend and rebase' }
}

function valuesOf(config: readonly ConfigEntry[], key: string): string[] {
  return config.flatMap((entry) => (entry.key.toLowerCase() === key ? [entry.value ?? ''] : []))
}

async function checkHooks({ repository }: Session): Promise<Found> {
  const states = hookStates(repository.layout, await repository.config(), thisBinary())
  const ours = states.filter(({ state }) => state !== 'absent' && state !== 'foreign')
  if (ours.length === 0)
    return {
      status: 'ok',
      text: 'not installed; ultragit init --hooks carries annotations through a local squash',
    }
  const bad = states.find(({ state }) => state !== 'ours')
  if (bad !== undefined) {
    const what = bad.state === 'foreign' ? 'does not call ultragit' : `is ${bad.state}`
    const fix = bad.state === 'not executable' ? `chmod +x ${quoted(bad.file)}` : 'ultragit init --hooks'
    return { status: 'warn', text: `'${bad.file}' ${what}`, fix }
  }
  const chained = ours.filter(({ isChained }) => isChained).length
  const text = `all ${ours.length} installed`
  return { status: 'ok', text: chained === 0 ? text : `${text}, ${chained} after a hook that was there` }
}

/** Reads the entries and runs none of them; `mcp status` sees the server answer. */
async function checkMcp({ session, surroundings }: Patient): Promise<Found> {
  const entries = judgeEntries({
    machine: machineOf(surroundings),
    repoRoot: session.repository.layout.workTree,
    binary: thisBinary(),
  })
  if (entries.length === 0)
    return { status: 'ok', text: "in no host's settings; ultragit mcp install puts it there" }
  const names = (some: typeof entries) => some.map(({ host, scope }) => `${host} (${scope})`).join(', ')
  for (const { host, file, judged } of entries)
    if ('reason' in judged)
      return {
        status: 'warn',
        text: `${host}, '${file}': ${judged.reason}`,
        fix: judged.hint ?? 'ultragit mcp status',
      }
  return { status: 'ok', text: `started by ${names(entries)}` }
}

function quoted(word: string): string {
  return /^[\w./@-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}

/** What `init` changes, as data: each change knows whether it is made already, how to make it and how to take it back. */
import type { ConfigEntry } from '../../git/repository.ts'
import { notesRef, type Session } from '../../session.ts'
import { requireWriter } from '../move-notes-ref.ts'
import { agentFiles } from './agent-block.ts'
import { hookScripts } from './hook-scripts.ts'

export interface SetUp {
  /** `notes.rewriteRef = refs/notes/ultragit`, `.git/hooks/post-rewrite`. */
  readonly what: string
  readonly isMade: boolean
  /** There is something of ours to take back. */
  readonly isOurs: boolean
  /** Something in the way that is left as it is. */
  readonly obstacle?: string
  make(): Promise<void>
  undo(): Promise<void>
}

export interface SetUpOptions {
  readonly hooks: boolean
  readonly agents: boolean
  /** The program the hooks call where `ultragit` is not on the PATH. */
  readonly binary: string
}

export async function planSetUp(session: Session, options: SetUpOptions): Promise<SetUp[]> {
  const config = await session.repository.config()
  return [
    ...configSetUps(session, config),
    ...(options.hooks ? hookScripts(session.repository.layout, config, options.binary) : []),
    ...(options.agents ? agentFiles(session.repository.layout) : []),
  ]
}

/** Remembers that the mode is ours to take back. */
const modeMark = 'ultragit.setRewriteMode'

function configSetUps(session: Session, config: readonly ConfigEntry[]): SetUp[] {
  const ref = notesRef(session)
  const name = ref.slice('refs/notes/'.length)
  const remotes = new Set(config.flatMap(({ key }) => /^remote\.(.+)\.url$/s.exec(key)?.[1] ?? []))
  return [
    oneOfSeveral(session, config, 'notes.rewriteRef', ref),
    rewriteMode(session, config),
    ...[...remotes].map((remote) =>
      oneOfSeveral(
        session,
        config,
        `remote.${remote}.fetch`,
        `+refs/notes/${name}*:refs/notes/remotes/${remote}/${name}*`,
      ),
    ),
  ]
}

function oneOfSeveral(session: Session, config: readonly ConfigEntry[], key: string, value: string): SetUp {
  const writer = requireWriter(session.repository)
  const isMade = config.some(
    (entry) =>
      entry.key.toLowerCase() === key.toLowerCase() && entry.scope === 'local' && entry.value === value,
  )
  return {
    what: `${key} = ${value}`,
    isMade,
    isOurs: isMade,
    make: () => writer.addConfig(key, value),
    undo: () => writer.unsetConfig(key, 'local', value),
  }
}

/** Only this mode keeps every document when commits are squashed in a rebase. */
function rewriteMode(session: Session, config: readonly ConfigEntry[]): SetUp {
  const writer = requireWriter(session.repository)
  const wanted = 'cat_sort_uniq'
  const now = config.findLast(({ key }) => key.toLowerCase() === 'notes.rewritemode')?.value
  const isOurs = config.some(({ key }) => key.toLowerCase() === modeMark.toLowerCase())
  return {
    what: `notes.rewriteMode = ${wanted}`,
    isMade: now === wanted,
    isOurs,
    ...(now === undefined || now === wanted
      ? {}
      : { obstacle: `it is '${now}': squashing loses annotations` }),
    make: async () => {
      await writer.setConfig('notes.rewriteMode', wanted, 'local')
      await writer.setConfig(modeMark, 'true', 'local')
    },
    undo: async () => {
      await writer.unsetConfig('notes.rewriteMode', 'local', wanted)
      await writer.unsetConfig(modeMark, 'local')
    },
  }
}

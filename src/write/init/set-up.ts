/** What `init` changes, as data: each change knows whether it is made already, how to make it and how to take it back. */
import type { ConfigEntry } from '../../git/repository.ts'
import { notesRef, type Session } from '../../session.ts'
import { requireWriter } from '../move-notes-ref.ts'
import { agentFiles } from './agent-block.ts'
import { hookScripts } from './hook-scripts.ts'
import { rewriteModeWanted, type WantedEntry, wantedConfig } from './wanted-config.ts'

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
  const { rewriteRef, fetches } = wantedConfig(notesRef(session), config)
  return [
    oneOfSeveral(session, config, rewriteRef),
    rewriteMode(session, config),
    ...fetches.map((wanted) => oneOfSeveral(session, config, wanted)),
  ]
}

function oneOfSeveral(session: Session, config: readonly ConfigEntry[], { key, value }: WantedEntry): SetUp {
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

function rewriteMode(session: Session, config: readonly ConfigEntry[]): SetUp {
  const writer = requireWriter(session.repository)
  const wanted = rewriteModeWanted
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

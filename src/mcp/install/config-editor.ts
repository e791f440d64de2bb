/** What the two kinds of configuration file have in common for the planner. */
import type { EntryValue } from '../hosts/host.ts'

/** The keys of the entry `ultragit` that are ours; all others belong to the user. */
export interface Entry {
  readonly keys: Readonly<Record<string, EntryValue>>
  /** Keys that would contradict ours: an entry cannot be a local program and an address at once. */
  contradicts(key: string, value: unknown): boolean
}

export interface ConfigEditor {
  /** The text with the entry; the same text when the entry says the same already. */
  setEntry(text: string, container: string, entry: Entry): string
  /** The text without the entry, the same text when there is none; undefined when nothing is left of it. */
  removeEntry(text: string, container: string): string | undefined
  /** What the file's reader may trip over though this editor does not. */
  findBeyondPlain(text: string): number | undefined
}

/** The name of the entry in every host. */
export const entryName = 'ultragit'

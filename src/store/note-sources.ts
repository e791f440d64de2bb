/** Where a note's blobs come from: `<ref>=<blob>[,<blob>]`, one line per ref, the local ref first. */
import type { Oid } from '../base/ids.ts'

export type Sources = Map<string, readonly Oid[]>

export function parseSources(text: string): Sources {
  const sources: Sources = new Map()
  for (const line of text.split('\n')) {
    const at = line.lastIndexOf('=')
    if (at > 0) sources.set(line.slice(0, at), line.slice(at + 1).split(',') as Oid[]) // written by formatSources
  }
  return sources
}

export function formatSources(sources: Sources): string {
  return [...sources]
    .sort(([a], [b]) => Number(isRemote(a)) - Number(isRemote(b)) || (a < b ? -1 : 1))
    .map(([ref, blobs]) => `${ref}=${blobs.join(',')}`)
    .join('\n')
}

function isRemote(ref: string): boolean {
  return ref.startsWith('refs/notes/remotes/')
}

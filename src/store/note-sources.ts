/** Where a note's blobs come from: `<ref>=<blob>[,<blob>]`, one line per ref, the local ref first. */
import type { Oid } from '../base/ids.ts'

/**
 * Stands where a ref would, for a note of ours that another program erased: what the local ref should say. No blob: the
 * note was removed, and came back.
 */
export const erasedSource = 'erased'

export type Sources = Map<string, readonly Oid[]>

export function parseSources(text: string): Sources {
  const sources: Sources = new Map()
  for (const line of text.split('\n')) {
    const at = line.lastIndexOf('=')
    const blobs = line.slice(at + 1).split(',') as Oid[] // written by formatSources
    if (at > 0)
      sources.set(
        line.slice(0, at),
        blobs.filter((blob) => blob.length > 0),
      )
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

/** The git settings that keep annotations through rewrites and bring them with every fetch. Pure. */
import type { ConfigEntry } from '../../git/repository.ts'

export interface WantedEntry {
  readonly key: string
  readonly value: string
}

export interface WantedFetch extends WantedEntry {
  readonly remote: string
}

/** Only this mode keeps every document when commits are squashed in a rebase. */
export const rewriteModeWanted = 'cat_sort_uniq'

export function wantedConfig(
  ref: string,
  config: readonly ConfigEntry[],
): { readonly rewriteRef: WantedEntry; readonly fetches: readonly WantedFetch[] } {
  const name = ref.slice('refs/notes/'.length)
  const remotes = new Set(config.flatMap(({ key }) => /^remote\.(.+)\.url$/s.exec(key)?.[1] ?? []))
  return {
    rewriteRef: { key: 'notes.rewriteRef', value: ref },
    fetches: [...remotes].map((remote) => ({
      remote,
      key: `remote.${remote}.fetch`,
      // A glob: a remote without notes is then no failure of the fetch.
      value: `+refs/notes/${name}*:refs/notes/remotes/${remote}/${name}*`,
    })),
  }
}

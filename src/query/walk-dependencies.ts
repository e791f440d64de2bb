/** Breadth first along recorded dependencies, each edge once; an edge back to what led there closes a cycle. Pure. */

export interface Edge<T> {
  /** `file:anchor` of the far end. */
  readonly node: string
  readonly item: T
}

export interface Walked<T> {
  readonly edges: readonly { readonly edge: Edge<T>; readonly depth: number; readonly via: string }[]
  readonly cycles: readonly (readonly string[])[]
}

export async function walkDependencies<T>(
  start: string,
  depth: number,
  next: (node: string, item: T | undefined) => Promise<readonly Edge<T>[]>,
): Promise<Walked<T>> {
  const edges: Walked<T>['edges'][number][] = []
  const cycles = new Map<string, readonly string[]>()
  const seen = new Set<string>()
  let open: { readonly chain: readonly string[]; readonly item: T | undefined }[] = [
    { chain: [start], item: undefined },
  ]
  const visited = new Set([start])
  for (let level = 1; level <= depth && open.length > 0; level++) {
    const following: typeof open = []
    for (const { chain, item } of open) {
      const from = chain.at(-1) ?? start
      for (const edge of await next(from, item)) {
        const key = `${from}\0${edge.node}`
        if (seen.has(key)) continue
        seen.add(key)
        const at = chain.indexOf(edge.node)
        if (at >= 0) {
          const cycle = [...chain.slice(at), edge.node]
          cycles.set([...cycle.slice(1)].sort().join('\0'), cycle)
          continue
        }
        edges.push({ edge, depth: level, via: from })
        if (visited.has(edge.node)) continue
        visited.add(edge.node)
        following.push({ chain: [...chain, edge.node], item: edge.item })
      }
    }
    open = following
  }
  return { edges, cycles: [...cycles.values()] }
}

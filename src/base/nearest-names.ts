/** The names a person may have meant: few edits away, or one inside the other. Suggestions only, never answers. */
export function nearestNames(name: string, candidates: Iterable<string>, count: number): string[] {
  const wanted = name.toLowerCase()
  const scored: { candidate: string; score: number }[] = []
  for (const candidate of new Set(candidates)) {
    const other = candidate.toLowerCase()
    const inside =
      wanted.length >= 3 && (other.includes(wanted) || (other.length >= 3 && wanted.includes(other)))
    const distance = editDistance(wanted, other)
    const allowed = Math.max(1, Math.floor(Math.max(wanted.length, other.length) / 3))
    if (inside) scored.push({ candidate, score: Math.min(distance, allowed) })
    else if (distance <= allowed) scored.push({ candidate, score: distance })
  }
  scored.sort((a, b) => a.score - b.score || (a.candidate < b.candidate ? -1 : 1))
  return scored.slice(0, count).map(({ candidate }) => candidate)
}

/** Insertions, deletions, replacements and swaps of neighbours. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1))
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (swapped) cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1)
      row.push(cost)
    }
    beforeLast = last
    last = row
  }
  return last[b.length] ?? 0
}

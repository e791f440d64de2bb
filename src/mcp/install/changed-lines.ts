/** The lines an edit of one place takes out and puts in, as a diff shows them. */
export function changedLines(before: string | undefined, after: string | undefined): string[] {
  const old = linesOf(before)
  const fresh = linesOf(after)
  const shorter = Math.min(old.length, fresh.length)
  let head = 0
  while (head < shorter && old[head] === fresh[head]) head += 1
  let tail = 0
  while (tail < shorter - head && old.at(-1 - tail) === fresh.at(-1 - tail)) tail += 1
  return [
    ...old.slice(head, old.length - tail).map((line) => `-${line}`),
    ...fresh.slice(head, fresh.length - tail).map((line) => `+${line}`),
  ]
}

function linesOf(text: string | undefined): string[] {
  return text === undefined ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/)
}

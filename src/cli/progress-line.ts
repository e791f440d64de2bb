/** One state of a progress bar, never wider than the terminal: a line that wraps cannot be taken back. */
export function progressLine(
  label: string,
  { done, total, width }: { done: number; total: number | undefined; width: number },
): string {
  if (total === undefined || total <= 0) return `${label} ${done}`.slice(0, width - 1)
  const share = Math.min(1, Math.max(0, done / total))
  const numbers = `${String(Math.floor(share * 100)).padStart(3)} % (${done}/${total})`
  const room = Math.min(30, width - 1 - label.length - numbers.length - 4)
  if (room < 5) return `${label} ${numbers}`.slice(0, width - 1)
  const full = Math.floor(share * room)
  return `${label} [${'#'.repeat(full)}${' '.repeat(room - full)}] ${numbers}`
}

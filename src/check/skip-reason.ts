/** The trailer `Ultragit-Skip: <reason>` of a commit message, by git's own rules for what is a trailer. Pure. */

const trailer = /^([A-Za-z0-9-]+)[ \t]*:[ \t]*(.*)$/
/** Lines git itself puts there: among them other text may stand, up to three lines for each trailer. */
const gitsOwn = /^(Signed-off-by: |\(cherry picked from commit )/

/** Undefined when there is none, or when it gives no reason. */
export function skipReason(message: string): string | undefined {
  const block = lastParagraph(message)
  if (block === undefined || !isTrailerBlock(block)) return undefined
  let reason: string | undefined
  let isOurs = false
  for (const line of block) {
    if (/^\s/.test(line)) {
      if (isOurs) reason = `${reason ?? ''} ${line.trim()}`.trim()
      continue
    }
    const [, key, value] = trailer.exec(line) ?? []
    isOurs = key?.toLowerCase() === 'ultragit-skip'
    if (isOurs) reason = value?.trim()
  }
  return reason === '' ? undefined : reason
}

/** The last lines without a blank one between them; the title of a commit is never among them. */
function lastParagraph(message: string): string[] | undefined {
  const lines = message.trimEnd().split('\n')
  const blank = lines.findLastIndex((line) => line.trim() === '')
  return blank === -1 ? undefined : lines.slice(blank + 1)
}

function isTrailerBlock(lines: readonly string[]): boolean {
  let [trailers, others, hasGits] = [0, 0, false]
  for (const [at, line] of lines.entries()) {
    if (at > 0 && /^\s/.test(line)) continue
    if (gitsOwn.test(line)) hasGits = true
    if (gitsOwn.test(line) || trailer.test(line)) trailers++
    else others++
  }
  return trailers > 0 && (others === 0 || (hasGits && trailers * 3 >= others))
}

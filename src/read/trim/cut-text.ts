/** Texts made shorter, each with a mark that says so. */
const cutMark = '… [cut]'

/** The first `length` characters and the mark. A text that is hardly longer than that stays as it is. */
export function cutText(text: string, length: number): string {
  if (text.length <= length + cutMark.length) return text
  return `${text.slice(0, endOf(text, length)).trimEnd()}${cutMark}`
}

/** The start and the end of a name, which tell more than its middle. */
export function cutName(name: string, length: number): string {
  if (name.length <= length + 1) return name
  const head = endOf(name, length >> 1)
  const tail = endOf(name, name.length - (length - head))
  return `${name.slice(0, head)}…${name.slice(tail)}`
}

/** Never between the halves of a surrogate pair. */
function endOf(text: string, at: number): number {
  const unit = text.charCodeAt(at - 1)
  return unit >= 0xd800 && unit < 0xdc00 ? at - 1 : at
}

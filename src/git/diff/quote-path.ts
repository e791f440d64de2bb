/** A path as git prints it with `core.quotePath=false`: in quotes and escaped only where it must be. */
import type { RepoPath } from '../../base/ids.ts'

const special = /[\0-\x1f\x7f"\\]/
const letters: Readonly<Record<string, string>> = {
  '\x07': 'a',
  '\b': 'b',
  '\t': 't',
  '\n': 'n',
  '\v': 'v',
  '\f': 'f',
  '\r': 'r',
  '"': '"',
  '\\': '\\',
}

export function quotePath(path: RepoPath): string {
  if (!special.test(path)) return path
  const escaped = path.replace(new RegExp(special, 'g'), (char) => {
    const letter = letters[char]
    return `\\${letter ?? char.charCodeAt(0).toString(8).padStart(3, '0')}`
  })
  return `"${escaped}"`
}

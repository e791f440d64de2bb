/** Told from the words alone, before anything is loaded: a wrong guess costs a moment, never an answer. */
import { statSync } from 'node:fs'
import { resolve } from 'node:path'

const asking = new Set(['read', 'deps', 'history', 'summary'])
/** Bytes; a shorter text is parsed before an engine has thought of compiling its parser. */
const long = 32 * 1024
/** What may stand behind a path as people paste it. */
const place = /(?:#.*|:\d+(?:-\d+)?)$/s

export function asksAboutLongFile([command, ...words]: readonly string[], cwd: string): boolean {
  return (
    command !== undefined &&
    asking.has(command) &&
    words.some(
      (word) => !word.startsWith('-') && [word, word.replace(place, '')].some((path) => isLong(path, cwd)),
    )
  )
}

function isLong(path: string, cwd: string): boolean {
  try {
    const facts = statSync(resolve(cwd, path), { throwIfNoEntry: false })
    return facts?.isFile() === true && facts.size >= long
  } catch {
    return false // no name for a file
  }
}

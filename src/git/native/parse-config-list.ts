/** `git config --list -z --show-scope --show-origin`: scope, origin and `key LF value`, each ended by NUL. */
import type { ConfigEntry } from '../repository.ts'
import { nulFields } from './parse-raw-diff.ts'

const scopes = new Set(['system', 'global', 'local', 'worktree', 'command'])

export function parseConfigList(output: Uint8Array): ConfigEntry[] {
  const fields = [...nulFields(output)].map((field) => Buffer.from(field, 'latin1').toString())
  const entries: ConfigEntry[] = []
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [scope = '', origin = '', pair = ''] = fields.slice(at, at + 3)
    const lineBreak = pair.indexOf('\n')
    entries.push({
      key: lineBreak === -1 ? pair : pair.slice(0, lineBreak),
      value: lineBreak === -1 ? undefined : pair.slice(lineBreak + 1),
      scope: scopes.has(scope) ? (scope as ConfigEntry['scope']) : 'command', // the set above proves it
      origin,
    })
  }
  return entries
}

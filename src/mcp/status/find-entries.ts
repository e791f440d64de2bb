/** Every entry `ultragit` in the hosts' files, as it is written there. Nothing of it is believed yet. */
import { messageOf } from '../../base/errors.ts'
import type { Host, Machine, Scope } from '../hosts/host.ts'
import { type HostName, hostNamed, hostNames, pathsOf } from '../hosts/host-table.ts'
import { entryName } from '../install/config-editor.ts'
import { jsonValue } from '../install/jsonc/json-value.ts'
import { parseJsonc } from '../install/jsonc/parse-jsonc.ts'
import type { ConfigFiles } from '../install/plan-install.ts'

export interface FoundEntry {
  readonly host: HostName
  readonly scope: Scope
  readonly file: string
  /** The entry; or what is wrong with the file around it. */
  readonly entry: { readonly value: unknown } | { readonly problem: string }
}

/** `repoRoot` undefined: there is no project, so there are no files of one. */
export function findEntries(
  machine: Machine,
  repoRoot: string | undefined,
  files: Pick<ConfigFiles, 'read'>,
): FoundEntry[] {
  const found: FoundEntry[] = []
  for (const name of hostNames) {
    const host = hostNamed(name)
    const project =
      repoRoot === undefined ? [] : host.projectFiles.map((file) => pathsOf(machine).join(repoRoot, file))
    for (const [scope, paths] of [
      ['project', project],
      ['user', host.userFiles(machine)],
    ] as const) {
      for (const file of paths) {
        const entry = readEntry(host, file, files)
        if (entry !== undefined) found.push({ host: name, scope, file, entry })
      }
    }
  }
  return found
}

function readEntry(
  host: Host,
  file: string,
  files: Pick<ConfigFiles, 'read'>,
): FoundEntry['entry'] | undefined {
  try {
    const text = files.read(file)
    if (text === undefined || text.trim() === '') return undefined
    const root: unknown = host.format === 'toml' ? Bun.TOML.parse(text) : jsonValue(parseJsonc(text).root)
    const value = memberOf(memberOf(root, host.container), entryName)
    return value === undefined ? undefined : { value }
  } catch (error) {
    return { problem: `the file cannot be read: ${messageOf(error)}` }
  }
}

function memberOf(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
  return Object.getOwnPropertyDescriptor(value, key)?.value
}

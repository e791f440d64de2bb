/** The folders a host tells its servers about by environment variable, in the order to try them. */
import { posix, win32 } from 'node:path'
import type { Host } from './host.ts'
import { hostTable } from './host-table.ts'

export function projectDirectories(env: Readonly<Record<string, string | undefined>>): string[] {
  const rows: readonly Host[] = Object.values(hostTable)
  const values = rows.flatMap(({ projectVariable }) =>
    projectVariable === undefined ? [] : (env[projectVariable] ?? []),
  )
  // With several folders open Cursor lists them with commas; a single folder may have a comma in its name.
  const folders = values.flatMap((value) => [value, ...value.split(',')])
  return [...new Set(folders)].filter((folder) => posix.isAbsolute(folder) || win32.isAbsolute(folder))
}

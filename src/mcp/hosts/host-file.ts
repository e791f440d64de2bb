/** The file of a host that holds its servers, on this machine, in this repository. */
import type { Host, Machine, Scope } from './host.ts'
import { pathsOf } from './host-table.ts'

/** What of the file system decides between two possible files. */
export interface FileSigns {
  isFile(path: string): boolean
  isFolder(path: string): boolean
}

export interface HostFile {
  readonly file: string
  /** Other than the one asked for when the host has no project file. */
  readonly scope: Scope
}

export function hostFile(
  host: Host,
  scope: Scope,
  { machine, repoRoot, signs }: { machine: Machine; repoRoot: string; signs: FileSigns },
): HostFile {
  const paths = pathsOf(machine)
  const project = scope === 'project' && host.projectFiles.length > 0
  const files = project
    ? host.projectFiles.map((file) => paths.join(repoRoot, file))
    : host.userFiles(machine)
  const file =
    files.find((one) => signs.isFile(one)) ??
    files.find((one) => signs.isFolder(paths.dirname(one))) ??
    files[0]
  if (file === undefined) throw new TypeError('a host without any file')
  return { file, scope: project ? 'project' : 'user' }
}

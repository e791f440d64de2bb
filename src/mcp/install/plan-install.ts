/** What `mcp install` and `mcp uninstall` would change, as data. All files are read and judged before the first is written. */
import { UltragitError } from '../../base/errors.ts'
import type { Host, Machine, Scope } from '../hosts/host.ts'
import { type FileSigns, type HostFile, hostFile } from '../hosts/host-file.ts'
import { type HostName, hostNamed } from '../hosts/host-table.ts'
import { serverLaunch } from '../hosts/server-launch.ts'
import type { ConfigEditor, Entry } from './config-editor.ts'
import { jsoncEditor } from './jsonc/jsonc-editor.ts'
import { placeOf, TextProblem } from './text-problem.ts'
import { tomlEditor } from './toml/toml-editor.ts'

/** What the plan needs of the file system. */
export interface ConfigFiles extends FileSigns {
  /** The text of a file, undefined when there is none. */
  read(path: string): string | undefined
  /** The path with all links followed. */
  resolve(path: string): string
}

export interface UninstallRequest extends Machine {
  readonly hosts: readonly HostName[]
  readonly scope: Scope
  readonly repoRoot: string
  /** A file in the shape of the one host asked for, instead of the host's own. */
  readonly config?: string
}

export interface InstallRequest extends UninstallRequest {
  readonly binaryPath: string
  readonly portable: boolean
}

export interface Change {
  readonly host: HostName
  readonly scope: Scope
  readonly file: string
  /** What `file` is a link to, where it is one. */
  readonly target: string
  readonly before: string | undefined
  readonly after: string | undefined
  readonly action: 'created' | 'updated' | 'removed' | 'unchanged'
  /** What the user should know about this file. */
  readonly remarks: readonly string[]
}

export function planInstall(request: InstallRequest, files: ConfigFiles): Change[] {
  return planChanges(request, files, (host, scope) => {
    const keys = host.entry(serverLaunch(host, scope, request))
    const entry: Entry = { keys, contradicts }
    return (text, editor) => editor.setEntry(text ?? '', host.container, entry)
  })
}

export function planUninstall(request: UninstallRequest, files: ConfigFiles): Change[] {
  return planChanges(request, files, (host) => (text, editor) => {
    return text === undefined ? undefined : editor.removeEntry(text, host.container)
  })
}

type TextEdit = (text: string | undefined, editor: ConfigEditor) => string | undefined

function planChanges(
  request: UninstallRequest,
  files: ConfigFiles,
  editFor: (host: Host, scope: Scope) => TextEdit,
): Change[] {
  // Two hosts can share a file by a link: the second edit starts from the text the first one leaves.
  const planned = new Map<string, string | undefined>()
  return request.hosts.map((name) => {
    const host = hostNamed(name)
    const { file, scope } = fileFor(host, request, files)
    const target = files.resolve(file)
    const before = planned.has(target) ? planned.get(target) : files.read(target)
    const editor = host.format === 'toml' ? tomlEditor : jsoncEditor
    const after = inFile(file, before ?? '', () => editFor(host, scope)(before, editor))
    planned.set(target, after)
    const remarks = [...scopeRemark(name, request, scope), ...plainRemark(name, host, editor, after)]
    return { host: name, scope, file, target, before, after, action: actionOf(before, after), remarks }
  })
}

function fileFor(host: Host, request: UninstallRequest, signs: FileSigns): HostFile {
  if (request.config !== undefined) return { file: request.config, scope: 'project' }
  return hostFile(host, request.scope, { machine: request, repoRoot: request.repoRoot, signs })
}

function actionOf(before: string | undefined, after: string | undefined): Change['action'] {
  if (before === after) return 'unchanged'
  if (before === undefined) return 'created'
  return after === undefined ? 'removed' : 'updated'
}

/** An entry that was an address, or was started elsewhere, must not stay half of it. */
const contradictions: Readonly<Record<string, (value: unknown) => boolean>> = {
  cwd: () => true,
  args: () => true,
  url: () => true,
  httpUrl: () => true,
  serverUrl: () => true,
  type: (value) => value !== 'stdio',
}

function contradicts(key: string, value: unknown): boolean {
  return Object.hasOwn(contradictions, key) && contradictions[key]?.(value) === true
}

function scopeRemark(name: HostName, request: UninstallRequest, scope: Scope): string[] {
  return scope === request.scope || request.config !== undefined
    ? []
    : [`${name} has no file in a project; this is the user's file`]
}

function plainRemark(name: HostName, host: Host, editor: ConfigEditor, after: string | undefined): string[] {
  const at = host.format !== 'json' || after === undefined ? undefined : editor.findBeyondPlain(after)
  if (at === undefined || after === undefined) return []
  return [`line ${placeOf(after, at).line} is not plain JSON; ${name} may not read this file`]
}

function inFile<T>(file: string, text: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof TextProblem)) throw error
    const { line, column } = placeOf(text, error.offset)
    throw new UltragitError('config_invalid', `${file}:${line}:${column}: ${error.message}`, {
      hint: `mend '${file}', then run this again`,
      cause: error,
    })
  }
}

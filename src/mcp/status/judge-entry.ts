/**
 * What an entry would have its host do, and whether that is to start this very binary with arguments we know. Files of a
 * repository are not trusted: whatever is not known is named and not done.
 */
import { isAbsolute, resolve } from 'node:path'
import * as v from 'valibot'
import type { Host, Machine } from '../hosts/host.ts'
import { hostNamed } from '../hosts/host-table.ts'
import type { FoundEntry } from './find-entries.ts'

export interface Launch {
  /** After `mcp start`; known flags only. */
  readonly flags: readonly string[]
  readonly repo: string | undefined
  /** Where the host stands when it starts the server. */
  readonly cwd: string
  /** Added to the environment: variables of ultragit, and the one by which the host names the open folder. */
  readonly env: Readonly<Record<string, string>>
  readonly remarks: readonly string[]
}

export type Judgement = { readonly launch: Launch } | { readonly reason: string; readonly hint?: string }

export interface JudgeContext {
  readonly machine: Machine
  readonly repoRoot: string | undefined
  /** This binary, links followed. */
  readonly binary: string
  /** Follows links; undefined when there is no such file. */
  realPath(path: string): string | undefined
  /** A program on the PATH of this process. */
  which(name: string): string | undefined
}

const EntrySchema = v.object({
  command: v.union([v.string(), v.array(v.string())]),
  args: v.optional(v.array(v.string()), []),
  cwd: v.optional(v.string()),
  env: v.optional(v.record(v.string(), v.unknown()), {}),
  environment: v.optional(v.record(v.string(), v.unknown()), {}),
  enabled: v.optional(v.boolean(), true),
  disabled: v.optional(v.boolean(), false),
})

type Entry = v.InferOutput<typeof EntrySchema>

export function judgeEntry({ host: name, scope, entry }: FoundEntry, context: JudgeContext): Judgement {
  const host = hostNamed(name)
  const hint = `ultragit mcp install --host ${name}${scope === 'user' ? ' --global' : ''}`
  if ('problem' in entry) return { reason: entry.problem }
  const parsed = v.safeParse(EntrySchema, entry.value)
  if (!parsed.success) return { reason: 'the entry does not say which program to start', hint }
  if (!parsed.output.enabled || parsed.output.disabled)
    return { reason: 'the entry is switched off in this file' }
  const [program = '', ...inCommand] = [parsed.output.command].flat()
  const cwd = standsIn(host, scope, parsed.output, context)
  const stranger = strangeProgram(program, cwd, context)
  if (stranger !== undefined) return { reason: stranger, hint }
  const flags = knownFlags([...inCommand, ...parsed.output.args], workspaceOf(host, context))
  if (flags === undefined)
    return { reason: 'its arguments are not those of a server; it was not started', hint }
  const { kept, dropped } = sortVariables({ ...parsed.output.env, ...parsed.output.environment })
  const folder = host.projectVariable === undefined ? {} : variableOf(host.projectVariable, context.repoRoot)
  return {
    launch: {
      ...flags,
      cwd,
      env: { ...folder, ...kept },
      remarks: dropped.length === 0 ? [] : [`tried without the variables of the file: ${dropped.join(', ')}`],
    },
  }
}

/** A host that knows no place of its own stands in the open project, or in the home folder. */
function standsIn(host: Host, scope: FoundEntry['scope'], { cwd }: Entry, context: JudgeContext): string {
  const usual = (scope === 'project' ? context.repoRoot : undefined) ?? context.machine.home
  if (cwd === undefined || host.cwd !== 'honoured') return usual
  return resolve(usual, replaced(cwd, workspaceOf(host, context)))
}

function strangeProgram(
  program: string,
  cwd: string,
  { binary, which, realPath }: JudgeContext,
): string | undefined {
  const isName = !/[\\/]/.test(program)
  const path = isName ? which(program) : isAbsolute(program) ? program : resolve(cwd, program)
  if (path === undefined || path === '') return `'${program}' is not found on the PATH`
  const real = realPath(path)
  if (real === undefined) return `'${program}' does not exist`
  return real === binary
    ? undefined
    : `it points at '${path}', which is not this ultragit; it was not started`
}

interface Workspace {
  readonly variable: string
  readonly folder: string
}

function workspaceOf({ workspace }: Host, { repoRoot, machine }: JudgeContext): Workspace | undefined {
  return workspace === undefined
    ? undefined
    : { variable: workspace.variable, folder: repoRoot ?? machine.home }
}

function replaced(text: string, workspace: Workspace | undefined): string {
  return workspace === undefined ? text : text.replaceAll(workspace.variable, () => workspace.folder)
}

const valued = new Set(['--repo', '--noteref', '--toolset'])
const bare = new Set(['--quiet', '-q', '--verbose'])

/** `mcp start` and the flags it takes, nothing else; undefined for anything that is not that. */
function knownFlags(
  args: readonly string[],
  workspace: Workspace | undefined,
): Pick<Launch, 'flags' | 'repo'> | undefined {
  const [first, second, ...rest] = args
  if (first !== 'mcp' || second !== 'start') return undefined
  const flags: string[] = []
  let repo: string | undefined
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at] ?? ''
    const [name = '', ...inline] = word.split('=')
    if (bare.has(word)) flags.push(word)
    else if (valued.has(name)) {
      const value = inline.length > 0 ? inline.join('=') : rest[++at]
      if (value === undefined) return undefined
      const meant = replaced(value, workspace)
      if (name === '--repo') repo = meant
      flags.push(`${name}=${meant}`)
    } else return undefined
  }
  return { flags, repo }
}

/** Others could make the system or git run what they name. */
function sortVariables(variables: Readonly<Record<string, unknown>>): {
  readonly kept: Record<string, string>
  readonly dropped: readonly string[]
} {
  const kept: Record<string, string> = {}
  const dropped: string[] = []
  for (const [name, value] of Object.entries(variables)) {
    if (/^ULTRAGIT_[A-Z_]+$/.test(name) && typeof value === 'string') kept[name] = value
    else dropped.push(name)
  }
  return { kept, dropped }
}

function variableOf(name: string, value: string | undefined): Record<string, string> {
  return value === undefined ? {} : { [name]: value }
}

/** Whether the installations of ultragit work, each from where its host stands. Nothing named in a file is executed. */
import { realpathSync, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { messageOf } from '../../base/errors.ts'
import type { Machine } from '../hosts/host.ts'
import { configFiles } from '../install/config-files.ts'
import { findRepository } from '../repositories/find-repository.ts'
import { type FoundEntry, findEntries } from './find-entries.ts'
import { type JudgeContext, type Judgement, judgeEntry, type Launch } from './judge-entry.ts'
import { eras, type Probe, probeServer } from './probe-server.ts'

export interface EntryStatus extends Pick<FoundEntry, 'host' | 'scope' | 'file'> {
  readonly ok: boolean
  /** Why it is not well. */
  readonly reason?: string
  readonly hint?: string
  /** Working tree, or git directory where there is none, of the repository it serves. */
  readonly repository?: string
  readonly remarks?: readonly string[]
  readonly eras?: readonly Probe[]
}

export interface CheckRequest {
  readonly machine: Machine
  readonly repoRoot: string | undefined
  readonly binary: string
}

export async function checkEntries(request: CheckRequest): Promise<EntryStatus[]> {
  const context = contextOf(request)
  const statuses: EntryStatus[] = []
  // One after another: they would slow each other, and latency is what is told.
  for (const { judged, ...entry } of judgeEntries(request)) {
    const outcome = 'launch' in judged ? await tryOut(judged.launch, context) : { ok: false, ...judged }
    statuses.push({ ...entry, ...outcome })
  }
  return statuses
}

export interface JudgedEntry extends Pick<FoundEntry, 'host' | 'scope' | 'file'> {
  readonly judged: Judgement
}

/** What the entries come to, as far as reading them can tell. */
export function judgeEntries(request: CheckRequest): JudgedEntry[] {
  const context = contextOf(request)
  return findEntries(request.machine, request.repoRoot, configFiles).map((found) => {
    const { host, scope, file } = found
    return { host, scope, file, judged: judgeEntry(found, context) }
  })
}

function contextOf({ machine, repoRoot, binary }: CheckRequest): JudgeContext {
  return {
    machine,
    repoRoot,
    binary: realPath(binary) ?? binary,
    realPath,
    which: (name) => Bun.which(name, { PATH: machine.env.PATH ?? '' }) ?? undefined,
  }
}

type Outcome = Omit<EntryStatus, 'host' | 'scope' | 'file'>

async function tryOut({ flags, repo, cwd, env, remarks }: Launch, context: JudgeContext): Promise<Outcome> {
  const told = remarks.length === 0 ? {} : { remarks }
  if (!isFolder(cwd)) return { ok: false, reason: `the folder '${cwd}' does not exist`, ...told }
  const whole = { ...context.machine.env, ...env }
  const place = { cwd, env: whole, repo: repo ?? (whole.ULTRAGIT_REPO || undefined) }
  const found = await findRepository(place, undefined).catch((error: unknown) => messageOf(error))
  if (typeof found === 'string') return { ok: false, reason: found, ...told }
  const repository = found.layout.workTree ?? found.layout.gitDir
  const path = await anyFile(found.layout.workTree)
  const probes: Probe[] = []
  for (const era of eras) {
    probes.push(await probeServer({ binary: context.binary, flags, cwd, env: whole, path, era }))
  }
  const failed = probes.find(({ reason }) => reason !== undefined)
  return {
    ok: failed === undefined,
    ...(failed === undefined ? {} : { reason: `${failed.era}: ${failed.reason}` }),
    repository,
    ...told,
    eras: probes,
  }
}

/** A file at the root, so that there is something to ask about. */
async function anyFile(workTree: string | undefined): Promise<string> {
  const entries = workTree === undefined ? [] : await readdir(workTree, { withFileTypes: true })
  return entries.find((entry) => entry.isFile())?.name ?? 'README.md'
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

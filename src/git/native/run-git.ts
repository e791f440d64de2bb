/**
 * Starts git so that nothing the repository configures can run: no hooks, no fsmonitor, no pager, no external
 * diff, no lazy fetch, no prompt; and so that its output is the same on every machine. Never through a shell.
 */
import type { Subprocess } from 'bun'
import { throwIfAborted, UltragitError } from '../../base/errors.ts'
import { fetchMissing } from '../objects/fetch-missing.ts'
import { NamelessFile } from './nameless-file.ts'

/** How to start git for one repository. */
export interface GitProgram {
  readonly program: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
}

export interface GitRun {
  readonly status: number
  readonly stdout: Uint8Array
  readonly stderr: string
}

interface RunOptions {
  readonly input?: string | Uint8Array
  readonly signal?: AbortSignal | undefined
  /** Exit statuses besides 0 that the caller understands. */
  readonly expect?: readonly number[]
  /** The user asked for a fetch or a push: git may use whatever protocol it would use for them. */
  readonly network?: true
  /** It works long and says much, and must not wait for us to listen. */
  readonly whileBusy?: true
}

const settings = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.quotePath=false',
  'log.showSignature=false',
  'diff.suppressBlankEmpty=false',
  'diff.indentHeuristic=true',
  'diff.algorithm=myers',
  'gc.auto=0',
  'maintenance.auto=false',
].flatMap((setting) => ['-c', setting])

/** Runs git to its end; a status that is not expected throws with git's own words. */
export async function runGit(
  git: GitProgram,
  args: readonly string[],
  options: RunOptions = {},
): Promise<GitRun> {
  throwIfAborted(options.signal)
  const file = options.whileBusy ? NamelessFile.open() : undefined
  try {
    const child = spawnGit<'pipe' | number>(git, args, options, file?.fd ?? 'pipe')
    const output = child.stdout instanceof ReadableStream ? child.stdout.bytes() : undefined
    const [stderr, status] = await Promise.all([child.stderr.text(), child.exited])
    const run = { status, stderr, stdout: (await output) ?? file?.read() ?? new Uint8Array() }
    throwIfAborted(options.signal)
    if (status === 0 || options.expect?.includes(status)) return run
    if (file === undefined) throw gitFailure(args, run)
  } finally {
    file?.close()
  }
  // The disk may be full, or the file not grow as it should: a pipe is slower and needs neither.
  const { whileBusy: _, ...piped } = options
  return runGit(git, args, piped)
}

/** Git's output as it comes. Leaving the loop early ends git. */
export async function* streamGit(
  git: GitProgram,
  args: readonly string[],
  options: RunOptions = {},
): AsyncGenerator<Uint8Array> {
  throwIfAborted(options.signal)
  const child = spawnGit(git, args, options, 'pipe')
  const stderr = child.stderr.text()
  let finished = false
  try {
    for await (const chunk of child.stdout) yield chunk
    finished = true
  } finally {
    if (!finished) child.kill()
  }
  const status = await child.exited
  throwIfAborted(options.signal)
  if (status !== 0 && !options.expect?.includes(status))
    throw gitFailure(args, { status, stderr: await stderr })
}

/** A child whose three streams the caller drives itself. */
export function spawnGitConversation(
  git: GitProgram,
  args: readonly string[],
): Subprocess<'pipe', 'pipe', 'pipe'> {
  spawned++
  return Bun.spawn([git.program, ...settings, ...args], {
    cwd: git.cwd,
    env: hardenedEnv(git.env),
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
  })
}

let spawned = 0

/** How many processes were started so far, by all repositories: what a cold read pays for and a warm one must not. */
export function spawnCount(): number {
  return spawned
}

function spawnGit<Out extends 'pipe' | number>(
  git: GitProgram,
  args: readonly string[],
  options: RunOptions,
  stdout: Out,
) {
  spawned++
  return Bun.spawn([git.program, ...settings, ...args], {
    cwd: git.cwd,
    env: options.network ? networkEnv(git.env) : hardenedEnv(git.env),
    stdin: options.input === undefined ? 'ignore' : Buffer.from(options.input),
    stdout,
    stderr: 'pipe',
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  })
}

/** Output must not depend on the user's language, and nothing may ask, page, fetch or wait for a lock. */
function hardenedEnv(env: GitProgram['env']): Record<string, string> {
  const clean: Record<string, string> = {}
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && !dropped.has(name)) clean[name] = value
  }
  return Object.assign(clean, forced)
}

function networkEnv(env: GitProgram['env']): Record<string, string> {
  const { GIT_ALLOW_PROTOCOL: _none, GIT_NO_LAZY_FETCH: _lazy, ...rest } = hardenedEnv(env)
  const allowed = env.GIT_ALLOW_PROTOCOL
  return allowed === undefined ? rest : { ...rest, GIT_ALLOW_PROTOCOL: allowed }
}

const dropped = new Set([
  'GIT_EXTERNAL_DIFF',
  'GIT_PAGER',
  'GIT_DIFF_OPTS',
  'LANGUAGE',
  'GIT_GLOB_PATHSPECS',
  'GIT_ICASE_PATHSPECS',
])

const forced = {
  LC_ALL: 'C',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_LITERAL_PATHSPECS: '1',
  GIT_NO_LAZY_FETCH: '1',
  // git before 2.45 does not know the line above: with no protocol allowed a lazy fetch cannot start either.
  GIT_ALLOW_PROTOCOL: '',
}

/** Turns git's last words into our error, with a way out where we know one. */
export function gitFailure(args: readonly string[], run: Pick<GitRun, 'status' | 'stderr'>): UltragitError {
  const words = run.stderr
  const message = lastWords(words) ?? `exited with status ${run.status}`
  if (/dubious ownership/.test(words))
    return new UltragitError('git_failed', 'git refuses this repository: it belongs to another user', {
      hint: safeDirectoryCommand(words),
    })
  if (/not a git repository/i.test(words)) return new UltragitError('not_a_repository', message)
  if (/^(no such path |file .+ has only \d+ line)/.test(message))
    return new UltragitError('not_found', message)
  return new UltragitError('git_failed', `git ${args[0]}: ${withoutCredentials(message)}`, {
    hint: hintFor(words),
  })
}

/** What git died of; before it there may be warnings and errors on the way. */
function lastWords(words: string): string | undefined {
  const lines = words.split('\n').filter((line) => line.trim() !== '')
  const line =
    lines.find((each) => each.startsWith('fatal: ')) ??
    lines.find((each) => !each.startsWith('warning: ')) ??
    lines[0]
  return line?.replace(/^(fatal|error|warning): /, '')
}

function safeDirectoryCommand(words: string): string {
  const command = /git config --global --add safe\.directory .+/.exec(words)
  return command?.[0] ?? 'git config --global --add safe.directory <path>'
}

function hintFor(words: string): string | undefined {
  if (/promisor remote/.test(words)) return fetchMissing
  if (/packfile|pack|corrupt|loose object|inflate|unable to read/i.test(words)) return 'git fsck --full'
  return undefined
}

function withoutCredentials(text: string): string {
  return text.replace(/([a-z][a-z0-9+.-]*:\/\/)[^/@\s]+@/gi, '$1')
}

/** Real git repositories in temporary folders, which go with the room of `isolate.ts` when all tests are done. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export function tempFolder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'repo-')))
}

const epoch = 1_700_000_000

export class TempRepo {
  readonly dir: string
  #clock = epoch

  constructor(dir: string) {
    this.dir = dir
  }

  /** A new repository on branch `main`; extra arguments go to `git init`. */
  static init(...args: string[]): TempRepo {
    const repo = new TempRepo(tempFolder())
    repo.git('init', '-q', '-b', 'main', ...args)
    return repo
  }

  /** Runs git and gives its trimmed standard output; a failure throws with git's own words. */
  git(...args: string[]): string {
    return this.gitWith({}, ...args)
  }

  gitWith(options: { input?: string | Uint8Array; env?: Record<string, string> }, ...args: string[]): string {
    const run = this.tryGit(options, ...args)
    if (run.status !== 0) throw new Error(`git ${args.join(' ')} exited with ${run.status}: ${run.stderr}`)
    return run.stdout.trimEnd()
  }

  tryGit(
    options: { input?: string | Uint8Array; env?: Record<string, string> },
    ...args: string[]
  ): { status: number; stdout: string; stderr: string } {
    const run = Bun.spawnSync(['git', ...args], {
      cwd: this.dir,
      env: { ...process.env, ...this.#dates(), ...options.env },
      stdin: options.input === undefined ? 'ignore' : Buffer.from(options.input),
    })
    return { status: run.exitCode, stdout: run.stdout.toString(), stderr: run.stderr.toString() }
  }

  write(path: string, text: string | Uint8Array): void {
    const full = join(this.dir, path)
    mkdirSync(dirname(full), { recursive: true })
    writeFileSync(full, text)
  }

  /** Writes the files (null removes one), commits everything a minute after the last commit, gives the oid. */
  commit(files: Record<string, string | null>, message = 'change'): string {
    for (const [path, text] of Object.entries(files)) {
      if (text === null) rmSync(join(this.dir, path), { force: true })
      else this.write(path, text)
    }
    this.git('add', '-A')
    this.tick()
    this.git('commit', '-q', '--allow-empty', '-m', message)
    return this.head()
  }

  head(): string {
    return this.git('rev-parse', 'HEAD')
  }

  /** Moves the clock of the next commits. */
  tick(seconds = 60): void {
    this.#clock += seconds
  }

  note(commit: string, text: string, ref = 'ultragit'): void {
    this.gitWith({ input: text }, 'notes', `--ref=${ref}`, 'add', '-f', '-F', '-', commit)
  }

  #dates(): Record<string, string> {
    return { GIT_AUTHOR_DATE: `${this.#clock} +0000`, GIT_COMMITTER_DATE: `${this.#clock} +0000` }
  }
}

/** Repositories for checks: annotated commits in a line, and the answer of `check` or `impact` about them. */
import type { CheckAnswer, CheckFinding } from '../../../src/check/check-answer.ts'
import { call } from '../../cli/call.ts'
import { TempRepo } from '../../support/temp-repo.ts'

export type Files = Record<string, string | null>

/** A region as a test writes it: the rest is filled in. */
export interface RegionInput {
  readonly file: string
  readonly anchor?: string
  readonly [field: string]: unknown
}

export class CheckRepo extends TempRepo {
  static override init(): CheckRepo {
    const repo = new CheckRepo(TempRepo.init().dir)
    return repo
  }

  /** A commit with an annotation about these regions. */
  annotated(files: Files, regions: readonly RegionInput[], message = 'change'): string {
    const oid = this.commit(files, message)
    this.annotate(oid, regions)
    return oid
  }

  annotate(oid: string, regions: readonly RegionInput[]): void {
    this.note(
      oid,
      JSON.stringify({
        $schema: 'ultragit/v1',
        commit: oid,
        summary: 'why',
        regions: regions.map(({ anchor, ...region }) => ({
          ...(anchor === undefined ? {} : { ast_anchor: { name: anchor } }),
          intent: 'as it is',
          ...region,
        })),
      }),
    )
  }

  async check(args: readonly string[] = [], env: Record<string, string> = {}): Promise<Checked> {
    const run = await call(['check', '--format', 'json', ...args], {
      cwd: this.dir,
      env: { ...processEnv(), ...env },
    })
    const answer = JSON.parse(run.stdout) as CheckAnswer & {
      error?: { code: string; message: string; hint?: string }
    } // what the command prints
    return { ...run, answer, error: answer.error, findings: answer.findings ?? [] }
  }
}

export interface Checked {
  readonly status: number
  readonly stderr: string
  readonly answer: CheckAnswer
  readonly error: { readonly code: string; readonly message: string; readonly hint?: string } | undefined
  readonly findings: readonly CheckFinding[]
}

/** Findings of one rule, each as `file:line`. */
export function places({ findings }: Checked, rule: string): string[] {
  return findings.filter((one) => one.rule === rule).map(({ file, line }) => `${file}:${line}`)
}

/** What git needs of the isolated environment. */
export function processEnv(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

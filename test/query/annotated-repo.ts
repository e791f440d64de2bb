/** A repository with annotations written by hand, and the queries about it as values. */
import * as v from 'valibot'
import { asRepoPath } from '../../src/base/ids.ts'
import { deps } from '../../src/query/deps.ts'
import { type DepsAnswer, DepsAnswerSchema, DepsRequestSchema } from '../../src/query/deps-answer.ts'
import { history } from '../../src/query/history.ts'
import {
  type HistoryAnswer,
  HistoryAnswerSchema,
  HistoryRequestSchema,
} from '../../src/query/history-answer.ts'
import { summary } from '../../src/query/summary.ts'
import {
  type SummaryAnswer,
  SummaryAnswerSchema,
  SummaryRequestSchema,
} from '../../src/query/summary-answer.ts'
import { openSession, type Session } from '../../src/session.ts'
import { TempRepo } from '../support/temp-repo.ts'

export class AnnotatedRepo {
  readonly repo: TempRepo

  constructor(repo = TempRepo.init()) {
    this.repo = repo
  }

  /** Commits the files and annotates the commit with these regions. */
  commit(files: Record<string, string | null>, regions: readonly object[] = [], fields: object = {}): string {
    const oid = this.repo.commit(files)
    if (regions.length > 0) this.annotate(oid, regions, fields)
    return oid
  }

  annotate(oid: string, regions: readonly object[], fields: object = {}): void {
    const time = new Date(Number(this.repo.git('show', '-s', '--format=%ct', oid)) * 1000)
    const document = {
      $schema: 'ultragit/v1',
      commit: oid,
      timestamp: time.toISOString().replace('.000Z', 'Z'),
      summary: `about ${oid.slice(0, 7)}`,
      regions,
      ...fields,
    }
    this.repo.note(oid, JSON.stringify(document))
  }

  deps(path: string, request: object = {}): Promise<DepsAnswer> {
    return this.#ask(async (session) =>
      v.parse(
        DepsAnswerSchema,
        await deps(session, v.parse(DepsRequestSchema, { paths: [path], ...request }), {
          path: asRepoPath(path),
        }),
      ),
    )
  }

  history(path: string, request: object = {}): Promise<HistoryAnswer> {
    return this.#ask(async (session) =>
      v.parse(
        HistoryAnswerSchema,
        await history(session, v.parse(HistoryRequestSchema, { paths: [path], ...request }), {
          path: asRepoPath(path),
        }),
      ),
    )
  }

  summary(path: string, request: object = {}): Promise<SummaryAnswer> {
    return this.#ask(async (session) =>
      v.parse(
        SummaryAnswerSchema,
        await summary(session, v.parse(SummaryRequestSchema, { paths: [path], ...request }), {
          path: path === '' ? '' : asRepoPath(path),
        }),
      ),
    )
  }

  async #ask<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const session = await openSession({ cwd: this.repo.dir, env: process.env, flags: {} })
    try {
      return await work(session)
    } finally {
      session.close()
    }
  }
}

/** A function of some lines that resemble those of no other name. */
export function functionOf(name: string, lines = 4): string {
  const body = Array.from(
    { length: lines },
    (_, at) => `  const ${name}${at} = ${name}Step${at}(input, ${at})\n`,
  )
  return `export function ${name}(input: string) {\n${body.join('')}  return ${name}0\n}\n`
}

export function region(file: string, anchor: string | undefined, fields: object = {}): object {
  return {
    file,
    ...(anchor === undefined ? {} : { ast_anchor: { type: 'function', name: anchor } }),
    intent: `why ${anchor ?? file}`,
    ...fields,
  }
}

/** The figures as a table to read and as data to keep. */
import { cpus } from 'node:os'
import type { Outcome, Row } from './row.ts'

export type Verdict =
  | { readonly kind: 'measured'; readonly outcome: Outcome }
  | { readonly kind: 'not yet'; readonly missing: string }
  | { readonly kind: 'failed'; readonly reason: string }

export interface Reported {
  readonly row: Row
  readonly verdict: Verdict
}

export function tableOf(reported: readonly Reported[]): string {
  const cells = [
    ['id', 'what', 'against', 'goal', 'result', ''],
    ...reported.map(({ row, verdict }) => [row.id, row.what, row.against, row.goal, ...resultOf(verdict)]),
  ]
  const widths = (cells[0] ?? []).map((_, at) =>
    Math.max(...cells.map((line) => Bun.stringWidth(line[at] ?? ''))),
  )
  const lines = cells.map((line) =>
    line
      .map((cell, at) => pad(cell, widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  return `${lines.join('\n')}\n`
}

export function detailsOf({ row, verdict }: Reported): string {
  const [result, mark] = resultOf(verdict)
  const details = verdict.kind === 'measured' ? verdict.outcome.details : []
  return [`${row.id}  ${result}  ${mark}`, ...details.map((line) => `      ${line}`), ''].join('\n')
}

export function jsonOf(reported: readonly Reported[], about: Readonly<Record<string, unknown>>): string {
  const machine = {
    cpu: cpus()[0]?.model,
    cores: cpus().length,
    platform: process.platform,
    bun: Bun.version,
  }
  const rows = reported.map(({ row: { id, what, against, goal }, verdict }) => ({
    id,
    what,
    against,
    goal,
    ...(verdict.kind === 'measured' ? { kind: verdict.kind, ...verdict.outcome } : verdict),
  }))
  return `${JSON.stringify({ ...about, machine, rows }, null, 2)}\n`
}

function resultOf(verdict: Verdict): [result: string, mark: string] {
  switch (verdict.kind) {
    case 'measured':
      return [verdict.outcome.result, verdict.outcome.isMet ? 'met' : 'MISSED']
    case 'not yet':
      return ['not yet', `no '${verdict.missing}'`]
    case 'failed':
      return ['failed', verdict.reason.split('\n', 1)[0]?.slice(0, 120) ?? '']
    default:
      return verdict satisfies never
  }
}

function pad(cell: string, width: number): string {
  return cell + ' '.repeat(Math.max(0, width - Bun.stringWidth(cell)))
}

/** One line of the table: what is measured, against what, and how it came out. */
import type { Spread } from './measure.ts'
import type { BenchRepo, VariantName } from './repositories.ts'

export interface Bench {
  readonly binary: string
  readonly runs: number
  /** The generated repository, or the one given with `--repo`, whatever the variant. */
  repo(variant: VariantName): Promise<BenchRepo>
  /** Whether the binary has a command, by its words. */
  has(...words: readonly string[]): boolean
  log(line: string): void
}

export interface Outcome {
  readonly times: Readonly<Record<string, Spread>>
  /** What the goal speaks of, as text: `0.31×`, `p50 2.1 ms`. */
  readonly result: string
  readonly isMet: boolean
  readonly details: readonly string[]
}

export interface Row {
  readonly id: string
  readonly what: string
  readonly against: string
  readonly goal: string
  /** Commands it needs; while the binary lacks one the row says `not yet`. */
  readonly needs: readonly (readonly string[])[]
  /** Whether it can be asked of any repository. */
  readonly anyRepo: boolean
  run(bench: Bench): Promise<Outcome>
}

export function ratio(value: number): string {
  return `${value < 0.1 ? value.toFixed(3) : value.toFixed(2)}×`
}

export function milliseconds(value: number): string {
  return value < 10
    ? `${value.toFixed(2)} ms`
    : value < 1_000
      ? `${value.toFixed(0)} ms`
      : `${(value / 1_000).toFixed(2)} s`
}

export function spreadText({ p10, p50, p90 }: Spread): string {
  return `${milliseconds(p50)} (${milliseconds(p10)}–${milliseconds(p90)})`
}

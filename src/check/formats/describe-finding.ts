/** The words of a finding that every format for people shows. */
import { visibleLine, visibleText } from '../../read/render/safe-text.ts'
import type { CheckAnswer, CheckFinding } from '../check-answer.ts'

/** What was recorded, a line each, in its own words. */
export function recordedWords({ constraints, dependents }: CheckFinding): string[] {
  return [
    ...(constraints ?? []).map(
      ({ text, source, commit }) =>
        `constraint (${source ?? 'author'}, ${commit.slice(0, 12)}): ${visibleText(text)}`,
    ),
    ...(dependents ?? []).map(({ file, anchor, nature, commit }) => {
      const where = anchor === undefined ? file : `${file}#${anchor}`
      const words = nature === undefined ? '' : `: ${visibleText(nature)}`
      return `relied on by ${visibleLine(where)} (${commit.slice(0, 12)})${words}`
    }),
  ]
}

/** `src/a.ts:12`, or the commit where there is no file. */
export function addressOf({ file, line, commit }: CheckFinding): string {
  if (file === undefined) return commit.slice(0, 12)
  return line === undefined ? visibleLine(file) : `${visibleLine(file)}:${line}`
}

export function totals({ stats, query }: CheckAnswer): string {
  const found =
    stats.errors + stats.warnings === 0
      ? 'no findings'
      : `${counted(stats.errors, 'error')}, ${counted(stats.warnings, 'warning')}`
  const annotated = `${stats.annotated} of ${counted(stats.commits, 'commit')} annotated`
  return `${found}; ${annotated} (${visibleLine(query.range)})`
}

export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}

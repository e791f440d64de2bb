import type { AnswerRegion } from '../answer.ts'

/** Files in the order of their strongest region. */
export function groupByFile(regions: readonly AnswerRegion[]): [file: string, regions: AnswerRegion[]][] {
  return [...Map.groupBy(regions, ({ file }) => file)]
}

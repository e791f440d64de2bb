/** The answer for programs: one line. */
import type { ReadAnswer } from '../answer.ts'
import { safeJson } from './safe-text.ts'

export function renderJson(answer: ReadAnswer): string {
  return safeJson(answer)
}

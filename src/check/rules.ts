/** Every rule, in the order of reports. */
import type { Rule } from './finding.ts'
import { anchor } from './rules/anchor.ts'
import { constraint } from './rules/constraint.ts'
import { coverage } from './rules/coverage.ts'
import { dangling } from './rules/dangling.ts'
import { dependent } from './rules/dependent.ts'
import { invalid } from './rules/invalid.ts'
import { missing } from './rules/missing.ts'
import { orphaned } from './rules/orphaned.ts'

export const rules: readonly Rule[] = [
  missing,
  invalid,
  anchor,
  dangling,
  constraint,
  dependent,
  orphaned,
  coverage,
]

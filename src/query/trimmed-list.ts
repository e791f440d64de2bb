/** What a budget took from a list, in the answers of deps, history and summary. */
import * as v from 'valibot'

export const TrimmedListSchema = v.object({
  budget: v.number(),
  estimate: v.number(),
  shortened: v.number(),
  dropped: v.number(),
  commits: v.optional(v.array(v.string())),
})

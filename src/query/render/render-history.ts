/** How `history` is shown, and what goes first when there is little room: long texts, then the oldest entries. */
import type { HistoryAnswer, HistoryEntry } from '../history-answer.ts'
import { shortenTexts } from '../trim-query.ts'
import { historyBlocks } from './history-blocks.ts'
import type { QueryRendering } from './render-query.ts'

export const historyRendering: QueryRendering<HistoryAnswer> = {
  blocks: historyBlocks,
  count: ({ timeline }) => timeline.length,
  stages: ({ timeline }) => [
    shorten(['reasoning', 'risk_notes', 'corrections', 'related_context', 'commit_message'], {
      length: 240,
      items: 3,
    }),
    shorten(['reasoning', 'risk_notes', 'alternatives', 'corrections', 'related_context'], {
      length: 80,
      items: 1,
    }),
    {
      count: Math.max(0, timeline.length - 1),
      apply: (answer, done) => withTimeline(answer, answer.timeline.slice(done)),
    },
    shorten(['reasoning', 'risk_notes', 'alternatives', 'corrections', 'related_context', 'intent'], {
      length: 40,
      items: 1,
    }),
    shorten(['constraints', 'commit_message', 'author'], { length: 60, items: 1 }),
    {
      count: 1,
      apply: (answer) =>
        withTimeline(
          answer,
          answer.timeline.map(
            ({
              reasoning: _r,
              alternatives: _a,
              corrections: _c,
              related_context: _x,
              risk_notes: _n,
              ...rest
            }) => rest,
          ),
        ),
    },
  ],
}

function shorten(keys: readonly (keyof HistoryEntry)[], limits: { length: number; items: number }) {
  return {
    count: 1,
    apply: (answer: HistoryAnswer) =>
      withTimeline(
        answer,
        answer.timeline.map((entry) => shortenTexts(entry, keys, limits)),
      ),
  }
}

function withTimeline(answer: HistoryAnswer, timeline: HistoryEntry[]): HistoryAnswer {
  return { ...answer, timeline, stats: { ...answer.stats, entries_returned: timeline.length } }
}

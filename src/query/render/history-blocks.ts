/** The answer of `history` as blocks: one per entry, oldest first. */

import type { Block, Blocks } from '../../read/render/blocks.ts'
import { regionFields } from '../../read/render/region-fields.ts'
import { visibleLine } from '../../read/render/safe-text.ts'
import type { HistoryAnswer, HistoryEntry } from '../history-answer.ts'
import { frameSections, list, short } from './parts.ts'

export function historyBlocks(answer: HistoryAnswer): Blocks {
  const { path, anchor } = answer.query
  return {
    opening:
      answer.timeline.length > 0
        ? undefined
        : `Nothing is recorded about ${anchor === undefined ? path : `${path}#${anchor}`} yet.`,
    blocks: answer.timeline.map(entryBlock),
    sections: frameSections(answer),
  }
}

function entryBlock(entry: HistoryEntry): Block {
  return {
    heading: entry.timestamp?.slice(0, 10) ?? short(entry.commit),
    name: entry.commit_message,
    status: entry.status,
    facts: [
      ...(entry.file === undefined
        ? []
        : [entry.anchor === undefined ? entry.file : `${entry.file}#${entry.anchor}`]),
      ...(entry.status === undefined ? [] : [entry.status]),
      ...(entry.via === 'related' ? ['related'] : entry.reach === undefined ? [] : [`reach ${entry.reach}`]),
      `commit ${short(entry.commit)}`,
      ...(entry.author === undefined ? [] : [entry.author]),
      ...(entry.provenance === undefined || entry.provenance === 'initial' ? [] : [entry.provenance]),
    ].map(visibleLine),
    fields: [
      ...regionFields(entry as unknown as Parameters<typeof regionFields>[0]), // the fields it shows are those of a region
      ...list(
        'Refers to',
        entry.related_context?.map(({ commit, anchor, relationship }) =>
          [short(commit), anchor, relationship].filter((part) => part !== undefined).join(' '),
        ),
      ),
    ],
  }
}

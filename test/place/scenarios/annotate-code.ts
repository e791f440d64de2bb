/** Annotations as `ultragit annotate` writes them, and what the generator remembers of each. */
import type { Region } from '../../../src/annotation/schema.ts'
import { sketchAddedLines } from '../../../src/annotation/trace/added-lines.ts'
import { fingerprintUnit } from '../../../src/annotation/trace/unit-fingerprint.ts'
import { isSignificant, type LineRange } from '../../../src/base/lines.ts'
import { diffLines } from '../../../src/git/diff/diff-lines.ts'
import { hashObject } from '../../../src/git/objects/hash-object.ts'
import { type CodeTree, type Language, type Located, locateAll, pathOf, renderTree } from './code-tree.ts'

/** What a region says about its place. */
export type RegionFacts = 'unit' | 'anchor' | 'lines' | 'part'

export interface AnnotatedFn {
  /** Its intent: how it is known again in an answer. */
  readonly key: string
  readonly fn: number
  readonly facts: RegionFacts
  /** The text of the whole function then. */
  readonly unitText: readonly string[]
  /** Decides which part of the function a `part` is about. */
  readonly luck: number
  fate: 'merged' | 'unmerged' | 'reverted' | 'replaced'
}

interface RegionContext {
  readonly tree: CodeTree
  readonly before: CodeTree
  readonly language: Language
  readonly withTraces: boolean
}

export function makeRegion(one: AnnotatedFn, { tree, before, language, withTraces }: RegionContext): Region {
  const located = locateAll(tree, language).get(one.fn)
  if (located === undefined) throw new Error(`function ${one.fn} is not in the tree`)
  const { path, lines, text, anchor } = located
  const range = partOf(one, located)
  const region: Region = {
    file: path,
    ...(one.facts === 'lines' ? {} : { ast_anchor: { type: 'function', name: anchor } }),
    ...(one.facts === 'anchor' ? {} : { lines: { ...range } }),
    intent: one.key,
  }
  if (!withTraces) return region
  const now = renderTree(tree, language).get(path) ?? ''
  const oldPath = pathOf(before, one.fn)
  const was = (oldPath === undefined ? undefined : renderTree(before, language).get(oldPath)) ?? ''
  const added = sketchAddedLines(addedIn(was, now, one.facts === 'anchor' ? lines : range))
  return {
    ...region,
    trace: {
      blob: hashObject('blob', Buffer.from(now), 'sha1'),
      unit: fingerprintUnit(text.join('\n'), anchor),
      ...(added === undefined ? {} : { added }),
    },
  }
}

/** Half of the function's lines, or all of them. */
export function partOf({ facts, luck }: AnnotatedFn, { lines }: Pick<Located, 'lines'>): LineRange {
  if (facts !== 'part') return lines
  const length = lines.end - lines.start + 1
  const half = Math.ceil(length / 2)
  const start = lines.start + Math.floor(luck * (length - half + 1))
  return { start, end: start + half - 1 }
}

export function annotationText(commit: string, regions: readonly Region[]): string {
  return JSON.stringify({
    $schema: 'ultragit/v1',
    commit,
    timestamp: '2024-01-01T00:00:00Z',
    summary: `why ${commit.slice(0, 7)}`,
    context_level: 'enhanced',
    regions,
    provenance: { operation: 'initial' },
  })
}

function addedIn(before: string, after: string, { start, end }: LineRange): string[] {
  const now = after.split('\n')
  return diffLines(before.split('\n'), now, { ignoreWhitespace: 'all' })
    .flatMap(({ newStart, newCount }) => Array.from({ length: newCount }, (_, at) => newStart + at))
    .filter((line) => line >= start && line <= end)
    .map((line) => now[line - 1] ?? '')
    .filter(isSignificant)
}

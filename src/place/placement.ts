/** Where a region is in today's text. */
import type { RepoPath } from '../base/ids.ts'
import type { LineRange } from '../base/lines.ts'
import type { Unit } from '../outline/unit.ts'
import type { Text } from './texts.ts'

export type Status = 'current' | 'changed' | 'moved' | 'gone' | 'unmerged' | 'unknown'

/** How an annotated commit can be reached. */
export type Reachability = 'head' | 'other-ref' | 'none'

export interface Placement {
  readonly status: Status
  /** Today's file; undefined when the region has no place. */
  readonly path: RepoPath | undefined
  readonly unit: Unit | undefined
  /** Today's lines on which its significant lines stand, ascending. */
  readonly landed: readonly number[]
  readonly currentLines: LineRange | undefined
  readonly linesThen: LineRange | undefined
  /** 0 to 1; null when it cannot be known. */
  readonly survival: number | null
  /** What is left of its anchor. */
  readonly anchorStands: 'signature' | 'name' | 'lines' | 'gone'
}

/** A file as the reader sees it today. */
export interface TodayFile {
  readonly path: RepoPath
  /** Its name in HEAD, where a rename stands only in the index. */
  readonly headPath: RepoPath
  readonly text: Text
  readonly units: readonly Unit[]
  readonly language: string | undefined
}

export function nowhere(status: Status, linesThen?: LineRange): Placement {
  return {
    status,
    path: undefined,
    unit: undefined,
    landed: [],
    currentLines: undefined,
    linesThen,
    survival: status === 'gone' ? 0 : null,
    anchorStands: 'gone',
  }
}

/** All rows, in the order of the table. */
import type { Row } from './row.ts'
import { afterCommitRow, afterNoteRow } from './rows/after-commit.ts'
import { checkRangeRow } from './rows/check-range.ts'
import { coldReadRows } from './rows/cold-read.ts'
import { folderSummaryRow } from './rows/folder-summary.ts'
import { indexBuildRow } from './rows/index-build.ts'
import { manyDependentsRow, orphanedRow } from './rows/many-notes.ts'
import { memoryRow } from './rows/memory.ts'
import { parallelWritesRow } from './rows/parallel-writes.ts'
import { handshakeRow, versionRow } from './rows/start.ts'
import { warmReadRow } from './rows/warm-read.ts'

export const rows: readonly Row[] = [
  warmReadRow,
  ...coldReadRows,
  afterCommitRow,
  handshakeRow,
  manyDependentsRow,
  indexBuildRow,
  afterNoteRow,
  folderSummaryRow,
  parallelWritesRow,
  memoryRow,
  versionRow,
  checkRangeRow,
  orphanedRow,
]

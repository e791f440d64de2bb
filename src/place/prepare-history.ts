/** What later questions need to walk history quickly, written beside the index. */
import type { Session } from '../session.ts'

export interface PrepareOptions {
  readonly signal?: AbortSignal | undefined
  /** Also where there is one of lately: it may lack the newest commits. */
  readonly anew?: boolean
}

/** Nothing where the disk is to be left alone. */
export async function prepareHistory(
  session: Session,
  { signal, anew = false }: PrepareOptions = {},
): Promise<void> {
  const { historyGraph } = session.repository
  if (historyGraph === undefined || session.index().store.file === undefined) return
  const { oid } = await session.repository.head()
  if (oid === undefined || historyGraph.isOf(oid) || (!anew && historyGraph.isRecent())) return
  await historyGraph.write(oid, signal)
}

/** Progress for a client that sent a token: not more often than a person can see, and only forward. */
import type { ServerContext } from '@modelcontextprotocol/server'

const pause = 100

export function progressReporter({
  _meta,
  notify,
}: ServerContext['mcpReq']): ((done: number, total: number) => void) | undefined {
  const progressToken = _meta?.progressToken
  if (progressToken === undefined) return undefined
  let [said, saidAt] = [-1, Number.NEGATIVE_INFINITY]
  return (done, total) => {
    const now = performance.now()
    if (done <= said || (done < total && now - saidAt < pause)) return
    ;[said, saidAt] = [done, now]
    const params = { progressToken, progress: done, total }
    // The answer does not depend on it.
    notify({ method: 'notifications/progress', params }).catch(() => {})
  }
}

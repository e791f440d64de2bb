/** What stands on standard input, kept: it can be read once only, and the work may have to be done twice. */
import type { Surroundings } from '../command.ts'

type Source = NonNullable<Surroundings['stdin']>

/** More than any command takes. */
const mostKept = 4 * 1024 * 1024

export interface KeptInput {
  readonly bytes: Uint8Array
  /** False when there is more of it than is kept. */
  readonly isWhole: boolean
  /** All of it again, from the start; the part that was not kept only once. */
  readonly source: Source
}

export async function keepInput(source: Source | undefined): Promise<KeptInput> {
  const parts: Uint8Array[] = []
  let length = 0
  const rest = source?.stream()[Symbol.asyncIterator]()
  let isWhole = rest === undefined
  while (rest !== undefined && length <= mostKept) {
    const next = await rest.next()
    isWhole = next.done === true
    if (isWhole) break
    parts.push(next.value)
    length += next.value.length
  }
  const bytes = Buffer.concat(parts)
  async function* stream() {
    yield bytes
    while (!isWhole && rest !== undefined) {
      const next = await rest.next()
      if (next.done === true) return
      yield next.value
    }
  }
  return { bytes, isWhole, source: { isTerminal: () => source?.isTerminal() !== false, stream } }
}

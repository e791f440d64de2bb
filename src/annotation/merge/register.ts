/**
 * Text of which nothing may be lost: the current write, and by their text all writes that ever were (the current one
 * among them). Merging takes the greatest current write and the union of the rest. The current write is kept apart and
 * not simply the greatest of all: a text that lost once must not come back because a clock was wrong.
 */
import { type Compare, compareWrites, mergeWrites, type Write } from './write.ts'

export interface Register<T> {
  readonly current: Write<T> | undefined
  readonly writes: ReadonlyMap<string, Write<T>>
}

export function makeRegister<T>(
  current: Write<T> | undefined,
  others: readonly Write<T>[],
  textOf: (value: T) => string,
): Register<T> {
  const writes = new Map<string, Write<T>>()
  for (const write of current === undefined ? others : [current, ...others])
    addWrite(writes, textOf(write.value), write)
  return { current, writes }
}

/** A text counts as removed only when the base had it and one side has it no more. */
export function mergeRegisters<T>(
  base: Register<T> | undefined,
  ours: Register<T>,
  theirs: Register<T>,
  compareCurrent: Compare<T> = compareWrites,
): Register<T> {
  const current = mergeWrites(base?.current, ours.current, theirs.current, compareCurrent)
  const writes = new Map<string, Write<T>>()
  for (const [side, other] of [
    [ours, theirs],
    [theirs, ours],
  ] as const) {
    for (const [text, write] of side.writes) {
      if (other.writes.has(text) || base?.writes.has(text) !== true || write === current)
        addWrite(writes, text, write)
    }
  }
  return { current, writes }
}

/** The writes that are not what the field says now. */
export function otherWrites<T>(register: Register<T>): Write<T>[] {
  const { current, writes } = register
  return [...writes.values()].filter((write) => current === undefined || compareWrites(write, current) !== 0)
}

function addWrite<T>(writes: Map<string, Write<T>>, text: string, write: Write<T>): void {
  const known = writes.get(text)
  if (known === undefined || compareWrites(write, known) > 0) writes.set(text, write)
}

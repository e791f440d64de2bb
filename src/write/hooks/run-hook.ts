/** What the installed git hooks do. Each is quick when there is nothing to do. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isOid, type Oid } from '../../base/ids.ts'
import type { Session } from '../../session.ts'
import { type CarriedOver, carryOver, type Succession } from '../carry-over.ts'
import { changeNotes } from '../change-notes.ts'

export interface HookCall {
  readonly args: readonly string[]
  /** What git says on standard input. */
  readonly input: () => Promise<string>
}

export const hookNames = ['prepare-commit-msg', 'post-commit', 'post-rewrite'] as const

/** How many commits got annotations. */
export const hooks: Readonly<
  Record<(typeof hookNames)[number], (session: Session, call: HookCall) => Promise<number>>
> = {
  'prepare-commit-msg': rememberSquash,
  'post-commit': carrySquash,
  'post-rewrite': carryRewritten,
}

interface PendingSquash {
  readonly head: string | null
  readonly sources: readonly string[]
}

function pendingFile({ repository }: Session): string {
  return join(repository.layout.gitDir, 'ultragit-squash')
}

/** `merge --squash` leaves the list of its commits in SQUASH_MSG, whatever the hook is told about the message. */
async function rememberSquash(session: Session): Promise<number> {
  const file = pendingFile(session)
  const squash = join(session.repository.layout.gitDir, 'SQUASH_MSG')
  const sources = existsSync(squash)
    ? readFileSync(squash, 'utf8')
        .split('\n')
        .flatMap((line) => /^commit ([0-9a-f]{40,64})\b/.exec(line)?.[1] ?? [])
    : []
  if (sources.length === 0)
    rmSync(file, { force: true }) // an earlier squash was given up
  else {
    const { oid } = await session.repository.head()
    const pending: PendingSquash = { head: oid ?? null, sources }
    writeFileSync(file, JSON.stringify(pending))
  }
  return 0
}

async function carrySquash(session: Session): Promise<number> {
  const file = pendingFile(session)
  if (!existsSync(file)) return 0
  const pending = JSON.parse(readFileSync(file, 'utf8')) as PendingSquash // written by ourselves, a moment ago
  rmSync(file, { force: true })
  const { repository } = session
  const target = (await repository.head()).oid
  if (target === undefined) return 0
  const parent = (await repository.readCommits([target])).get(target)?.parents[0]
  if ((parent ?? null) !== pending.head) return 0
  return carryAll(session, [{ target, sources: pending.sources.filter(isOid), operation: 'squash' }])
}

/** `<old> <new>` a line. git has copied the notes already, if it was told to; this makes one document of them. */
async function carryRewritten(session: Session, { args, input }: HookCall): Promise<number> {
  const sources = new Map<Oid, Oid[]>()
  for (const line of (await input()).split('\n')) {
    const [old = '', target = ''] = line.split(' ')
    if (isOid(old) && isOid(target)) sources.set(target, [...(sources.get(target) ?? []), old])
  }
  const successions = [...sources].map(([target, olds]): Succession => {
    const operation = args[0] === 'amend' ? 'amend' : olds.length > 1 ? 'squash' : 'rebase'
    return { target, sources: olds, operation }
  })
  return carryAll(session, successions)
}

async function carryAll(session: Session, successions: readonly Succession[]): Promise<number> {
  if (successions.length === 0) return 0
  const { value } = await changeNotes(session, async (current) => {
    const carried: CarriedOver[] = []
    for (const succession of successions) {
      const one = await carryOver(session.repository, current, succession)
      if (one !== undefined) carried.push(one)
    }
    const changes = carried.map(({ change }) => change)
    return { changes, message: 'Notes carried over by ultragit', value: changes.length }
  })
  return value
}

/** A writer killed at any instant leaves the notes as they were before its write or after it. */
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Oid } from '../../src/base/ids.ts'
import { changeNotes } from '../../src/write/change-notes.ts'
import { Random } from '../support/random.ts'
import { TempRepo } from '../support/temp-repo.ts'
import { expectSoundNotes, importCommits, notesByGit, ref, sessionIn } from './annotated-repo.ts'

const kills = 200
const lanes = 2
const worker = join(import.meta.dir, 'write-worker.ts')

interface Seen {
  readonly done: Map<string, number>
  /** All that was begun on a target, whether or not it was reported. */
  readonly begun: Map<string, number[]>
  inside: number
}

test(`${kills} kills in the middle of writing lose nothing that was reported, and block nobody`, async () => {
  const repo = TempRepo.init()
  const commits = importCommits(repo, 40 * lanes)
  repo.note(commits[0] ?? '', '{"number":-3}') // the ref is there from the start
  const seen: Seen = { done: new Map(), begun: new Map(), inside: 0 }
  await Promise.all(
    Array.from({ length: lanes }, (_, lane) =>
      killAgainAndAgain(repo, commits.slice(lane * 40, lane * 40 + 40), { seen, random: new Random(lane) }),
    ),
  )
  const session = await sessionIn(repo)
  const last = commits[0] as Oid
  await changeNotes(session, async () => ({
    changes: [{ target: last, text: '{"number":-1}\n' }],
    message: 'after all kills',
    value: undefined,
  }))
  session.close()
  const notes = notesByGit(repo)
  expect(notes.get(last)).toBe('{"number":-1}')
  let reported = 0
  for (const [target, number] of seen.done) {
    if (target === last) continue
    reported += 1
    const kept = (JSON.parse(notes.get(target) ?? '{"number":-2}') as { number: number }).number
    // Writes that were begun later and never reported may have been made, or not.
    const later = (seen.begun.get(target) ?? []).filter((begun) => begun > number)
    expect([number, ...later]).toContain(kept)
  }
  expect(reported).toBeGreaterThan(40)
  expect(seen.inside).toBeGreaterThan(kills * 0.7)
  expectSoundNotes(repo)
}, 120_000)

async function killAgainAndAgain(
  repo: TempRepo,
  commits: readonly Oid[],
  { seen, random }: { readonly seen: Seen; readonly random: Random },
): Promise<void> {
  let next = 0
  for (let round = 0; round < kills / lanes; round++) {
    const child = Bun.spawn([process.execPath, worker, repo.dir, String(next), ...commits], {
      env: process.env,
      stdout: 'pipe',
      stderr: 'inherit',
    })
    const lines = await readUntilKilled(child, random.int(0, 70) + random.next())
    let isInside = false
    for (const line of lines) {
      const [what, target = '', number = '0'] = line.split(' ')
      isInside = what === 'begin'
      if (isInside) seen.begun.set(target, [...(seen.begun.get(target) ?? []), Number(number)])
      else seen.done.set(target, Number(number))
      next = Number(number) + 1
    }
    if (isInside) seen.inside += 1
    expect(repo.tryGit({}, 'cat-file', '-e', `${ref}^{tree}`).status).toBe(0)
  }
}

/** What it said; it is killed that many milliseconds after its first word. */
async function readUntilKilled(
  child: Bun.Subprocess<'ignore', 'pipe', 'inherit'>,
  after: number,
): Promise<string[]> {
  let text = ''
  let isTimed = false
  for await (const chunk of child.stdout) {
    if (!isTimed) setTimeout(() => child.kill('SIGKILL'), after)
    isTimed = true
    text += Buffer.from(chunk).toString()
  }
  await child.exited
  return text.split('\n').slice(0, -1)
}

/**
 * Many writers at once share one process: the first to have the turn works for all who ask meanwhile, so that the parser
 * is loaded once and notes go into one commit. Nobody depends on it. Whoever gets no whole answer does the work itself,
 * with the same time stamp, and what was written already is then found written.
 */
import type { WriteTurn } from '../../store/write-turn.ts'
import type { Surroundings } from '../command.ts'
import { forManyWriters } from '../lean-environment.ts'
import { askLeader } from './ask-leader.ts'
import { type Call, type Done, handOver } from './hand-over.ts'
import { kinship } from './kinship.ts'
import { findMeetingPlace, isSomebodyThere, type MeetingPlace, openMeetingPlace } from './meeting-place.ts'
import { keepInput } from './standard-input.ts'

/** Milliseconds. */
const patience = 20_000
const shortestPause = 2
const longestPause = 80

/** Commands that write nothing: they may ask, and leave nothing behind. */
const readingWords = new Set(['--template', '--dry-run', '--help', '-h', '--version', '-V'])

/** The same command in a process with other settings; comes back only where that cannot be. */
type StartOver = (settings: Readonly<Record<string, string>>) => void

export async function workTogether(
  argv: readonly string[],
  surroundings: Surroundings,
  startOver: StartOver,
): Promise<number> {
  const place = findMeetingPlace(surroundings.cwd, surroundings.env)
  const call: Call = { argv, surroundings, now: undefined, input: undefined }
  if (place === undefined) return workAlone(call)
  const kin = kinship(surroundings.env)
  const outcome = await meet(place, call, kin)
  if ('status' in outcome) return tell(outcome, surroundings)
  // What was handed over keeps its stamp and its input: that work goes on here.
  if (outcome.call.now === undefined) startOver(forManyWriters)
  if ('turn' in outcome) {
    const { lead } = await import('./lead.ts')
    return lead(place, outcome.call, { kin, turn: outcome.turn })
  }
  return workAlone(outcome.call)
}

type Outcome = Done | { readonly call: Call; readonly turn: WriteTurn } | { readonly call: Call }

/** Until somebody did the work, or the turn is ours, or it is better not to wait. */
async function meet(place: MeetingPlace, first: Call, kin: string): Promise<Outcome> {
  let call = first
  const giveUpAt = performance.now() + patience
  const mayLead = !call.argv.some((word) => readingWords.has(word))
  for (let pause = shortestPause; performance.now() < giveUpAt; pause = Math.min(longestPause, pause * 2)) {
    if (isSomebodyThere(place)) {
      const left = giveUpAt - performance.now()
      call = { ...call, now: call.now ?? new Date() }
      const answer = await askLeader(handOver(call, kin), { socket: place.socket, patience: left })
      if (answer === 'alone') return { call }
      if (answer === 'input') {
        const { bytes, isWhole, source } = await keepInput(call.surroundings.stdin)
        call = {
          ...call,
          surroundings: { ...call.surroundings, stdin: source },
          now: new Date(),
          input: bytes,
        }
        if (!isWhole) return { call }
        continue
      }
      if (answer !== undefined) return answer
    }
    if (!mayLead) return { call }
    const turn = await tryTurn(place)
    if (turn === 'none') return { call }
    if (turn !== undefined) return { call, turn }
    // Apart from each other, so that a hundred who wait do not ask at the same moment.
    await Bun.sleep(pause * (0.5 + Math.random()))
  }
  return { call }
}

/** What takes turns is loaded by those only who find nobody. */
async function tryTurn(place: MeetingPlace): Promise<WriteTurn | 'none' | undefined> {
  try {
    const { takeTurn } = await import('../../store/write-turn.ts')
    return openMeetingPlace(place) ? takeTurn(place.folder) : 'none'
  } catch {
    return 'none' // whatever is wrong there, the write itself says it better
  }
}

function tell({ status, said }: Done, { stdout, stderr }: Surroundings): number {
  for (const [stream, text] of said) (stream === 1 ? stdout : stderr).write(text)
  return status
}

async function workAlone({ argv, surroundings, now }: Call): Promise<number> {
  const { run } = await import('../run.ts')
  return run(argv, { ...surroundings, ...(now === undefined ? {} : { now }) })
}

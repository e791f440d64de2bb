/** Works for all: does its own work, and meanwhile and afterwards that of the others who ask. */
import type { WriteTurn } from '../../store/write-turn.ts'
import { Desk } from './desk.ts'
import type { Call } from './hand-over.ts'
import type { MeetingPlace } from './meeting-place.ts'

export interface Leadership {
  readonly kin: string
  readonly turn: WriteTurn
}

/** For whoever has the turn, which is given back at the end, or at once where nobody can be served. */
export async function lead(place: MeetingPlace, call: Call, { kin, turn }: Leadership): Promise<number> {
  let opening: ReturnType<typeof openWorkshop> | undefined
  const workshop = () => {
    opening ??= openWorkshop()
    return opening
  }
  // Before all that takes time to load: from now on others need not begin.
  const desk = Desk.open(place, async (message, signal) => (await workshop()).serve(message, kin, signal))
  if (desk === undefined) turn.close()
  try {
    return await (await workshop()).runOwn(call)
  } finally {
    await desk?.closeWhenDone()
    turn.close()
    ;(await workshop()).close()
  }
}

async function openWorkshop() {
  const { Workshop } = await import('./workshop.ts')
  return new Workshop()
}

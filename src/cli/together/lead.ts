/** Works for all: does its own work, and meanwhile and afterwards that of the others who ask. */
import { Desk } from './desk.ts'
import type { Call } from './hand-over.ts'
import type { MeetingPlace } from './meeting-place.ts'

/** For whoever has the turn. */
export async function lead(place: MeetingPlace, call: Call, kin: string): Promise<number> {
  let opening: ReturnType<typeof openWorkshop> | undefined
  const workshop = () => {
    opening ??= openWorkshop()
    return opening
  }
  // Before all that takes time to load: from now on others need not begin.
  const desk = Desk.open(place, async (message, signal) => (await workshop()).serve(message, kin, signal))
  try {
    return await (await workshop()).runOwn(call)
  } finally {
    await desk?.closeWhenDone()
    ;(await workshop()).close()
  }
}

async function openWorkshop() {
  const { Workshop } = await import('./workshop.ts')
  return new Workshop()
}

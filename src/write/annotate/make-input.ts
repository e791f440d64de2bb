/** Input made from the commit itself: a form to fill in, or one message for everything the commit changed. */
import type { CommitFacts } from '../commit-facts.ts'
import { changedPlaces } from './changed-units.ts'
import type { AnnotationInput } from './parse-input.ts'

/** The JSON of `annotate --template`: every blank field may stay blank but the intents and the summary. */
export async function makeTemplate(facts: CommitFacts): Promise<object> {
  const places = await changedPlaces(facts)
  return {
    summary: '',
    regions: places.map((place) => ({
      file: place.file,
      // The lines tell units apart that share a name.
      ...(place.unit === undefined
        ? {}
        : { anchor: place.unit.name, lines: `${place.unit.lines.start}-${place.unit.lines.end}` }),
      intent: '',
      reasoning: '',
      constraints: [],
      alternatives: [],
      semantic_dependencies: [],
      tags: [],
      risk_notes: '',
    })),
  }
}

/** Every place the commit changed, with the same reason. */
export async function inputFromMessage(facts: CommitFacts, why: string): Promise<AnnotationInput> {
  const places = await changedPlaces(facts)
  return {
    header: { summary: why, context_level: 'enhanced' },
    regions: places.map(({ file, unit }, at) => ({
      at: `regions[${at}]`,
      file,
      anchor: unit?.name,
      lines: unit?.lines,
      prose: { intent: why },
    })),
  }
}

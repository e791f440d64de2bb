import type { Annotation, Correction, Region } from '../../src/annotation/schema.ts'
import { asOid, type Oid } from '../../src/base/ids.ts'
import type { Random } from '../support/random.ts'

/** A small world, so that independent annotations often speak of the same region, at the same time. */
export const target: Oid = asOid('a'.repeat(40))
const commits = [target, 'b'.repeat(40), 'c'.repeat(40)]
const files = ['src/a.ts', 'src/b.ts', 'lib/größe.py']
const anchors = ['A::connect', 'A.connect', 'A#connect', 'B::close', 'main']
const words = [
  'retry',
  'lock',
  'ünïcode',
  'line\nbreak',
  'quote"d',
  'tab\there',
  '\ud83d\ude00',
  'lone \udc80 byte',
]
const times = [
  '2026-01-01T00:00:00Z',
  '2026-01-01T02:00:00+02:00', // the same instant as the first
  '2026-02-01T00:00:00.123456789+00:00',
  '2026-03-01T10:00',
]
const authors = ['ann', 'bob', '']
const oddKeys = ['x_list', 'x_number', 'constructor', 'ключ', 'valueOf']

export function randomAnnotation(random: Random): Annotation {
  return {
    $schema: 'ultragit/v1',
    commit: random.pick(commits),
    ...maybe(random, 0.8, () => ({ timestamp: random.pick(times) })),
    ...maybe(random, 0.7, () => ({ author: random.pick(authors) })),
    ...maybe(random, 0.3, () => ({ task: random.pick(words) })),
    summary: random.chance(0.15) ? '' : sentence(random),
    ...maybe(random, 0.5, () => ({ context_level: random.pick(['enhanced', 'inferred'] as const) })),
    regions: many(random, 4, () => randomRegion(random)),
    ...maybe(random, 0.3, () => ({
      cross_cutting: many(random, 2, () => ({
        description: sentence(random),
        regions: [random.pick(files)],
      })),
    })),
    ...maybe(random, 0.3, () => ({
      commit_entries: many(random, 2, () => ({
        field: random.pick(['reasoning', 'alternatives', 'constraints', 'risk_notes'] as const),
        text: sentence(random),
      })),
    })),
    ...maybe(random, 0.15, () => ({
      other_summaries: many(random, 2, () => ({ summary: sentence(random), timestamp: random.pick(times) })),
    })),
    ...maybe(random, 0.4, () => ({ trace: { patch_id: random.pick(words), tree: random.pick(words) } })),
    ...maybe(random, 0.6, () => ({ provenance: randomProvenance(random) })),
    ...randomUnknown(random),
  }
}

/** What a replica does to a document it has: adds, rewords, removes, corrects. */
export function randomEdit(random: Random, annotation: Annotation): Annotation {
  const regions = annotation.regions
    .filter(() => random.chance(0.8))
    .map((region) => editRegion(random, region))
  return {
    ...annotation,
    ...maybe(random, 0.3, () => ({ timestamp: random.pick(times) })),
    ...maybe(random, 0.3, () => ({ summary: sentence(random) })),
    ...maybe(random, 0.2, () => randomUnknown(random)),
    regions: random.chance(0.4) ? [...regions, randomRegion(random)] : regions,
  }
}

function editRegion(random: Random, region: Region): Region {
  const { reasoning, ...rest } = region
  return {
    ...rest,
    ...(reasoning === undefined || random.chance(0.2) ? {} : { reasoning }),
    ...maybe(random, 0.3, () => ({ intent: sentence(random), timestamp: random.pick(times) })),
    ...maybe(random, 0.3, () => ({ constraints: many(random, 3, () => ({ text: sentence(random) })) })),
    ...maybe(random, 0.3, () => ({ corrections: [...(region.corrections ?? []), randomCorrection(random)] })),
  }
}

function randomRegion(random: Random): Region {
  const start = random.int(1, 3)
  return {
    file: random.pick(files),
    ...maybe(random, 0.7, () => ({ ast_anchor: randomAnchor(random) })),
    ...maybe(random, 0.7, () => ({ lines: { start, end: start + random.int(0, 2) } })),
    intent: sentence(random),
    ...maybe(random, 0.5, () => ({ reasoning: sentence(random) })),
    ...maybe(random, 0.3, () => ({ alternatives: many(random, 2, () => ({ approach: sentence(random) })) })),
    ...maybe(random, 0.5, () => ({
      constraints: many(random, 3, () => ({
        text: sentence(random),
        source: random.pick(['author', 'inferred'] as const),
      })),
    })),
    ...maybe(random, 0.2, () => ({
      semantic_dependencies: many(random, 2, () => ({
        file: random.pick(files),
        anchor: random.pick(anchors),
      })),
    })),
    ...maybe(random, 0.2, () => ({
      related_annotations: many(random, 2, () => ({ commit: random.pick(commits) })),
    })),
    ...maybe(random, 0.4, () => ({ tags: many(random, 3, () => random.pick(words)) })),
    ...maybe(random, 0.3, () => ({ risk_notes: sentence(random) })),
    ...maybe(random, 0.3, () => ({ commit: random.pick(commits) })),
    ...maybe(random, 0.4, () => ({ timestamp: random.chance(0.2) ? null : random.pick(times) })),
    ...maybe(random, 0.4, () => ({ author: random.chance(0.2) ? null : random.pick(authors) })),
    ...maybe(random, 0.2, () => ({
      field_origins: {
        reasoning: { timestamp: random.pick(times) },
        lines: { author: random.pick(authors) },
      },
    })),
    ...maybe(random, 0.4, () => ({ trace: { blob: random.pick(words), unit: random.pick(words) } })),
    ...maybe(random, 0.4, () => ({ corrections: many(random, 2, () => randomCorrection(random)) })),
    ...randomUnknown(random),
  }
}

function randomAnchor(random: Random): { name: string; type?: string; signature?: string } {
  return { name: random.pick(anchors), ...maybe(random, 0.5, () => ({ type: 'method' })) }
}

function randomCorrection(random: Random): Correction {
  return {
    field: random.pick(['intent', 'constraints', '']),
    correction_type: random.pick(['flag', 'remove', 'amend', 'resolve'] as const),
    ...maybe(random, 0.6, () => ({ correction_text: sentence(random) })),
    ...maybe(random, 0.4, () => ({ target_value: random.chance(0.3) ? null : sentence(random) })),
    ...maybe(random, 0.7, () => ({ timestamp: random.pick(times) })),
    ...maybe(random, 0.5, () => ({ author: random.pick(authors) })),
  }
}

function randomProvenance(random: Random): NonNullable<Annotation['provenance']> {
  return {
    operation: random.pick(['initial', 'amend', 'rebase', 'squash', 'import'] as const),
    derived_from: many(random, 2, () => random.pick(commits)),
    ...maybe(random, 0.5, () => ({ original_annotations_preserved: random.chance(0.5) })),
    ...maybe(random, 0.3, () => ({ synthesis_notes: random.chance(0.3) ? null : sentence(random) })),
    ...randomUnknown(random),
  }
}

function randomUnknown(random: Random): Record<string, unknown> {
  if (random.chance(0.6)) return {}
  const value = random.pick<unknown>([1, 'text', true, null, { b: 1, a: [2] }, { a: [2], b: 1 }, ['x'], 0.5])
  return { [random.pick(oddKeys)]: value }
}

function sentence(random: Random): string {
  return random.chance(0.5) ? random.pick(words) : `${random.pick(words)} ${random.pick(words)}`
}

function many<T>(random: Random, most: number, make: () => T): T[] {
  return Array.from({ length: random.int(0, most) }, make)
}

function maybe<T extends object>(
  random: Random,
  probability: number,
  make: () => T,
): T | Record<string, never> {
  return random.chance(probability) ? make() : {}
}

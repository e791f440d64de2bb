/** Which units of a file an anchor names. Pure; a near miss is only ever a suggestion. */
import { nearestNames } from '../base/nearest-names.ts'
import { anchorParts, endsWithParts, sameParts } from './anchor-name.ts'
import { bareAnchor } from './bare-anchor.ts'
import type { Unit } from './unit.ts'

export type ResolvedAnchor =
  | { readonly kind: 'units'; readonly units: readonly Unit[]; readonly ambiguous: boolean }
  /** No unit has this name, but an annotation of the file was made under it. */
  | { readonly kind: 'annotated'; readonly name: string }
  | { readonly kind: 'none'; readonly nearest: readonly string[] }

/** An asked name or a unit's, in the forms the rules compare. */
interface Name {
  readonly text: string
  readonly parts: readonly string[]
}

type Rule = (asked: Name, unit: Name) => boolean

const sameText: Rule = (asked, unit) => asked.text === unit.text
const sameName: Rule = (asked, unit) => sameParts(asked.parts, unit.parts)
const suffix: Rule = (asked, unit) => endsWithParts(unit.parts, asked.parts)

/** The first rule with a hit decides. */
export function resolveAnchor(
  units: readonly Unit[],
  asked: string,
  annotatedAnchors: Iterable<string>,
): ResolvedAnchor {
  const names = units.map(({ name }) => nameOf(name))
  const forms = formsOf(asked).map(nameOf)
  const hits = firstHits(units, names, forms, [sameText, sameName, suffix])
  if (hits !== undefined) return hits
  const annotated = new Set(annotatedAnchors)
  const known = [asked, asked.trim()].find((name) => annotated.has(name))
  if (known !== undefined) return { kind: 'annotated', name: known }
  const lowered = firstHits(units, names.map(lower), forms.map(lower), [sameName, suffix])
  return lowered ?? { kind: 'none', nearest: nearestAnchors(asked.trim(), units, annotated) }
}

function firstHits(
  units: readonly Unit[],
  names: readonly Name[],
  forms: readonly Name[],
  rules: readonly Rule[],
): ResolvedAnchor | undefined {
  for (const rule of rules) {
    for (const form of forms) {
      const hits = units.filter((_, at) => rule(form, names[at] ?? form))
      if (hits.length > 0) return { kind: 'units', units: hits, ambiguous: hits.length > 1 }
    }
  }
  return undefined
}

/** As asked, then without what a person copied along with the name. */
function formsOf(asked: string): string[] {
  const trimmed = asked.trim()
  return [...new Set([asked, trimmed, bareAnchor(trimmed)])].filter((form) => form !== '')
}

function nameOf(text: string): Name {
  return { text, parts: anchorParts(text) }
}

function lower({ text, parts }: Name): Name {
  return { text: text.toLowerCase(), parts: parts.map((part) => part.toLowerCase()) }
}

const mostSuggestions = 5
/** Comparing costs the product of the lengths: nobody mistypes a name longer than this. */
const longestCompared = 120
const mostCompared = 5_000

/** By whole names first, then by last parts: `conect` is near `MqttClient::connect`. */
function nearestAnchors(asked: string, units: readonly Unit[], annotated: ReadonlySet<string>): string[] {
  const bare = bareAnchor(asked)
  if (bare === '' || bare.length > longestCompared) return []
  const names = [...new Set([...units.map(({ name }) => name), ...annotated])]
  const compared = names.filter(({ length }) => length <= longestCompared).slice(0, mostCompared)
  const byLast = new Map<string, string[]>()
  for (const name of compared) {
    const last = anchorParts(name).at(-1) ?? name
    const sharing = byLast.get(last)
    if (sharing === undefined) byLast.set(last, [name])
    else sharing.push(name)
  }
  const last = anchorParts(bare).at(-1) ?? bare
  const near = nearestNames(last, byLast.keys(), mostSuggestions).flatMap((part) => byLast.get(part) ?? [])
  return [...new Set([...nearestNames(bare, compared, mostSuggestions), ...near])].slice(0, mostSuggestions)
}

/**
 * The facts of a note as we write them, many times faster than decoding it: most of a hundred thousand notes need no
 * repair. Whatever is not exactly in order (`undefined`) is left to `decodeNote`, and both must agree on the rest.
 */
import { isOid, type Oid } from '../../base/ids.ts'
import type { NoteFacts, RegionFacts } from '../note-facts.ts'
import { schemaId } from '../schema.ts'
import { isNestedTooDeep } from './split-documents.ts'

type Members = Readonly<Record<string, unknown>>

export function plainFacts(bytes: Uint8Array, target: Oid): NoteFacts | undefined {
  const document = parsePlain(bytes)
  if (document === undefined || document.$schema !== schemaId || !isFullOid(document.commit)) return undefined
  const derived = isMissing(document.provenance) ? [] : derivedFrom(document.provenance)
  if (derived === undefined || !Array.isArray(document.regions)) return undefined
  const continues = new Set<string>([document.commit])
  const regions: RegionFacts[] = []
  for (const region of document.regions) {
    const facts = isMembers(region) ? regionFacts(region) : undefined
    if (facts === undefined) return undefined
    regions.push(facts)
    if (typeof region.commit === 'string') continues.add(region.commit)
  }
  for (const commit of derived) continues.add(commit)
  continues.delete(target)
  return { regions, continues: [...continues] }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The only document of a note; numbers are not exact, but no fact is a number. */
function parsePlain(bytes: Uint8Array): Members | undefined {
  try {
    const text = decoder.decode(bytes)
    const document: unknown = JSON.parse(text)
    return isMembers(document) && !isNestedTooDeep(text) ? document : undefined
  } catch {
    return undefined
  }
}

function regionFacts(region: Members): RegionFacts | undefined {
  const { file, intent, ast_anchor: anchor, trace, semantic_dependencies: dependencies, commit } = region
  if (!isCleanPath(file) || !isFilled(intent)) return undefined
  if (!isMissing(region.anchor) || !(isMissing(commit) || isFullOid(commit))) return undefined
  const name = isMembers(anchor) ? anchor.name : undefined
  if (!isMissing(anchor) && !isFilled(name)) return undefined
  if (!isMissing(trace) && !isMembers(trace)) return undefined
  const unit = trace?.unit
  if (!isMissing(unit) && typeof unit !== 'string') return undefined
  const reliesOn = isMissing(dependencies) ? [] : filesOf(dependencies)
  if (reliesOn === undefined) return undefined
  return { file, anchor: isFilled(name) ? name : undefined, unit, reliesOn }
}

function filesOf(dependencies: unknown): string[] | undefined {
  if (!Array.isArray(dependencies)) return undefined
  const files = dependencies.map((dependency) => (isMembers(dependency) ? dependency.file : undefined))
  return files.every(isCleanPath) ? files : undefined
}

function derivedFrom(provenance: unknown): readonly string[] | undefined {
  if (!isMembers(provenance)) return undefined
  const derived = isMissing(provenance.derived_from) ? [] : provenance.derived_from
  return Array.isArray(derived) && derived.every((commit) => typeof commit === 'string') ? derived : undefined
}

function isMissing(value: unknown): value is undefined {
  return value === undefined
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isFilled(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}

function isFullOid(value: unknown): value is Oid {
  return typeof value === 'string' && isOid(value)
}

const uncleanPath = /\0|(?:^|\/)\.{0,2}(?:\/|$)/

/** `normalisePath` would leave it as it is. */
function isCleanPath(value: unknown): value is string {
  return typeof value === 'string' && !uncleanPath.test(value)
}

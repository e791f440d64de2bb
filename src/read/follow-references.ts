/** Annotations that others point to: each once, hop by hop, cycles or not. */
import type { Region } from '../annotation/schema.ts'
import { isOid, type Oid } from '../base/ids.ts'
import { isQualifiedSuffix } from '../outline/anchor-name.ts'
import type { Note, NotesView } from '../store/notes-view.ts'
import type { Related } from './answer.ts'

type Reference = NonNullable<Region['related_annotations']>[number]

const mostRelated = 50

/** `seen` is shared by all regions of an answer. */
export async function followReferences(
  notes: NotesView,
  { region, depth, seen }: { readonly region: Region; readonly depth: number; readonly seen: Set<string> },
): Promise<Related[]> {
  const found: Related[] = []
  let open: readonly Reference[] = region.related_annotations ?? []
  for (let hops = 1; hops <= depth && open.length > 0; hops++) {
    const targets = new Map(open.map((reference) => [reference, findTarget(notes, reference.commit)]))
    const read = await notes.notesOn([...targets.values()].filter((target) => target !== undefined))
    const next: Reference[] = []
    for (const reference of open) {
      const target = targets.get(reference)
      const key = `${target ?? reference.commit} ${reference.anchor ?? ''}`
      if (seen.has(key) || found.length >= mostRelated) continue
      seen.add(key)
      const note = target === undefined ? undefined : read.get(target)
      const regions = note === undefined ? [] : regionsNamed(note, reference.anchor)
      found.push(describe(reference, { note, region: regions[0], hops }))
      for (const one of regions) next.push(...(one.related_annotations ?? []))
    }
    open = next
  }
  return found
}

function describe(
  { commit, anchor, relationship }: Reference,
  {
    note,
    region,
    hops,
  }: { readonly note: Note | undefined; readonly region: Region | undefined; readonly hops: number },
): Related {
  return {
    commit: note?.target ?? commit,
    ...(anchor === undefined ? {} : { anchor }),
    ...(relationship === undefined ? {} : { relationship }),
    hops,
    ...(region === undefined ? {} : { file: region.file, intent: region.intent }),
    ...(note === undefined || region !== undefined ? {} : { summary: note.annotation.summary }),
  }
}

/** All regions under that anchor; without an anchor those of the whole annotation count for the next hop. */
function regionsNamed({ annotation }: Note, anchor: string | undefined): Region[] {
  if (anchor === undefined || anchor === '')
    return annotation.regions.length === 1 ? [...annotation.regions] : []
  return annotation.regions.filter(
    ({ ast_anchor }) => ast_anchor !== undefined && isQualifiedSuffix(anchor, ast_anchor.name),
  )
}

/** A full id, or an abbreviation that only one annotated commit has. */
export function findTarget(notes: NotesView, commit: string): Oid | undefined {
  const oid = commit.toLowerCase()
  if (isOid(oid)) return oid
  if (!/^[0-9a-f]{4,63}$/.test(oid)) return undefined
  const [target, other] = notes.rows.startingWith(oid)
  return other === undefined ? target : undefined
}

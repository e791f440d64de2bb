import type { Region } from '../../annotation/schema.ts'
import { asRepoPath } from '../../base/ids.ts'
import { resolveAnchor } from '../../outline/resolve-anchor.ts'
import type { NoteRegion } from '../../place/load-bases.ts'
import { noteRegion } from '../../place/place-regions.ts'
import { readAtOnce } from '../../place/read-ahead.ts'
import type { Note } from '../../store/notes-view.ts'
import type { CheckContext } from '../check-context.ts'
import type { Rule } from '../finding.ts'
import { regionFindings } from '../region-findings.ts'

export const anchor: Rule = {
  name: 'anchor',
  meaning: 'a region whose file or anchor does not exist at its commit',
  async find(context) {
    const found: { readonly one: NoteRegion; readonly message: string }[] = []
    for (const [note, messages] of await problemsOf(context))
      for (const [position, message] of messages.entries()) {
        const [one] = noteRegion(note, position)
        if (one !== undefined && message !== null) found.push({ one, message })
      }
    return regionFindings(context, found)
  },
}

/** By the position of the region; null: as it should be. */
type Messages = readonly (string | null)[]

/** A note and the commit it hangs on stay as they are: so does what is wrong with it there. */
async function problemsOf(context: CheckContext): Promise<ReadonlyMap<Note, Messages>> {
  const index = context.session.index()
  const notes = [...(await context.notes()).values()]
  const keyOf = ({ target }: Note) => `${target} ${context.noteRow(target)?.sources}`
  const kept = index.together(() => notes.map((note) => index.cache.get<Messages>('anchors', keyOf(note))))
  const open = notes.filter((_, at) => kept[at] === undefined)
  const looked = new Map<Note, Messages>()
  for (const [at, note] of open.entries()) {
    if (at % readAtOnce === 0) await readFiles(context, open.slice(at, at + readAtOnce))
    const messages: (string | null)[] = []
    let isFinal = true
    for (const region of note.annotation.regions) {
      const message = await problemOf(context, note, region)
      // What cannot be read today may come with a fetch.
      if (message === 'unreadable') isFinal = false
      messages.push(message === 'unreadable' ? null : message)
    }
    if (isFinal) index.cache.put('anchors', keyOf(note), messages)
    looked.set(note, messages)
  }
  return new Map(notes.map((note, at) => [note, kept[at] ?? looked.get(note) ?? []]))
}

function readFiles(context: CheckContext, notes: readonly Note[]): Promise<void> {
  return context.readAhead(
    notes.flatMap(({ target, annotation }) =>
      annotation.regions.map(({ file }) => ({ commit: target, path: asRepoPath(file) })),
    ),
  )
}

async function problemOf(
  context: CheckContext,
  { target }: Note,
  { file, ast_anchor }: Region,
): Promise<string | 'unreadable' | null> {
  const path = asRepoPath(file)
  const code = await context.outlineAt(target, path)
  const at = target.slice(0, 12)
  if (code === undefined) return `'${path}' does not exist at ${at}, which annotates it`
  const name = ast_anchor?.name
  if (code === 'unreadable') return code
  if (name === undefined || code.language === undefined) return null
  const resolved = resolveAnchor(code.units, name, [])
  if (resolved.kind !== 'none') return null
  const nearest = resolved.nearest.length === 0 ? '' : `; nearest: ${resolved.nearest.join(', ')}`
  return `'${name}' does not exist in '${path}' at ${at}, which annotates it${nearest}`
}

import { asRepoPath, type RepoPath } from '../../base/ids.ts'
import { resolveAnchor } from '../../outline/resolve-anchor.ts'
import type { NoteRegion } from '../../place/load-bases.ts'
import { readAtOnce } from '../../place/read-ahead.ts'
import type { CheckContext } from '../check-context.ts'
import type { Rule } from '../finding.ts'
import { regionFindings } from '../region-findings.ts'

export const anchor: Rule = {
  name: 'anchor',
  meaning: 'a region whose file or anchor does not exist at its commit',
  async find(context) {
    const found: { readonly one: NoteRegion; readonly message: string }[] = []
    const regions = await context.regions()
    for (const [at, one] of regions.entries()) {
      if (at % readAtOnce === 0)
        await context.readAhead(
          regions
            .slice(at, at + readAtOnce)
            .map(({ note, region }) => ({ commit: note.target, path: asRepoPath(region.file) })),
        )
      const message = await problemOf(context, one)
      if (message !== undefined) found.push({ one, message })
    }
    return regionFindings(context, found)
  },
}

async function problemOf(context: CheckContext, { note, region }: NoteRegion): Promise<string | undefined> {
  const path: RepoPath = asRepoPath(region.file)
  const code = await context.outlineAt(note.target, path)
  const at = note.target.slice(0, 12)
  if (code === undefined) return `'${path}' does not exist at ${at}, which annotates it`
  const name = region.ast_anchor?.name
  if (name === undefined || code === 'unreadable' || code.language === undefined) return undefined
  const resolved = resolveAnchor(code.units, name, [])
  if (resolved.kind !== 'none') return undefined
  const nearest = resolved.nearest.length === 0 ? '' : `; nearest: ${resolved.nearest.join(', ')}`
  return `'${name}' does not exist in '${path}' at ${at}, which annotates it${nearest}`
}

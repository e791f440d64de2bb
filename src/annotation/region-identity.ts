/** What a region inherits from its document, and when two regions are the same one. */
import type { Annotation, Region } from './schema.ts'

/** Who wrote something, and when. */
export interface Stamp {
  readonly timestamp?: string | undefined
  readonly author?: string | undefined
}

/** The commit a region's line numbers refer to. */
export function regionCommit(annotation: Annotation, region: Region): string {
  return region.commit ?? annotation.commit
}

/** A region's own time and author, else the document's. A null says: unknown, and not the document's. */
export function regionStamp(annotation: Annotation, region: Region): Stamp {
  return {
    timestamp: region.timestamp === undefined ? annotation.timestamp : (region.timestamp ?? undefined),
    author: region.author === undefined ? annotation.author : (region.author ?? undefined),
  }
}

/** Who wrote one field, and when: as a merge noted it, else as for the whole. */
export function fieldStamp(origins: Region['field_origins'], field: string, whole: Stamp): Stamp {
  // A field may be called `constructor`: only own keys count.
  const { timestamp, author } =
    (origins && Object.hasOwn(origins, field) ? origins[field] : undefined) ?? whole
  return { timestamp, author }
}

/** An anchor as it is compared: `::`, `.` and `#` are the same separator. */
export function anchorKey(name: string): string {
  return name.trim().replace(/::|#/g, '.')
}

/**
 * The identity of a region: its file, its anchor or else its lines, and the commit they belong to. As text, so
 * that it also gives the canonical order of regions.
 */
export function regionKey(annotation: Annotation, region: Region): string {
  const { ast_anchor: anchor, lines } = region
  const place =
    anchor !== undefined
      ? `#${anchorKey(anchor.name)}`
      : lines === undefined
        ? ''
        : `:${pad(lines.start)}-${pad(lines.end)}`
  return `${region.file}\n${place}\n${regionCommit(annotation, region)}`
}

function pad(line: number): string {
  return String(line).padStart(8, '0')
}

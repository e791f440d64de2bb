/** The region of an annotation that a user names: by anchor, `file:anchor`, file, or lines. */
import { anchorKey } from '../../annotation/region-identity.ts'
import type { Annotation, Region } from '../../annotation/schema.ts'
import { UltragitError } from '../../base/errors.ts'
import { isQualifiedSuffix } from '../../outline/anchor-name.ts'

/** Without a name: the only one there is. */
export function findRegion(annotation: Annotation, name: string | undefined): Region {
  const { regions } = annotation
  const found = name === undefined ? regions : firstMatch(regions, name)
  const [region, second] = found
  if (region !== undefined && second === undefined) return region
  const choice = (found.length === 0 ? regions : found).map(describeRegion)
  const subject = name === undefined ? 'the annotation' : `'${name}'`
  throw new UltragitError(
    found.length === 0 ? 'not_found' : 'usage',
    found.length === 0
      ? `no region is called ${subject}`
      : `${subject} has ${found.length} regions to choose from`,
    { hint: choice.length === 0 ? undefined : `--region one of: ${choice.join(', ')}` },
  )
}

/** `file:anchor`, `file:10-20` or `file`: how a region is named here. */
export function describeRegion({ file, ast_anchor: anchor, lines }: Region): string {
  if (anchor !== undefined) return `${file}:${anchor.name}`
  return lines === undefined ? file : `${file}:${lines.start}-${lines.end}`
}

type Rule = (region: Region, name: string) => boolean

const rules: readonly Rule[] = [
  (region, name) => describeRegion(region) === name,
  ({ ast_anchor: anchor }, name) => anchor !== undefined && anchorKey(anchor.name) === anchorKey(name),
  ({ ast_anchor: anchor }, name) => anchor !== undefined && isQualifiedSuffix(name, anchor.name),
  ({ file, ast_anchor: anchor }, name) =>
    anchor !== undefined &&
    name.startsWith(`${file}:`) &&
    isQualifiedSuffix(name.slice(file.length + 1), anchor.name),
  ({ file }, name) => file === name,
]

function firstMatch(regions: readonly Region[], name: string): readonly Region[] {
  for (const rule of rules) {
    const hits = regions.filter((region) => rule(region, name))
    if (hits.length > 0) return hits
  }
  return []
}

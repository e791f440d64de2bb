/** What is true about an annotation in the end, from the model alone. */
import { isSignificant } from '../../../src/base/lines.ts'
import { type AnnotatedFn, partOf } from './annotate-code.ts'
import { type Located, locateAll } from './code-tree.ts'
import type { Scene } from './scene.ts'

export interface Truth {
  readonly annotation: AnnotatedFn
  /** Where its function is; undefined when there is none of it. */
  readonly place: Located | undefined
  /** The share of its tokens that the function still has. */
  readonly standing: number
  /** At least half of its code is in HEAD: it has to be found. */
  readonly isDue: boolean
  /** Never to be called current. */
  readonly isDead: boolean
  /** Other places that are as good an answer: copies of what is gone, and under `changed` what took its name. */
  readonly kin: readonly Located[]
}

export function truthOf(scene: Scene, annotation: AnnotatedFn): Truth {
  const places = locateAll(scene.treeOf(), scene.options.language)
  const { fate, fn } = annotation
  const place = fate === 'unmerged' ? undefined : places.get(fn)
  const standing = place === undefined ? 0 : shareOf(tokensThen(annotation), tokens(place.text))
  return {
    annotation,
    place,
    standing,
    isDue: place !== undefined && standing >= 0.5,
    isDead: fate !== 'merged',
    kin: fate === 'unmerged' || place !== undefined ? [] : kinOf(scene, fn, places),
  }
}

function kinOf(scene: Scene, fn: number, places: ReadonlyMap<number, Located>): Located[] {
  const kin = [...scene.copies].flatMap(([copy, source]) => (source === fn ? [copy] : []))
  return kin.flatMap((id) => places.get(id) ?? kinOf(scene, id, places))
}

function tokensThen(annotation: AnnotatedFn): Map<string, number> {
  const { unitText } = annotation
  const { start, end } = partOf(annotation, { lines: { start: 1, end: unitText.length } })
  return tokens(unitText.slice(start - 1, end))
}

function tokens(lines: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const line of lines.filter(isSignificant))
    for (const token of line.match(/\w+/g) ?? []) counts.set(token, (counts.get(token) ?? 0) + 1)
  return counts
}

function shareOf(then: ReadonlyMap<string, number>, now: ReadonlyMap<string, number>): number {
  let [all, kept] = [0, 0]
  for (const [token, count] of then) {
    all += count
    kept += Math.min(count, now.get(token) ?? 0)
  }
  return all === 0 ? 0 : kept / all
}

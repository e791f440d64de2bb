import { describe, expect, test } from 'bun:test'
import type { Region } from '../../src/annotation/schema.ts'
import { sketchAddedLines } from '../../src/annotation/trace/added-lines.ts'
import { fingerprintUnit } from '../../src/annotation/trace/unit-fingerprint.ts'
import type { LineRange } from '../../src/base/lines.ts'
import { judgeLanding } from '../../src/place/judge-landing.ts'
import { landRegion } from '../../src/place/land-region.ts'
import type { Base } from '../../src/place/load-bases.ts'
import { printUnits } from '../../src/place/match-content.ts'
import type { Placement, Reachability } from '../../src/place/placement.ts'
import { fn, type OutlinedText, outlined, todayFile } from './outlined.ts'

interface Given {
  readonly past?: OutlinedText
  readonly today: OutlinedText
  readonly added?: readonly LineRange[]
  readonly reach?: Reachability
  readonly elsewhere?: boolean
  readonly region?: Partial<Region>
  readonly isMissing?: boolean
}

const region: Region = { file: 'a', ast_anchor: { name: 'one' }, intent: 'i' }

async function judge(given: Given): Promise<Placement> {
  const { past, added = [], reach = 'head' } = given
  const today = todayFile('a', given.today)
  const text = past === undefined ? undefined : todayFile('a', past).text
  const base: Base = {
    hasCommit: past !== undefined,
    text,
    units: past?.units ?? [],
    added: past === undefined ? undefined : async () => added,
    before: '',
    hasNumbers: true,
    isMissing: given.isMissing ?? false,
  }
  const judged = {
    region: { ...region, ...given.region },
    base,
    reach: async () => reach,
    isElsewhere: async () => given.elsewhere ?? false,
  }
  const { lines, units } = given.today
  const landing =
    past === undefined
      ? undefined
      : await landRegion({
          past,
          today: { lines, units },
          lines: undefined,
          anchor: 'one',
          added: async () => added,
          isReachable: reach === 'head',
        })
  return judgeLanding(judged, landing, today, () => printUnits(lines, units))
}

const brief = async (given: Given) => {
  const { status, unit, survival } = await judge(given)
  return [status, unit?.name, survival]
}

const alpha = fn('one', 'alpha')
const past = outlined(...alpha, ...fn('two', 'beta'))
const changed = (from: number, count: number) =>
  outlined(
    ...alpha.map((line, at) => (at >= from && at < from + count ? `  new${at} = else(${at});` : line)),
    ...fn('two', 'beta'),
  )

describe('with the text of then', () => {
  test('all there is current', async () =>
    expect(await brief({ past, today: past })).toEqual(['current', 'one', 1]))
  test('half there is current, less is changed', async () => {
    expect(await brief({ past, today: changed(1, 4) })).toEqual(['current', 'one', 0.556])
    expect(await brief({ past, today: changed(1, 6) })).toEqual(['changed', 'one', 0.333])
  })
  test('a reverted edit is not current', async () =>
    expect(await brief({ past, today: changed(2, 2), added: [{ start: 3, end: 4 }] })).toEqual([
      'changed',
      'one',
      0.778,
    ]))
  test('what the commit added elsewhere in the file does not matter', async () =>
    expect(await brief({ past, today: changed(1, 1), added: [{ start: 12, end: 13 }] })).toEqual([
      'current',
      'one',
      0.889,
    ]))
  test('a replaced one is changed, with nothing left', async () =>
    expect(
      await brief({ past, today: outlined('fn one {', ...fn('x', 'gamma').slice(1), ...fn('two', 'beta')) }),
    ).toEqual(['changed', 'one', 0.111]))
  test('a replaced one whose file is another one now, and that stands elsewhere, is gone from here', async () => {
    const today = outlined(...fn('one', 'gamma'), ...fn('new', 'delta'))
    expect(await brief({ past, today, elsewhere: true })).toEqual(['gone', undefined, 0])
    expect(await brief({ past, today, elsewhere: false })).toEqual(['changed', 'one', 0.111])
  })
  test('a deleted one is gone', async () =>
    expect(await brief({ past, today: outlined(...fn('two', 'beta')) })).toEqual(['gone', undefined, 0]))
})

describe('on a commit that HEAD does not reach', () => {
  const added = [{ start: 2, end: 4 }]
  test('what stands was squashed, rebased or picked', async () =>
    expect(await brief({ past, today: past, added, reach: 'none' })).toEqual(['current', 'one', 1]))
  test('what does not stand is unmerged while a ref has it', async () =>
    expect(await brief({ past, today: changed(1, 3), added, reach: 'other-ref' })).toEqual([
      'unmerged',
      undefined,
      null,
    ]))
  test('and gone when none has', async () =>
    expect(await brief({ past, today: changed(1, 3), added, reach: 'none' })).toEqual(['gone', undefined, 0]))
  test('with nothing to compare only the same text proves it', async () => {
    expect(await brief({ past, today: past, reach: 'none' })).toEqual(['current', 'one', 1])
    expect(await brief({ past, today: changed(1, 1), reach: 'none' })).toEqual(['gone', undefined, 0])
  })
})

describe('without the commit', () => {
  const unit = fingerprintUnit(alpha.join('\n'), 'one')
  const added = sketchAddedLines(alpha.slice(1, 4))
  const traced = (trace: Region['trace']) => ({
    region: { trace } as Partial<Region>,
    reach: 'none' as const,
  })
  test('the lines it added prove it', async () =>
    expect(await brief({ today: past, ...traced({ unit, added }) })).toEqual(['current', 'one', null]))
  test('under another name it moved', async () =>
    expect(await brief({ today: outlined(...fn('was', 'alpha')), ...traced({ unit, added }) })).toEqual([
      'moved',
      'was',
      null,
    ]))
  test('a namesake without its lines is not it, a lookalike is', async () => {
    const today = outlined(...fn('one', 'gamma'), ...fn('was', 'alpha'))
    expect(await brief({ today, ...traced({ unit, added }) })).toEqual(['moved', 'was', null])
  })
  test('a namesake alone is not it', async () =>
    expect(await brief({ today: outlined(...fn('one', 'gamma')), ...traced({ unit, added }) })).toEqual([
      'gone',
      undefined,
      0,
    ]))
  test('where it added nothing, only what is exactly as then is current', async () => {
    expect(await brief({ today: past, ...traced({ unit }) })).toEqual(['current', 'one', null])
    expect(await brief({ today: changed(2, 1), ...traced({ unit }) })).toEqual(['unknown', 'one', null])
  })
  test('without a trace the exact anchor is enough, and nothing more is known', async () => {
    expect(await brief({ today: past, reach: 'none' })).toEqual(['unknown', 'one', null])
    expect(await brief({ today: outlined('x'), reach: 'none' })).toEqual(['unknown', undefined, null])
  })
})

test('content that is not here is unknown', async () =>
  expect(await brief({ past, today: past, isMissing: true })).toEqual(['unknown', 'one', null]))

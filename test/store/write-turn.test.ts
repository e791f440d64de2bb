/** Turns: as many at once as there are places, and never a reason not to write. */
import { expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Layout } from '../../src/git/repository.ts'
import { withWriteTurn } from '../../src/store/write-turn.ts'
import { tempFolder } from '../support/temp-repo.ts'

function layoutIn(commonDir: string): Layout {
  return {
    gitDir: commonDir,
    commonDir,
    workTree: undefined,
    objectFormat: 'sha1',
    refFormat: 'files',
    partialClone: false,
  }
}

async function mostAtOnce(layout: Layout, places: number): Promise<number> {
  let [now, most] = [0, 0]
  const work = async () => {
    most = Math.max(most, ++now)
    await Bun.sleep(5)
    now--
  }
  await Promise.all(Array.from({ length: 12 }, () => withWriteTurn(layout, work, { places })))
  return most
}

test('no more work at once than there are places, and all get their turn', async () => {
  expect(await mostAtOnce(layoutIn(tempFolder()), 2)).toBe(2)
})

test('who waited long enough goes ahead', async () => {
  const layout = layoutIn(tempFolder())
  const release = Promise.withResolvers<void>()
  const holder = withWriteTurn(layout, () => release.promise, { places: 1 })
  expect(await withWriteTurn(layout, async () => 'done', { places: 1, patience: 20 })).toBe('done')
  release.resolve()
  await holder
})

test('a place is free again after work that failed', async () => {
  const layout = layoutIn(tempFolder())
  const failed = withWriteTurn(layout, () => Promise.reject(new Error('no')), { places: 1 })
  await expect(failed).rejects.toThrow('no')
  expect(await withWriteTurn(layout, async () => 'done', { places: 1, patience: 60_000 })).toBe('done')
})

test('where no turn can be taken, the work is done without', async () => {
  const blocked = tempFolder()
  writeFileSync(join(blocked, 'ultragit'), 'in the way')
  expect(await withWriteTurn(layoutIn(blocked), async () => 'done')).toBe('done')
  const odd = tempFolder()
  mkdirSync(join(odd, 'ultragit', 'turn-0.sqlite'), { recursive: true })
  expect(await withWriteTurn(layoutIn(odd), async () => 'done', { places: 1 })).toBe('done')
})

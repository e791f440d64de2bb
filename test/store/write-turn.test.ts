/** The turn: one at a time, free again when its process is gone. */
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { takeTurn } from '../../src/store/write-turn.ts'
import { tempFolder } from '../support/temp-repo.ts'

test('one has it until it is given back', () => {
  const folder = tempFolder()
  const turn = takeTurn(folder)
  expect(turn).toBeDefined()
  expect(takeTurn(folder)).toBeUndefined()
  turn?.close()
  const next = takeTurn(folder)
  expect(next).toBeDefined()
  next?.close()
})

test('a killed process has it no more', async () => {
  const folder = tempFolder()
  const module = join(import.meta.dir, '../../src/store/write-turn.ts')
  const holder = Bun.spawn(
    [
      process.execPath,
      '-e',
      `const { takeTurn } = await import(${JSON.stringify(module)}); globalThis.turn = takeTurn(${JSON.stringify(folder)}); console.log('held'); setInterval(() => {}, 1000)`,
    ],
    { stdout: 'pipe' },
  )
  await holder.stdout.getReader().read()
  expect(takeTurn(folder)).toBeUndefined()
  holder.kill('SIGKILL')
  await holder.exited
  const turn = takeTurn(folder)
  expect(turn).toBeDefined()
  turn?.close()
})

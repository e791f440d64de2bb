import { expect, test } from 'bun:test'
import { Gate } from '../../src/mcp/gate.ts'

test('so many at once, the others in the order they came', async () => {
  const gate = new Gate(2)
  const { signal } = new AbortController()
  let [inside, most] = [0, 0]
  const order: number[] = []
  const work = (at: number) => async () => {
    order.push(at)
    inside += 1
    most = Math.max(most, inside)
    await Bun.sleep(1)
    inside -= 1
    return at
  }
  const done = await Promise.all([0, 1, 2, 3, 4, 5].map((at) => gate.run(signal, work(at))))
  expect(done).toEqual([0, 1, 2, 3, 4, 5])
  expect(order).toEqual([0, 1, 2, 3, 4, 5])
  expect(most).toBe(2)
})

test('one that failed or was given up lets the next one in', async () => {
  const gate = new Gate(1)
  const [never, later] = [new AbortController(), new AbortController()]
  const runs = [
    gate.run(never.signal, async () => {
      throw new Error('it failed')
    }),
    gate.run(later.signal, async () => 'not reached'),
    gate.run(never.signal, async () => 'reached'),
  ]
  later.abort()
  const outcomes = await Promise.allSettled(runs)
  expect(outcomes.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.message))).toEqual([
    'it failed',
    'cancelled',
    'reached',
  ])
})

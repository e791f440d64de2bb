/** The story the demo tells: three commits of a small project, and what their author wrote down about them. */
import type { PlannedCommit } from '../../git/native/make-repository.ts'

export interface Chapter extends PlannedCommit {
  /** What the author says, as `ultragit annotate` takes it; undefined: nothing. */
  readonly annotation?: object
}

const retry = `/** Calls a flaky service until it answers. */
export class Retry {
  constructor(readonly limit: number) {}

  async run<T>(call: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await call()
      } catch (error) {
        if (attempt === this.limit) throw error
        await Bun.sleep(delay(attempt))
      }
    }
  }
}

export function delay(attempt: number): number {
  return Math.min(30_000, 100 * 2 ** attempt)
}
`

const orders = `import { Retry } from './retry.ts'

export async function placeOrder(order: Order): Promise<Receipt> {
  const retry = new Retry(5)
  return retry.run(() => post('/orders', { ...order, key: order.id }))
}
`

const jitter = retry
  .replace('/** Calls', `const spread = 0.2\n\n/** Calls`)
  .replace(
    `  return Math.min(30_000, 100 * 2 ** attempt)`,
    `  const base = Math.min(25_000, 100 * 2 ** attempt)\n  return base * (1 + spread * (Math.random() - 0.5))`,
  )

export const story: readonly Chapter[] = [
  {
    message: 'Retry calls to the flaky service',
    files: { 'src/retry.ts': retry },
    annotation: {
      summary: 'The service drops one call in fifty; retrying hides that from users',
      regions: [
        {
          file: 'src/retry.ts',
          anchor: 'delay',
          intent: 'Back off exponentially, so that a struggling service can recover',
          constraints: ['never above 30 s: the gateway closes idle calls after 35 s'],
          alternatives: [
            { approach: 'a fixed delay', rejected_because: 'all clients came back at the same moment' },
          ],
        },
        {
          file: 'src/retry.ts',
          anchor: 'Retry::run',
          intent: 'Retry everything: the service gives no usable error codes',
          risk_notes: 'a call that is not idempotent may run twice',
        },
      ],
    },
  },
  {
    message: 'Place orders through the retry',
    files: { 'src/orders.ts': orders },
    annotation: {
      summary: 'Orders carry a key, so the service can tell a repeated one',
      regions: [
        {
          file: 'src/orders.ts',
          anchor: 'placeOrder',
          intent: 'Send the order id as idempotency key',
          semantic_dependencies: [
            {
              file: 'src/retry.ts',
              anchor: 'Retry::run',
              nature: 'a failed call is repeated with the same body',
            },
          ],
        },
      ],
    },
  },
  {
    message: 'Spread the retries, move networking to its own folder',
    files: {
      'src/retry.ts': null,
      'src/net/retry.ts': jitter,
      'src/orders.ts': orders.replace('./retry.ts', './net/retry.ts'),
    },
  },
]

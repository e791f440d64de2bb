/** The words after `bun run bench`. */

import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { room, type Size } from './repositories.ts'

export interface BenchOptions {
  readonly rows: readonly string[] | undefined
  readonly size: Size
  readonly repo: string | undefined
  readonly runs: number
  readonly json: string
  /** Undefined: the one of this tree, built when a source is newer. */
  readonly binary: string | undefined
  readonly fresh: boolean
  readonly clean: boolean
}

export const usage = `bun run bench [--rows P2,P4] [--size small|large] [--repo PATH] [--runs N] [--json FILE]
              [--binary FILE] [--fresh] [--clean]

  --rows   only these rows of the table
  --size   of the generated repositories (default large; small is for trying out)
  --repo   the rows that can be asked of any repository, on a copy of this one
  --runs   how often each thing is timed (default 21)
  --json   where the figures go
  --binary measure this one instead of building it
  --fresh  make the repositories anew
  --clean  remove them and stop
`

export function parseOptions(words: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...words],
    options: {
      rows: { type: 'string' },
      size: { type: 'string', default: 'large' },
      repo: { type: 'string' },
      runs: { type: 'string', default: '21' },
      json: { type: 'string', default: join(room, 'bench.json') },
      binary: { type: 'string' },
      fresh: { type: 'boolean', default: false },
      clean: { type: 'boolean', default: false },
    },
  })
  const { size, repo, json, binary, fresh, clean } = values
  if (size !== 'small' && size !== 'large') throw new RangeError(`--size is small or large, not '${size}'`)
  const runs = Number(values.runs)
  if (!Number.isInteger(runs) || runs < 1)
    throw new RangeError(`--runs is a whole number, not '${values.runs}'`)
  const rows = values.rows?.split(',').map((id) => id.trim().toUpperCase())
  return { rows, size, repo, runs, json, binary, fresh, clean }
}

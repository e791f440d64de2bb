/** The sample of each language, next to the outline a person expects of it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Unit } from '../../../src/outline/unit.ts'

export interface Sample {
  readonly language: string
  /** As it would be called in a repository; on disk some end in `.txt` so that tools let them be. */
  readonly path: string
  readonly text: string
  readonly expected: string
}

const folder = join(import.meta.dir, '../samples')

export function readSamples(): Sample[] {
  return readdirSync(folder)
    .sort()
    .map((language) => {
      const files = readdirSync(join(folder, language))
      const file = files.find((name) => name.startsWith('sample')) ?? 'sample'
      const read = (name: string): string =>
        files.includes(name) ? readFileSync(join(folder, language, name), 'utf8') : ''
      return {
        language,
        path: file.replace(/\.txt$/, ''),
        text: read(file),
        expected: read('expected.txt'),
      }
    })
}

/** One unit per line: `start-end kind name | signature`. */
export function printUnits(units: readonly Unit[]): string {
  return units
    .map(({ lines, kind, name, signature }) => `${lines.start}-${lines.end} ${kind} ${name} | ${signature}\n`)
    .join('')
}

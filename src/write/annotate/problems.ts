/** Everything that is wrong with an input, collected, so that it can be mended at once. */
import { UltragitError } from '../../base/errors.ts'

export class Problems {
  readonly #found = new Map<string, string>()
  readonly warnings: string[] = []

  /** The first problem of a place counts; others follow from it. `path` is a JSON path: `regions[0].anchor`. */
  add(path: string, message: string): void {
    if (!this.#found.has(path)) this.#found.set(path, message)
  }

  warn(path: string, message: string): void {
    this.warnings.push(`${path}: ${message}`)
  }

  get isEmpty(): boolean {
    return this.#found.size === 0
  }

  throwIfAny(): void {
    if (this.isEmpty) return
    const inOrder = [...this.#found].sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
    const lines = inOrder.map(([path, message]) => (path === '' ? message : `${path}: ${message}`))
    const count = lines.length === 1 ? 'a problem' : `${lines.length} problems`
    throw new UltragitError('data_invalid', `the annotation has ${count}: ${lines.join('; ')}`, {
      hint: 'nothing was written; ultragit annotate --template prints a form to fill',
    })
  }
}

/** Runs while the binary is built: the licence texts of the project, its packages and its grammars as one text. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface LockedPackage {
  readonly version?: string
  readonly license?: string
  readonly dev?: boolean
}

export function collectLicenses(): string {
  const root = join(import.meta.dir, '../..')
  const parts = [part('ultragit', readFileSync(join(root, 'LICENSE'), 'utf8'))]
  const lock: { packages: Record<string, LockedPackage> } = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  )
  for (const [path, facts] of Object.entries(lock.packages)) {
    if (!path.startsWith('node_modules/') || facts.dev === true || !existsSync(join(root, path))) continue
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const file = readdirSync(join(root, path)).find((entry) => /^(licen[cs]e|copying)/i.test(entry))
    const text =
      file === undefined
        ? `${facts.license ?? 'licence not stated'}\n`
        : readFileSync(join(root, path, file), 'utf8')
    parts.push(part(`${name} ${facts.version ?? ''}`.trim(), text))
  }
  const folder = join(root, 'grammars/licenses')
  for (const file of readdirSync(folder).sort()) {
    parts.push(part(`grammar: ${file.replace(/\.[^.]+$/, '')}`, readFileSync(join(folder, file), 'utf8')))
  }
  return parts.join('\n')
}

function part(title: string, text: string): string {
  return `${'='.repeat(72)}\n${title}\n${'='.repeat(72)}\n${text.trim()}\n`
}

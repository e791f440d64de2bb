/** Runs while the binary is built: the licence texts of the project, its runtime, its packages and its grammars. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface LockedPackage {
  readonly version?: string
  readonly license?: string
  readonly dependencies?: Readonly<Record<string, string>>
}

type Packages = Readonly<Record<string, LockedPackage>>

const root = join(import.meta.dir, '../..')

export function collectLicenses(): string {
  const lock: { packages: Packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const folder = join(root, 'grammars/licenses')
  return [
    part('ultragit', readFileSync(join(root, 'LICENSE'), 'utf8')),
    part(`bun ${lock.packages['node_modules/bun']?.version ?? ''}`.trim(), runtimeNotice),
    ...shippedPackages(lock.packages).map((path) => packagePart(path, lock.packages[path] ?? {})),
    ...readdirSync(folder)
      .sort()
      .map((file) =>
        part(`grammar: ${file.replace(/\.[^.]+$/, '')}`, readFileSync(join(folder, file), 'utf8')),
      ),
  ].join('\n')
}

/** The package of the runtime comes without a licence text, so its licences are named here. */
const runtimeNotice = `The runtime inside this binary is Bun, under the MIT licence.
Its sources and the licences of all its parts: https://github.com/oven-sh/bun (LICENSE.md)

Among the parts linked into it are JavaScriptCore and other parts of WebKit (LGPL-2.0; the sources as used by Bun, with
which it can be linked anew: https://github.com/oven-sh/WebKit), TinyCC (LGPL-2.1), BoringSSL and libarchive (several
licences), ICU (Unicode licence), lol-html and libbase64 (BSD), zstd (BSD), simdutf, uSockets and uWebSockets
(Apache-2.0), zlib (zlib licence), brotli, c-ares, libdeflate, libuv, mimalloc and picohttpparser (MIT).
`

/** All that is reached from the dependencies, as npm would resolve it; what only development needs is not. */
function shippedPackages(packages: Packages): string[] {
  const found = new Set<string>()
  const visit = (from: string) => {
    for (const name of Object.keys(packages[from]?.dependencies ?? {})) {
      const path = resolvePackage(packages, from, name)
      if (path === undefined || found.has(path)) continue
      found.add(path)
      visit(path)
    }
  }
  visit('')
  return [...found].sort()
}

function resolvePackage(packages: Packages, from: string, name: string): string | undefined {
  for (let base = from; ; base = base.slice(0, Math.max(0, base.lastIndexOf('/node_modules/')))) {
    const path = `${base === '' ? '' : `${base}/`}node_modules/${name}`
    if (path in packages) return path
    if (base === '') return undefined
  }
}

function packagePart(path: string, { version, license }: LockedPackage): string {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const inside = existsSync(join(root, path)) ? readdirSync(join(root, path)) : []
  const file = inside.find((entry) => /^(licen[cs]e|copying)/i.test(entry))
  const text =
    file === undefined ? `${license ?? 'licence not stated'}\n` : readFileSync(join(root, path, file), 'utf8')
  return part(`${name} ${version ?? ''}`.trim(), text)
}

function part(title: string, text: string): string {
  return `${'='.repeat(72)}\n${title}\n${'='.repeat(72)}\n${text.trim()}\n`
}

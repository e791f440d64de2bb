/**
 * Keeps `grammars/` and its manifest in step with the npm packages the grammars come from.
 *
 *   bun grammars/refresh.ts            fetch every file again, refuse one whose checksum differs
 *   bun grammars/refresh.ts --check    compare the committed files with the manifest, offline
 *   bun grammars/refresh.ts --update   move to the newest versions and rewrite the manifest
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type GrammarEntry, type Manifest, manifest, type PackageFile, sha256 } from './manifest.ts'

const home = import.meta.dir
const mode = process.argv[2]

if (mode === '--check') process.exitCode = report(await findMismatches())
else if (mode === undefined || mode === '--update') await refresh(mode === '--update')
else process.exitCode = report([`unknown flag '${mode}'; known are --check and --update`])

async function findMismatches(): Promise<string[]> {
  const problems: string[] = []
  for (const { name, file, sha256: expected } of manifest.grammars) {
    const wasm = Bun.file(join(home, file))
    if (!(await wasm.exists())) problems.push(`'${file}' is missing`)
    else if (sha256(await wasm.bytes()) !== expected)
      problems.push(`'${file}' is not the file of the manifest`)
    if (!(await Bun.file(noticeFile(name)).exists())) problems.push(`no licence text for '${name}'`)
  }
  if (!(await Bun.file(noticeFile(manifest.runtime.name)).exists()))
    problems.push('no licence text for the runtime')
  return problems
}

async function refresh(update: boolean): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'ultragit-grammars-'))
  try {
    const packages = new PackageFolder(folder, update)
    await mkdir(join(home, 'licenses'), { recursive: true })
    const grammars: GrammarEntry[] = []
    for (const entry of manifest.grammars) grammars.push(await refreshGrammar(packages, entry, update))
    const runtime = { ...manifest.runtime, notices: await writeNotice(packages, manifest.runtime) }
    if (update) await writeManifest({ runtime, grammars })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function refreshGrammar(
  packages: PackageFolder,
  entry: GrammarEntry,
  update: boolean,
): Promise<GrammarEntry> {
  const source = await packages.resolve(entry)
  const bytes = await packages.read(source)
  const found = sha256(bytes)
  if (!update && found !== entry.sha256) {
    throw new Error(
      `'${entry.file}' of ${source.package}@${source.version} is ${found}, expected ${entry.sha256}`,
    )
  }
  await Bun.write(join(home, entry.file), bytes)
  const notices = await writeNotice(packages, entry)
  return { ...entry, version: source.version, sha256: found, notices }
}

async function writeNotice(
  packages: PackageFolder,
  entry: { readonly name: string; readonly notices: readonly PackageFile[] },
): Promise<PackageFile[]> {
  const sources: PackageFile[] = []
  const texts: string[] = []
  for (const notice of entry.notices) {
    const source = await packages.resolve(notice)
    const text = new TextDecoder().decode(await packages.read(source))
    sources.push(source)
    texts.push(`${text.replaceAll('\r\n', '\n').trim()}\n`)
  }
  await Bun.write(noticeFile(entry.name), texts.join('\n'))
  return sources
}

async function writeManifest(next: Manifest): Promise<void> {
  await Bun.write(join(home, 'manifest.json'), `${JSON.stringify(next, undefined, 2)}\n`)
}

function noticeFile(name: string): string {
  return join(home, 'licenses', `${name}.txt`)
}

function report(problems: readonly string[]): number {
  for (const problem of problems) process.stderr.write(`error: ${problem}\n`)
  return problems.length === 0 ? 0 : 1
}

/** Packages unpacked once each into a temporary folder. npm scripts never run: `npm pack` only downloads. */
class PackageFolder {
  readonly #folder: string
  readonly #newest: boolean
  readonly #versions = new Map<string, string>()
  readonly #unpacked = new Map<string, string>()

  constructor(folder: string, newest: boolean) {
    this.#folder = folder
    this.#newest = newest
  }

  async resolve(file: PackageFile): Promise<PackageFile> {
    if (!this.#newest) return { package: file.package, version: file.version, path: file.path }
    let version = this.#versions.get(file.package)
    if (version === undefined) {
      version = (await runNpm(['view', file.package, 'version'], this.#folder)).trim()
      this.#versions.set(file.package, version)
    }
    return { package: file.package, version, path: file.path }
  }

  async read(file: PackageFile): Promise<Uint8Array> {
    const spec = `${file.package}@${file.version}`
    let folder = this.#unpacked.get(spec)
    if (folder === undefined) {
      folder = await this.#unpack(spec)
      this.#unpacked.set(spec, folder)
    }
    return Bun.file(join(folder, 'package', file.path)).bytes()
  }

  async #unpack(spec: string): Promise<string> {
    const folder = await mkdtemp(join(this.#folder, 'package-'))
    const output = await runNpm(['pack', spec, '--silent', '--ignore-scripts'], folder)
    const archive = output.trim().split('\n').at(-1) ?? ''
    await run(['tar', 'xzf', archive], folder)
    return folder
  }
}

function runNpm(args: readonly string[], cwd: string): Promise<string> {
  return run(['npm', ...args], cwd)
}

async function run(command: readonly string[], cwd: string): Promise<string> {
  const child = Bun.spawn([...command], { cwd, stdout: 'pipe', stderr: 'inherit' })
  const output = await new Response(child.stdout).text()
  if ((await child.exited) !== 0) throw new Error(`'${command.join(' ')}' failed`)
  return output
}

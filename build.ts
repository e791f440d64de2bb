/**
 * Builds `dist/ultragit`, one self-contained binary.
 *
 *   bun build.ts                     for this machine
 *   bun build.ts --if-stale          only when a source is newer than the binary
 *   bun build.ts --run [args…]       then run it (with no arguments: the demo)
 *   bun build.ts --target all        for every platform, with SHA256SUMS
 *   bun build.ts --target bun-linux-arm64
 */
import { mkdir, mkdtemp, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { basename, join } from 'node:path'
import manifest from './package.json' with { type: 'json' }

const root = import.meta.dir
const dist = join(root, 'dist')
const targets = [
  'bun-linux-x64',
  'bun-linux-arm64',
  'bun-linux-x64-musl',
  'bun-linux-arm64-musl',
  'bun-darwin-x64',
  'bun-darwin-arm64',
  'bun-windows-x64',
]

const args = process.argv.slice(2)
const runAt = args.indexOf('--run')
const options = runAt === -1 ? args : args.slice(0, runAt)
const targetAt = options.indexOf('--target')
const target = targetAt === -1 ? undefined : (options[targetAt + 1] ?? '')
const surplus = options.find(
  (word, at) => word !== '--if-stale' && (targetAt === -1 || (at !== targetAt && at !== targetAt + 1)),
)

if (surplus !== undefined) {
  process.stderr.write(`error: unknown option '${surplus}'\nhint: --if-stale, --target <name>, --run\n`)
  process.exitCode = 2
} else if (target === undefined) {
  const binary = join(dist, process.platform === 'win32' ? 'ultragit.exe' : 'ultragit')
  const ready = options.includes('--if-stale') && !(await isStale(binary))
  if ((ready || (await build(binary))) && runAt !== -1) {
    const wanted = args.slice(runAt + 1)
    const run = Bun.spawn([binary, ...(wanted.length === 0 ? ['demo'] : wanted)], {
      stdio: ['inherit', 'inherit', 'inherit'],
    })
    process.exitCode = await run.exited
  }
} else if (target === 'all') {
  const made = []
  for (const one of targets) if (await build(binaryFor(one), one)) made.push(one)
  if (made.length === targets.length) await writeChecksums()
} else if (targets.includes(target)) await build(binaryFor(target), target)
else {
  process.stderr.write(`error: unknown target '${target}'\nhint: all, ${targets.join(', ')}\n`)
  process.exitCode = 2
}

/** Built under another name and moved into place: whoever runs the binary meanwhile has the old one or the new one. */
async function build(outfile: string, platform?: string): Promise<boolean> {
  await mkdir(dist, { recursive: true })
  const begun = new Date()
  const room = await mkdtemp(join(dist, 'building-'))
  try {
    const made = join(room, basename(outfile))
    if (!(await compile(made, platform))) {
      process.stderr.write(`error: building '${basename(outfile)}' failed\n`)
      process.exitCode = 1
      return false
    }
    // As old as its sources were when it was begun: what changes during the build makes it stale.
    await utimes(made, begun, begun)
    // The maps beside it are in it as well.
    await rename(made, outfile)
  } finally {
    await rm(room, { recursive: true, force: true })
  }
  process.stderr.write(`built ${outfile.slice(root.length + 1)}\n`)
  return true
}

async function compile(outfile: string, platform: string | undefined): Promise<boolean> {
  const commit = Bun.spawnSync(['git', 'rev-parse', '--short=12', 'HEAD'], { cwd: root })
  const flags = [
    '--compile',
    '--minify',
    '--bytecode',
    // Each lazily imported module is a file of its own: starting loads only what a command needs.
    '--splitting',
    '--format=esm',
    '--sourcemap',
    // Security: without these two the binary runs a preload from whatever repository it stands in.
    '--no-compile-autoload-dotenv',
    '--no-compile-autoload-bunfig',
    `--define=ULTRAGIT_VERSION=${JSON.stringify(manifest.version)}`,
    `--define=ULTRAGIT_COMMIT=${JSON.stringify(commit.stdout.toString().trim() || 'unknown')}`,
    `--outfile=${outfile}`,
    ...(platform === undefined ? [] : [`--target=${platform}`]),
  ]
  const run = Bun.spawn([process.execPath, 'build', ...flags, join(root, 'src/main.ts')], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return (await run.exited) === 0
}

function binaryFor(platform: string): string {
  const name = platform.replace(/^bun-/, 'ultragit-')
  return join(dist, platform.includes('windows') ? `${name}.exe` : name)
}

async function writeChecksums(): Promise<void> {
  const lines: string[] = []
  for (const name of (await readdir(dist)).filter((file) => /^ultragit-[^.]+(\.exe)?$/.test(file)).sort()) {
    const digest = new Bun.CryptoHasher('sha256')
      .update(await Bun.file(join(dist, name)).bytes())
      .digest('hex')
    lines.push(`${digest}  ${name}\n`)
  }
  await rm(join(dist, 'SHA256SUMS'), { force: true })
  await Bun.write(join(dist, 'SHA256SUMS'), lines.join(''))
}

/** True when there is no binary or something it is made of is newer. */
async function isStale(binary: string): Promise<boolean> {
  const built = await stat(binary).catch(() => undefined)
  if (built === undefined) return true
  const inputs = ['build.ts', 'package.json', 'package-lock.json', 'LICENSE', 'src', 'grammars']
  for (const input of inputs) {
    const path = join(root, input)
    const inside = await readdir(path, { recursive: true }).catch(() => [])
    for (const file of [path, ...inside.map((name) => join(path, name))]) {
      // What went away meanwhile shows in the time of its folder.
      const facts = await stat(file).catch(() => undefined)
      if (facts !== undefined && facts.mtimeMs > built.mtimeMs) return true
    }
  }
  return false
}

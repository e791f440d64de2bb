/** The rules of docs/ARCHITECTURE.md, checked against the sources instead of by memory. */
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import { ladder, ladderViolations } from './architecture/ladder.ts'
import { lengthViolations, longestFile, longFiles, packageViolations } from './architecture/limits.ts'
import { owned, ownerViolations } from './architecture/owners.ts'
import { readSources, sourceFile } from './architecture/source-file.ts'

const sources = readSources(join(import.meta.dir, '../src'))
const dependencies = new Set(Object.keys(manifest.dependencies))

describe('the sources', () => {
  test('are found, with their imports', () => {
    expect(sources.map(({ path }) => path)).toContain('main.ts')
    const run = sources.find(({ path }) => path === 'cli/run.ts')
    expect(run?.imports).toContainEqual({ kind: 'file', path: 'base/errors.ts' })
    expect(sources.find(({ path }) => path === 'main.ts')?.imports).toContainEqual({
      kind: 'file',
      path: 'cli/run.ts',
    })
  })

  test('import downwards only', () => expect(sources.flatMap(ladderViolations)).toEqual([]))
  test('leave side effects to their owners', () => expect(sources.flatMap(ownerViolations)).toEqual([]))
  test('are short enough to read', () => expect(sources.flatMap(lengthViolations)).toEqual([]))
  test('import declared packages only', () =>
    expect(sources.flatMap((file) => packageViolations(file, dependencies))).toEqual([]))
  test('need the exceptions they have', () => {
    for (const path of Object.keys(longFiles))
      expect(sources.find((file) => file.path === path)?.lines, path).toBeGreaterThan(longestFile)
  })
})

describe('the ladder', () => {
  const broken = (path: string, target: string) =>
    ladderViolations(sourceFile(path, `import { it } from '${target}'\n`))

  test.each([
    [
      'base/ids.ts',
      '../git/discover.ts',
      "src/base/ids.ts imports src/git/discover.ts: 'base' is below 'git'",
    ],
    ['annotation/schema.ts', '../git/discover.ts', "'annotation' is below 'git'"],
    ['git/discover.ts', '../annotation/schema.ts', "'git' may not know 'annotation'"],
    ['outline/unit.ts', '../git/discover.ts', "'outline' may not know 'git'"],
    ['store/open.ts', '../session.ts', "'store' is below 'session.ts'"],
    ['session.ts', './place/place.ts', "'session.ts' is below 'place'"],
    ['read/read.ts', '../query/deps.ts', "'read' and 'query' are on one rung"],
    ['write/annotate.ts', '../read/read.ts', "'write' and 'read' are on one rung"],
    ['mcp/serve.ts', '../cli/run.ts', "'mcp' is below 'cli'"],
    ['cli/run.ts', '../main.ts', "'cli' is below 'main.ts'"],
    ['version.ts', './base/ids.ts', "'version.ts' is shared by all"],
    ['cli/run.ts', '../helpers/x.ts', "'helpers' is not on the ladder"],
  ])('%s may not import %s', (path, target, rule) => expect(broken(path, target).join('\n')).toContain(rule))

  test.each([
    ['query/deps.ts', '../read/read.ts'],
    ['check/check.ts', '../query/deps.ts'],
    ['place/place.ts', '../git/discover.ts'],
    ['base/ids.ts', '../version.ts'],
    ['git/native/run-git.ts', '../discover.ts'],
  ])('%s may import %s', (path, target) => expect(broken(path, target)).toEqual([]))

  test('names a folder without a rung', () =>
    expect(ladderViolations(sourceFile('utils/x.ts', ''))).toEqual([
      "src/utils/x.ts: 'utils' is not on the ladder; give it a rung in test/architecture",
    ]))

  test('sees every way to import', () => {
    const text = [
      "import type { A } from '../cli/a.ts'",
      "import {\n  B,\n} from '../cli/b.ts'",
      "export { C } from '../cli/c.ts'",
      "import '../cli/d.ts'",
      "const e = () => import('../cli/e.ts')",
      "// import { F } from '../cli/f.ts'",
    ].join('\n')
    expect(ladderViolations(sourceFile('base/x.ts', text))).toHaveLength(5)
  })

  test('has each rung once', () => expect(new Set(ladder.flat()).size).toBe(ladder.flat().length))
})

describe('side effects', () => {
  test.each([
    ['process.exitCode = 1', 'setting the exit status'],
    ['process.exit(1)', 'setting the exit status'],
    ["process.stdout.write('x')", 'writing standard output'],
    ["console.log('x')", 'writing standard output'],
    ['await Bun.write(Bun.stdout, x)', 'writing standard output'],
    ["surroundings.stdout.write('x')", 'writing standard output'],
    ["writeSync(1, 'x')", 'writing standard output'],
    ["Bun.spawnSync(['git'])", 'starting a process'],
    ["import { spawn } from 'node:child_process'", 'starting a process'],
    ["import { Database } from 'bun:sqlite'", 'opening SQLite'],
    ["Bun.connect({ unix: '/x' })", 'opening a socket'],
    ["import { connect } from 'node:net'", 'opening a socket'],
    ['const home = process.env.HOME', 'reading the environment'],
    ['process.cwd()', 'asking for the current directory'],
    ['process.argv.slice(2)', 'reading the command line'],
  ])('%s has an owner', (code, what) => {
    const [violation, ...more] = ownerViolations(sourceFile('base/x.ts', `${code}\n`))
    expect(violation).toContain(`is ${what}, which only src/`)
    expect(more).toEqual([])
    const owner = owned.find((one) => one.what === what)?.owners[0]?.path ?? ''
    const place = owner.endsWith('/') ? `${owner}x.ts` : owner
    expect(ownerViolations(sourceFile(place, `${code}\n`))).toEqual([])
  })

  test('words in a comment are no effect', () =>
    expect(
      ownerViolations(sourceFile('base/x.ts', '/** process.exit */\nlet a = 1 // process.env\n')),
    ).toEqual([]))
})

describe('limits', () => {
  test('a file that is too long is named', () => {
    expect(lengthViolations(sourceFile('base/x.ts', 'x\n'.repeat(longestFile)))).toEqual([])
    expect(lengthViolations(sourceFile('base/x.ts', 'x\n'.repeat(longestFile + 1)))).toHaveLength(1)
  })

  test('a package must be declared, a scoped one by its two parts', () => {
    const file = sourceFile('base/x.ts', "import a from 'left'\nimport b from '@a/b/c'\nimport 'node:fs'\n")
    expect(packageViolations(file, new Set(['@a/b']))).toEqual([
      "src/base/x.ts imports 'left', which is not among the dependencies of package.json",
    ])
    expect(packageViolations(file, new Set(['left', '@a/b']))).toEqual([])
  })
})

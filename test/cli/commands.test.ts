/** The small commands: schema, licenses, demo. */
import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import grammars from '../../grammars/manifest.json' with { type: 'json' }
import project from '../../package.json' with { type: 'json' }
import { ultragit } from '../support/binary.ts'
import { TempRepo, tempFolder } from '../support/temp-repo.ts'

const folder = tempFolder()

describe('schema', () => {
  const names = ultragit(['schema'], { cwd: folder }).stdout.trim().split('\n')

  test.each(names)('%s is a JSON Schema', (name) => {
    const run = ultragit(['schema', name], { cwd: folder })
    const schema = JSON.parse(run.stdout)
    expect(schema.$schema).toStartWith('http')
    expect(schema.type).toBe('object')
    expect(Object.keys(schema.properties).length).toBeGreaterThan(0)
    expect(schema.required.every((key: string) => key in schema.properties)).toBe(true)
  })

  test('the annotation is among them, and a typo is caught', () => {
    expect(names).toContain('annotation')
    expect(ultragit(['schema', 'anotation'], { cwd: folder })).toMatchObject({
      status: 2,
      stderr: "error: unknown <document> 'anotation'\nhint: did you mean 'annotation'?\n",
    })
  })
})

test('licenses holds every package and every grammar inside', () => {
  const text = ultragit(['licenses'], { cwd: folder }).stdout
  for (const [name, version] of Object.entries(project.dependencies))
    expect(text).toContain(`\n${name} ${version}\n`)
  for (const { name } of grammars.grammars) expect(text).toContain(`\ngrammar: ${name}\n`)
  // Reached through others, and the runtime; what only development needs is not inside.
  for (const inside of ['pako', 'sha.js']) expect(text).toMatch(new RegExp(`\\n${inside} [0-9.]+\\n`))
  expect(text).toContain(`\nbun ${project.devDependencies.bun}\n`)
  for (const outside of ['typescript', 'knip', '@biomejs/biome'])
    expect(text).not.toMatch(new RegExp(`\\n${outside} [0-9.]+\\n`))
  expect(text).not.toContain('licence not stated')
})

describe('demo', () => {
  test('walks through an annotated repository and leaves nothing behind', () => {
    const room = tempFolder()
    const run = ultragit(['demo'], { cwd: folder, env: { TMPDIR: room } })
    expect([run.status, run.stderr]).toEqual([0, ''])
    for (const query of ['read', 'deps', 'history', 'summary'])
      expect(run.stdout).toContain(`$ ultragit ${query} src`)
    expect(run.stdout).toContain('never above 30 s')
    expect(run.stdout).toContain('was src/retry.ts')
    expect(run.stdout).toContain('3 of 6 units annotated, in 2 files')
    expect(readdirSync(room)).toEqual([])
  })

  test('--keep leaves the repository, readable by git', () => {
    const room = tempFolder()
    const run = ultragit(['demo', '--keep'], { cwd: folder, env: { TMPDIR: room } })
    const dir = /The repository is in (.+)/.exec(run.stdout)?.[1] ?? ''
    expect(existsSync(join(dir, 'src/net/retry.ts'))).toBe(true)
    expect(
      JSON.parse(new TempRepo(dir).git('notes', '--ref=ultragit', 'show', 'HEAD~1')).regions,
    ).toHaveLength(1)
  })

  test('works inside a hook, where git names another repository', () => {
    const repo = TempRepo.init()
    const env = { GIT_DIR: join(repo.dir, '.git'), GIT_INDEX_FILE: join(repo.dir, '.git/index') }
    const run = ultragit(['demo'], { cwd: repo.dir, env: { ...env, TMPDIR: tempFolder() } })
    expect([run.status, run.stderr]).toEqual([0, ''])
    expect(repo.tryGit({}, 'rev-parse', '-q', '--verify', 'HEAD').status).toBe(1)
  })

  test('without git says so', () =>
    expect(ultragit(['demo'], { cwd: folder, env: { PATH: '' } })).toMatchObject({
      status: 4,
      stderr: 'error: the demo makes a repository and needs git\nhint: install git\n',
    }))
})

/** Notes of ours that a plain `git notes` erased: the server shows them, says so, and leaves the ref alone. */
import { expect, test } from 'bun:test'
import { asOid, type Oid } from '../../../src/base/ids.ts'
import { TempRepo } from '../../support/temp-repo.ts'
import { commitOldTree, ref } from '../../write/annotated-repo.ts'
import { mustRun } from '../../write/run-cli.ts'
import { ServerProcess, textOf } from './server-process.ts'

const code = (name: string, value: number) => `export function ${name}() {\n  return ${value}\n}\n`

async function annotatedRepo(): Promise<{ repo: TempRepo; commits: [Oid, Oid, Oid] }> {
  const repo = TempRepo.init()
  const commits = ['one', 'two', 'three'].map((name, at) =>
    asOid(repo.commit({ [`${name}.ts`]: code(name, at) })),
  )
  return { repo, commits: commits as [Oid, Oid, Oid] }
}

function annotate(repo: TempRepo, commit: Oid, name: string, intent: string, ...flags: string[]) {
  const input = { summary: name, regions: [{ file: `${name}.ts`, anchor: name, intent }] }
  return mustRun(repo, ['annotate', commit, ...flags], { input })
}

interface Answer {
  readonly regions: readonly { readonly intent: string }[]
  readonly warnings?: readonly string[]
}

async function ask(server: ServerProcess, path: string) {
  const { regions, warnings = [] } = JSON.parse(
    textOf(await server.call('ultragit_read', { path })),
  ) as Answer
  return { intents: regions.map(({ intent }) => intent), warnings }
}

test('erased notes, undone changes and undone removals are answered as they should be, with a warning', async () => {
  const { repo, commits } = await annotatedRepo()
  const [one, two, three] = commits
  await annotate(repo, one, 'one', 'first words')
  await annotate(repo, three, 'three', 'to be taken back')
  const old = repo.git('rev-parse', ref)
  await annotate(repo, one, 'one', 'better words', '--replace')
  await annotate(repo, two, 'two', 'written meanwhile')
  await mustRun(repo, ['remove', three])
  const server = new ServerProcess({ cwd: repo.dir })
  await server.initialize()
  expect(await ask(server, 'two.ts')).toEqual({ intents: ['written meanwhile'], warnings: [] })

  const other = asOid(repo.commit({ 'other.txt': 'x\n' }))
  commitOldTree(repo, old, other, '{"$schema":"ultragit/v1","commit":"x","summary":"by git","regions":[]}')
  const tip = repo.git('rev-parse', ref)
  const warned = [expect.stringContaining(`another program undid 3 changes of ours on '${ref}'`)]
  expect(await ask(server, 'two.ts')).toEqual({ intents: ['written meanwhile'], warnings: warned })
  expect(await ask(server, 'one.ts')).toEqual({ intents: ['better words'], warnings: warned })
  expect(await ask(server, 'three.ts')).toEqual({ intents: [], warnings: warned })
  for (const tool of ['ultragit_deps', 'ultragit_history', 'ultragit_summary'])
    expect(JSON.parse(textOf(await server.call(tool, { path: 'two.ts' }))).warnings).toEqual(warned)
  expect(repo.git('rev-parse', ref)).toBe(tip)

  await mustRun(repo, ['read', 'one.ts'])
  expect(repo.git('rev-parse', ref)).not.toBe(tip)
  expect(await ask(server, 'two.ts')).toEqual({ intents: ['written meanwhile'], warnings: [] })
  expect(await ask(server, 'three.ts')).toEqual({ intents: [], warnings: [] })
  await server.close()
}, 60_000)

test('what was removed on purpose stays removed, and a deleted ref is empty', async () => {
  const { repo, commits } = await annotatedRepo()
  await annotate(repo, commits[0], 'one', 'first words')
  await annotate(repo, commits[1], 'two', 'second words')
  const server = new ServerProcess({ cwd: repo.dir })
  await server.initialize()
  repo.git('notes', `--ref=${ref}`, 'remove', commits[1])
  expect(await ask(server, 'two.ts')).toEqual({ intents: [], warnings: [] })
  repo.git('update-ref', '-d', ref)
  expect((await ask(server, 'one.ts')).intents).toEqual([])
  await server.close()
}, 60_000)

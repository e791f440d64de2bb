/** The repositories of the benchmark are what they claim to be: an honest figure needs true annotations. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { validateAnnotation } from '../../src/annotation/validate-annotation.ts'
import { outlineSource } from '../../src/outline/outline-source.ts'
import { TempRepo } from '../support/temp-repo.ts'
import { History } from './generate/history.ts'
import { type CommitFacts, importHistory } from './generate/import-history.ts'
import { readPatchIds } from './generate/patch-ids.ts'
import { writeNotes } from './generate/write-notes.ts'

const options = { seed: 7, commits: 160, files: 40, hotFiles: 2, hotShare: 0.2 }
let repo: TempRepo
let commits: CommitFacts[]

beforeAll(async () => {
  repo = TempRepo.init()
  commits = await importHistory(repo.dir, new History(options))
  const patchIds = await readPatchIds(
    repo.dir,
    commits.map(({ oid }) => oid),
  )
  const target = { file: commits[0]?.path ?? '', anchor: commits[0]?.regions[0]?.name ?? '' }
  const plan = { commits, patchIds, target, dependents: new Set<string>() }
  await writeNotes(repo.dir, { ...plan, ref: 'refs/notes/ultragit', orphanHalf: false })
  await writeNotes(repo.dir, { ...plan, ref: 'refs/notes/orphaned', orphanHalf: true })
})

describe('a generated history', () => {
  test('has the commits, files, merges and renames asked for', () => {
    expect(repo.git('rev-list', '--count', 'main')).toBe('160')
    expect(repo.git('ls-tree', '-r', '--name-only', 'main').split('\n')).toHaveLength(40)
    expect(Number(repo.git('rev-list', '--count', '--merges', 'main'))).toBeGreaterThan(0)
    expect(repo.git('fsck', '--strict')).toBe('')
  })

  test('is the same for the same seed', async () => {
    const again = TempRepo.init()
    await importHistory(again.dir, new History(options))
    expect(again.git('rev-parse', 'main')).toBe(repo.git('rev-parse', 'main'))
  })
})

describe('a generated note', () => {
  test('is a valid annotation of about two kilobytes, on one line', () => {
    let bytes = 0
    for (const { oid } of commits) {
      const note = repo.git('notes', '--ref=ultragit', 'show', oid)
      expect(note).not.toContain('\n')
      expect(validateAnnotation(JSON.parse(note))).not.toHaveProperty('problems')
      bytes += note.length
    }
    expect(bytes / commits.length).toBeGreaterThan(1_700)
    expect(bytes / commits.length).toBeLessThan(2_400)
  })

  test('names functions where they stand in its commit', async () => {
    for (const { oid, path, blob, tree, regions } of commits) {
      expect(repo.git('rev-parse', `${oid}:${path}`, `${oid}^{tree}`)).toBe(`${blob}\n${tree}`)
      const units = (await outlineSource(path, repo.git('cat-file', 'blob', blob)))?.units ?? []
      for (const { name, signature, lines } of regions)
        expect(units).toContainEqual({ kind: 'function', name, signature, lines })
    }
  })

  test('hangs on a commit nobody has where it is to be orphaned', () => {
    const targets = repo
      .git('notes', '--ref=orphaned', 'list')
      .split('\n')
      .map((line) => line.slice(41))
    const known = new Set(commits.map(({ oid }) => oid))
    expect(targets.filter((oid) => known.has(oid))).toHaveLength(80)
    expect(targets).toHaveLength(160)
  })
})

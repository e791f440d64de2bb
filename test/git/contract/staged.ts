/** The index as a whole: what it changes against HEAD, and what it tracks. */
import { expect, test } from 'bun:test'
import { rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { asRepoPath } from '../../../src/base/ids.ts'
import type { FileChange } from '../../../src/git/repository.ts'
import { TempRepo } from '../../support/temp-repo.ts'
import type { Open } from './histories.ts'
import { gitRecords, pathOf } from './oracle.ts'

const long = Array.from({ length: 30 }, (_, at) => `line ${at}\n`).join('')

export function stagedContract(open: Open): void {
  test('stagedChanges gives what diff-index --cached gives', async () => {
    const temp = TempRepo.init()
    temp.commit({ 'a.ts': 'a\n', 'b.ts': long, 'gone.ts': 'gone\n', 'same.ts': 'same\n', run: '#!/bin/sh\n' })
    temp.git('mv', 'b.ts', 'we ird "b".ts')
    temp.write('we ird "b".ts', `${long}more\n`)
    temp.write('a.ts', 'a2\n')
    temp.write('ü.ts', 'new\n')
    rmSync(join(temp.dir, 'gone.ts'))
    temp.git('add', '-A')
    temp.git('update-index', '--chmod=+x', 'run')
    temp.write('announced.ts', 'not yet\n')
    temp.git('add', '-N', 'announced.ts')
    temp.write('a.ts', 'a3, in the working tree only\n')
    const repo = await open(temp.dir)
    expect(shown(await repo.stagedChanges())).toEqual(byGit(temp, 'HEAD'))
    expect(await repo.stagedChanges()).toHaveLength(5)
    repo.close()
  })

  test('stagedChanges compares with nothing before the first commit, and finds nothing after one', async () => {
    const temp = TempRepo.init()
    const repo = await open(temp.dir)
    expect([...(await repo.stagedChanges())]).toEqual([])
    temp.write('src/a.ts', 'a\n')
    temp.git('add', '-A')
    expect(shown(await repo.stagedChanges())).toEqual(byGit(temp, temp.gitWith({ input: '' }, 'mktree')))
    temp.commit({})
    expect([...(await repo.stagedChanges())]).toEqual([])
    repo.close()
  })

  test('trackedFiles gives what ls-files gives, and says which files are not looked at', async () => {
    const temp = TempRepo.init()
    temp.commit({ 'a.ts': 'a\n', 'src/b.ts': long, 'assumed.ts': 'x\n', 'sparse.ts': 'y\n' })
    temp.git('update-index', '--assume-unchanged', 'assumed.ts')
    temp.git('update-index', '--skip-worktree', 'sparse.ts')
    const repo = await open(temp.dir)
    const tracked = await repo.trackedFiles()
    const staged = gitRecords(temp.dir, ['ls-files', '--stage', '-z']).map((record) => {
      const [mode = '', oid = ''] = record.split(' ')
      return { mode, oid, path: pathOf(record.slice(record.indexOf('\t') + 1)) }
    })
    expect(tracked.map(({ mode, oid, path }) => ({ mode, oid, path }) as (typeof staged)[number])).toEqual(
      staged,
    )
    const unchecked = tracked.filter(({ isChecked }) => !isChecked).map(({ path }) => path)
    expect(unchecked).toEqual([asRepoPath('assumed.ts'), asRepoPath('sparse.ts')])
    repo.close()
  })

  test('trackedFiles knows the stamp of a file that is older than the index, and trusts no younger one', async () => {
    const temp = TempRepo.init()
    temp.write('old.ts', 'old\n')
    utimesSync(join(temp.dir, 'old.ts'), 1_600_000_000, 1_600_000_000)
    temp.write('young.ts', 'young\n')
    const later = Date.now() / 1000 + 3600
    utimesSync(join(temp.dir, 'young.ts'), later, later)
    temp.git('add', '-A')
    const repo = await open(temp.dir)
    const [old, young] = await repo.trackedFiles()
    const facts = statSync(join(temp.dir, 'old.ts'), { bigint: true })
    expect(old?.stamp).toEqual({ size: 4, changed: facts.mtimeNs })
    expect(young?.stamp).toBeUndefined()
    repo.close()
  })
}

function byGit(temp: TempRepo, tree: string): string[] {
  const cached = ['diff-index', '--cached', '--ita-invisible-in-index']
  const fields = gitRecords(temp.dir, [...cached, '-M', '--no-abbrev', '-z', '--raw', tree])
  const lines: string[] = []
  for (let at = 0; at < fields.length; ) {
    const [oldMode = '', newMode = '', oldOid, newOid, letter = ''] = (fields[at] ?? '').slice(1).split(' ')
    const count = letter.startsWith('R') ? 2 : 1
    const paths = fields.slice(at + 1, at + 1 + count).map(pathOf)
    lines.push([oldMode, newMode, oldOid, newOid, letter[0], ...paths].join(' '))
    at += 1 + count
  }
  return lines.sort()
}

const letters = { added: 'A', deleted: 'D', modified: 'M', renamed: 'R', type: 'T' } as const
const none = '0'.repeat(40)

function shown(changes: readonly FileChange[]): string[] {
  return changes
    .map(({ status, path, from, oldOid, newOid, oldMode, newMode }) =>
      [
        oldMode ?? '000000',
        newMode ?? '000000',
        oldOid ?? none,
        newOid ?? none,
        letters[status],
        ...(from === undefined ? [] : [from]),
        path,
      ].join(' '),
    )
    .sort()
}

import { describe, expect, test } from 'bun:test'
import { asOid, type Oid } from '../../../src/base/ids.ts'
import { classifyReach, type Reach } from '../../../src/git/history/reachability.ts'
import { TempRepo } from '../../support/temp-repo.ts'
import { gitLines } from '../contract/oracle.ts'
import { backends, open } from '../layouts/same-as-git.ts'
import { randomHistory } from '../random-history.ts'

for (const backend of backends) {
  describe(`classifyReach (${backend})`, () => {
    test('tells head, another ref and nothing apart, as rev-list does, also under skewed clocks', async () => {
      const seen = new Set<Reach>()
      for (let seed = 0; seed < 8; seed++) {
        const {
          repo: temp,
          commits,
          head,
        } = randomHistory({ seed, commits: 40, mergeRate: 0.3, skewedClocks: true })
        // Some branches go, and what only they held is reached no more.
        for (const [at, ref] of temp
          .git('for-each-ref', '--format=%(refname)', 'refs/heads/')
          .split('\n')
          .entries())
          if (at % 2 === 1 && ref !== 'refs/heads/main') temp.git('update-ref', '-d', ref)
        const repo = await open(backend, { cwd: temp.dir })
        const reach = await classifyReach(repo, head, new Set(commits))
        const byHead = new Set(gitLines(temp.dir, ['rev-list', head]))
        const byRefs = new Set(gitLines(temp.dir, ['rev-list', '--branches', '--tags', '--remotes']))
        for (const oid of commits) {
          const expected = byHead.has(oid) ? 'head' : byRefs.has(oid) ? 'ref' : 'none'
          expect([oid, reach.get(oid)]).toEqual([oid, expected])
          seen.add(expected)
        }
        repo.close()
      }
      expect(seen).toEqual(new Set(['head', 'ref', 'none']))
    })

    test('counts tags, but neither notes nor refs to what is no commit', async () => {
      const temp = TempRepo.init()
      const first = asOid(temp.commit({ 'a.ts': 'a\n' }))
      temp.note('HEAD', '{}')
      temp.git('checkout', '-q', '--detach')
      const tagged = asOid(temp.commit({ 'a.ts': 'b\n' }))
      temp.git('tag', '-a', '-m', 'annotated', 'v1')
      temp.git('tag', 'tree', 'HEAD^{tree}')
      temp.git('checkout', '-q', 'main')
      const notes = asOid(temp.git('rev-parse', 'refs/notes/ultragit'))
      const gone = asOid('dead'.repeat(10))
      const repo = await open(backend, { cwd: temp.dir })
      const asked = new Set<Oid>([first, tagged, notes, gone])
      expect(await classifyReach(repo, first, asked)).toEqual(
        new Map<Oid, Reach>([
          [first, 'head'],
          [tagged, 'ref'],
          [notes, 'none'],
          [gone, 'none'],
        ]),
      )
      expect((await classifyReach(repo, undefined, new Set([first]))).get(first)).toBe('ref')
      repo.close()
    })
  })
}

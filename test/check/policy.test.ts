/** Whose word counts: the policy of the merge base, then git config, the environment, never the change under test. */
import { describe, expect, test } from 'bun:test'
import { CheckRepo, places } from './support/check-repo.ts'

const toml = '.ultragit-config.toml'

function withPolicy(policy: string | undefined, change: Record<string, string | null>): CheckRepo {
  const repo = CheckRepo.init()
  repo.commit({ 'a.ts': 'export const a = 1\n', ...(policy === undefined ? {} : { [toml]: policy }) })
  repo.commit(change, 'change')
  return repo
}

const bare = { 'a.ts': 'export const a = 2\n' }

describe('the policy', () => {
  test('of the merge base sets severities', async () => {
    const strict = withPolicy('[check]\nmissing = "error"\n', bare)
    expect(await strict.check(['HEAD'])).toMatchObject({ status: 1, findings: [{ severity: 'error' }] })
    const off = withPolicy('[check]\nmissing = "off"\n', bare)
    expect(await off.check(['HEAD'])).toMatchObject({ status: 0, findings: [] })
  })

  test('weakened in the change under test has no effect', async () => {
    const repo = withPolicy('[check]\nmissing = "error"\n', {
      ...bare,
      [toml]: '[check]\nmissing = "off"\n[scope]\nexclude = ["**"]\n',
    })
    const checked = await repo.check(['HEAD'])
    expect(checked.status).toBe(1)
    expect(checked.answer.policy.missing).toBe('error')
    expect(places(checked, 'missing')).toEqual([`${toml}:2`])
    expect(checked.answer.warnings).toContain(
      `the change edits ${toml}: the policy of the merge base holds until it is merged`,
    )
  })

  test('taken away in the change under test still holds; one that appears does not yet', async () => {
    const removed = withPolicy('[check]\nmissing = "error"\n', { ...bare, [toml]: null })
    expect((await removed.check(['HEAD'])).status).toBe(1)
    const added = withPolicy(undefined, { ...bare, [toml]: '[check]\nmissing = "error"\n' })
    expect(await added.check(['HEAD'])).toMatchObject({ status: 0, findings: [{ severity: 'warning' }] })
  })

  test('that only stands in the working tree has no effect, broken or not', async () => {
    const repo = withPolicy(undefined, bare)
    repo.write(toml, '[check]\nmissing = "error"\n')
    expect((await repo.check(['HEAD'])).status).toBe(0)
    repo.write(toml, '[check\n')
    expect((await repo.check(['HEAD'])).status).toBe(0)
  })

  test.each([
    ['[check]\nmising = "error"\n', "2:1: unknown key 'check.mising'; did you mean 'check.missing'?"],
    ['[check]\nmissing = "fatal"\n', "2:1: 'check.missing' must be off, warning or error"],
    ['[check]\nmin_coverage = 2\n', "2:1: 'check.min_coverage' must be a number from 0 to 1"],
    ['[check\nmissing = "off"\n', '1:7:'],
  ])('with a mistake is exit 5: %j', async (policy, message) => {
    const repo = withPolicy(policy, bare)
    const { status, error } = await repo.check(['HEAD'])
    expect(status).toBe(5)
    expect(error?.message).toStartWith(`${toml}:${message}`)
    expect(error?.message).toContain(
      `(policy of the merge base ${repo.git('rev-parse', 'HEAD~1').slice(0, 12)})`,
    )
  })

  test('that the change breaks is a warning now, before it is too late', async () => {
    const repo = withPolicy(undefined, { ...bare, [toml]: '[check]\nmising = "off"\n' })
    const { status, answer } = await repo.check(['HEAD'])
    expect(status).toBe(0)
    expect(answer.warnings?.[0]).toStartWith(
      `the change breaks ${toml}: ${toml}:2:1: unknown key 'check.mising'`,
    )
  })

  test('yields to git config, and that to the environment', async () => {
    const repo = withPolicy('[check]\nmissing = "off"\n', bare)
    repo.git('config', 'ultragit.check.missing', 'error')
    expect((await repo.check(['HEAD'])).status).toBe(1)
    expect((await repo.check(['HEAD'], { ULTRAGIT_CHECK_MISSING: 'warning' })).status).toBe(0)
  })

  test('scope of the merge base decides which paths count', async () => {
    const repo = withPolicy('[scope]\nexclude = ["gen"]\n', { 'gen/a.ts': 'export const g = 1\n' })
    expect((await repo.check(['HEAD'])).findings).toEqual([])
  })

  test('a root commit alone has none: the defaults hold', async () => {
    const repo = CheckRepo.init()
    repo.commit({ 'a.ts': 'export const a = 1\n', [toml]: '[check]\nmissing = "error"\n' })
    expect(await repo.check(['HEAD'])).toMatchObject({ status: 0, findings: [{ severity: 'warning' }] })
  })
})

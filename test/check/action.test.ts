/** The steps of action.yml and of the GitLab example, run as the CI would run them, on a repository made for it. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { binaryPath } from '../support/binary.ts'
import { tempFolder } from '../support/temp-repo.ts'
import { CheckRepo } from './support/check-repo.ts'
import { client } from './support/sample-code.ts'

const root = join(import.meta.dir, '../..')
const path = 'src/client.ts'

interface Step {
  readonly name: string
  readonly shell: string
  readonly env: Record<string, string>
  readonly run: string
}

interface Action {
  readonly inputs: Record<string, { readonly default: string }>
  readonly runs: { readonly using: string; readonly steps: readonly Step[] }
}

const action = Bun.YAML.parse(readFileSync(join(root, 'action.yml'), 'utf8')) as Action // its own tests hold it to that

let binary = ''
beforeAll(() => {
  binary = binaryPath()
})

/** What actions/checkout leaves: the merge of a pull request into main, detached, and the history of both. */
function pullRequest(isAnnotated: boolean): CheckRepo {
  const origin = CheckRepo.init()
  origin.annotated({ [path]: client }, [
    { file: path, anchor: 'connect', constraints: [{ text: 'must never block', source: 'author' }] },
  ])
  origin.git('checkout', '-q', '-b', 'side')
  const change = origin.commit({ [path]: client.replace('true', 'false') }, 'do not keep alive')
  if (isAnnotated) origin.annotate(change, [{ file: path, anchor: 'connect' }])
  origin.git('checkout', '-q', 'main')
  const dir = join(tempFolder(), 'clone')
  origin.git('clone', '-q', `file://${origin.dir}`, dir)
  const repo = new CheckRepo(dir)
  repo.git('checkout', '-q', '--detach', 'origin/main')
  repo.git('merge', '-q', '--no-ff', '-m', 'Merge side into main', 'origin/side')
  return repo
}

function runAction(repo: CheckRepo, given: Record<string, string> = {}) {
  const inputs = {
    ...Object.fromEntries(Object.entries(action.inputs).map(([name, row]) => [name, row.default])),
    ...given,
  }
  const summary = join(tempFolder(), 'summary.md')
  let [stdout, status] = ['', 0]
  for (const step of action.runs.steps) {
    const env = Object.entries(step.env).map(([name, value]) => [
      name,
      value.replace(
        /\$\{\{ inputs\.([\w-]+) \}\}/g,
        (_, input: string) => inputs[input as keyof typeof inputs] ?? '?',
      ),
    ])
    const run = Bun.spawnSync(['bash', '--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run], {
      cwd: repo.dir,
      env: {
        ...process.env,
        GITHUB_ACTIONS: 'true',
        GITHUB_BASE_REF: 'main',
        GITHUB_REF: 'refs/pull/1/merge',
        GITHUB_SHA: repo.head(),
        GITHUB_STEP_SUMMARY: summary,
        ...Object.fromEntries(env),
      },
    })
    stdout += run.stdout.toString()
    status = run.exitCode
    if (status !== 0) break
  }
  return { status, stdout, summary: Bun.file(summary) }
}

describe('the action', () => {
  test('is composite, and takes every input through the environment', () => {
    expect(action.runs.using).toBe('composite')
    for (const { shell, run } of action.runs.steps) {
      expect(shell).toBe('bash')
      expect(run).not.toContain('${{')
    }
    const used = JSON.stringify(action.runs.steps.map(({ env }) => env))
    for (const name of Object.keys(action.inputs)) expect(used).toContain(`inputs.${name} }}`)
  })

  test('fetches the notes, shows findings on the diff and writes the summary', async () => {
    const { status, stdout, summary } = runAction(pullRequest(false), { binary })
    expect(stdout).toContain(
      `::warning file=${path},line=5,title=ultragit constraint::'connect' has a recorded constraint`,
    )
    expect(stdout).toContain('must never block')
    expect(status).toBe(0)
    expect(await summary.text()).toStartWith('### ultragit check: 0 errors, 2 warnings\n')
  })

  test('fails at the severity asked for', async () => {
    const { status, summary } = runAction(pullRequest(false), { binary, 'fail-on': 'warning' })
    expect(status).toBe(1)
    expect(await summary.text()).toContain('**constraint**')
  })

  test('passes a change that speaks of what it does', async () => {
    const { status, stdout, summary } = runAction(pullRequest(true), { binary, 'fail-on': 'warning' })
    expect(stdout).not.toContain('::')
    expect(status).toBe(0)
    expect(await summary.text()).toContain('no findings')
  })

  test('takes a base and another format; a base that is none fails with the status of wrong usage', async () => {
    const repo = pullRequest(false)
    const given = runAction(repo, { binary, base: 'HEAD^1', format: 'json' })
    expect(JSON.parse(given.stdout).query).toMatchObject({ range: 'HEAD^1...HEAD' })
    const wrong = runAction(repo, { binary, base: '--nope' })
    expect(wrong.status).toBe(2)
    expect(await wrong.summary.exists()).toBe(false)
  })

  test('goes on without notes and without a remote, and says so', () => {
    const repo = pullRequest(false)
    repo.git('remote', 'set-url', 'origin', join(repo.dir, 'nowhere'))
    const { status, stdout } = runAction(repo, { binary })
    expect(stdout).toContain('::warning title=ultragit::the annotations could not be fetched from origin')
    expect(stdout).toContain('is not in this clone')
    expect(status).toBe(0)
  })
})

test('the GitLab example in docs/ci.md does what it says', () => {
  const page = readFileSync(join(root, 'docs/ci.md'), 'utf8')
  const [, yaml = ''] = /<!-- example: gitlab -->\n```yaml\n([\s\S]*?)```/.exec(page) ?? []
  const job = (
    Bun.YAML.parse(yaml) as { ultragit: { script: string[]; artifacts: { reports: { junit: string } } } }
  ).ultragit // the page's own example
  const bin = join(tempFolder(), 'bin')
  mkdirSync(bin)
  symlinkSync(binary, join(bin, 'ultragit'))
  for (const isAnnotated of [false, true]) {
    const repo = pullRequest(isAnnotated)
    const run = Bun.spawnSync(['bash', '-eo', 'pipefail', '-c', job.script.join('\n')], {
      cwd: repo.dir,
      env: {
        ...process.env,
        PATH: `${bin}:${process.env.PATH}`,
        GITLAB_CI: 'true',
        CI_MERGE_REQUEST_DIFF_BASE_SHA: repo.git('rev-parse', 'HEAD^1'),
        ULTRAGIT_CHECK_CONSTRAINT: 'error',
      },
    })
    expect(run.exitCode).toBe(isAnnotated ? 0 : 1)
    const report = readFileSync(join(repo.dir, job.artifacts.reports.junit), 'utf8')
    expect(report.includes('<failure')).toBe(!isAnnotated)
  }
})

test('the GitHub example in docs/ci.md names inputs that exist', () => {
  const page = readFileSync(join(root, 'docs/ci.md'), 'utf8')
  const [, yaml = ''] = /<!-- example: github -->\n```yaml\n([\s\S]*?)```/.exec(page) ?? []
  const workflow = Bun.YAML.parse(yaml) as {
    jobs: { ultragit: { steps: { with: Record<string, unknown> }[] } }
  } // as above
  const given = Object.keys(workflow.jobs.ultragit.steps.at(-1)?.with ?? {})
  expect(given.length).toBeGreaterThan(0)
  for (const name of given) expect(Object.keys(action.inputs)).toContain(name)
  for (const name of Object.keys(action.inputs)) expect(page).toContain(`| \`${name}\` |`)
})

/** The CI systems whose variables are understood, one row each. */
import { branchBase, type CiJob, type CiSystem, commitBase, type NamedBase } from './ci-system.ts'

export const ciSystems: readonly CiSystem[] = [
  {
    name: 'GitHub Actions',
    sign: 'GITHUB_ACTIONS',
    wholeHistory: 'set fetch-depth: 0 for actions/checkout',
    bases: (job) => [
      pullRequestBase(job),
      commitBase('the base of the merge group', job.event.baseSha),
      commitBase('GITHUB_EVENT_BEFORE', job.env.GITHUB_EVENT_BEFORE || job.event.before),
      branchBase('the default branch', job.event.defaultBranch),
    ],
  },
  {
    name: 'GitLab CI',
    sign: 'GITLAB_CI',
    wholeHistory: 'set GIT_DEPTH: 0',
    bases: ({ env }) => [
      // Only set when HEAD is the merge of both branches: then the target branch is the base, not the old merge base.
      commitBase('CI_MERGE_REQUEST_TARGET_BRANCH_SHA', env.CI_MERGE_REQUEST_TARGET_BRANCH_SHA),
      commitBase('CI_MERGE_REQUEST_DIFF_BASE_SHA', env.CI_MERGE_REQUEST_DIFF_BASE_SHA),
      branchBase('CI_MERGE_REQUEST_TARGET_BRANCH_NAME', env.CI_MERGE_REQUEST_TARGET_BRANCH_NAME),
      commitBase('CI_COMMIT_BEFORE_SHA', env.CI_COMMIT_BEFORE_SHA),
      branchBase('CI_DEFAULT_BRANCH', env.CI_DEFAULT_BRANCH),
    ],
  },
  {
    name: 'Buildkite',
    sign: 'BUILDKITE',
    wholeHistory: 'remove --depth from BUILDKITE_GIT_CLONE_FLAGS',
    bases: ({ env }) => [
      branchBase('BUILDKITE_PULL_REQUEST_BASE_BRANCH', env.BUILDKITE_PULL_REQUEST_BASE_BRANCH),
      branchBase('BUILDKITE_PIPELINE_DEFAULT_BRANCH', env.BUILDKITE_PIPELINE_DEFAULT_BRANCH),
    ],
  },
]

/** The commit GitHub checks out for a pull request merges it into the base: then the first parent is the base itself. */
function pullRequestBase({ env, head, event }: CiJob): NamedBase | undefined {
  const base = branchBase('GITHUB_BASE_REF', env.GITHUB_BASE_REF)
  if (base === undefined) return undefined
  const isMerge = /^refs\/pull\/\d+\/merge$/.test(env.GITHUB_REF ?? '') && env.GITHUB_SHA === head
  return {
    ...base,
    revs: [...(isMerge ? [`${head}^1`] : []), ...base.revs, ...(event.baseSha ? [event.baseSha] : [])],
  }
}

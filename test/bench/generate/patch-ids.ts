/** The patch ids of all commits at once: the patches of the whole history, piped through `git patch-id`. */
import { environment } from '../git.ts'

export async function readPatchIds(repo: string, commits: readonly string[]): Promise<Map<string, string>> {
  const patch = ['-p', '-U0', '-r', '--no-renames', '--full-index', '--diff-algorithm=myers', '--no-color']
  const options = { cwd: repo, env: environment }
  const patches = Bun.spawn(['git', 'diff-tree', '--stdin', ...patch], {
    ...options,
    stdin: Buffer.from(commits.map((oid) => `${oid}\n`).join('')),
    stdout: 'pipe',
  })
  const ids = Bun.spawn(['git', 'patch-id', '--stable'], {
    ...options,
    stdin: patches.stdout,
    stdout: 'pipe',
  })
  const lines = (await new Response(ids.stdout).text()).trim().split('\n')
  return new Map(lines.map((line) => line.split(' ').reverse() as [string, string])) // "<patch id> <commit id>"
}

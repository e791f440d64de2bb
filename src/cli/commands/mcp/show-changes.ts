/** The changes of an installation, one line a file. */
import type { HostName } from '../../../mcp/hosts/host-table.ts'
import { changedLines } from '../../../mcp/install/changed-lines.ts'
import type { Change } from '../../../mcp/install/plan-install.ts'
import type { CommandData } from '../../command.ts'
import { type Style, visible } from '../../output.ts'

interface Outcome {
  readonly dryRun: boolean
  /** Hosts to go on with. */
  readonly offered: readonly HostName[]
}

export function showChanges(changes: readonly Change[], data: CommandData, outcome: Outcome): void {
  if (data.format === 'json') data.output.answer(JSON.stringify(asJson(changes, outcome)))
  else data.output.answer(asText(changes, data, outcome))
}

function asJson(changes: readonly Change[], { dryRun, offered }: Outcome): object {
  return {
    dry_run: dryRun,
    changes: changes.map(({ before, after, ...change }) => ({
      ...change,
      ...(dryRun ? { diff: changedLines(before, after) } : {}),
    })),
    also_found: offered,
  }
}

const colours: Record<Change['action'], Style> = {
  created: 'green',
  updated: 'green',
  removed: 'green',
  unchanged: 'dim',
}

function asText(changes: readonly Change[], { output }: CommandData, { dryRun, offered }: Outcome): string {
  const width = Math.max(...changes.map(({ host }) => host.length))
  const lines = changes.flatMap((change) => {
    const link = change.target === change.file ? '' : ` -> ${change.target}`
    const word = output.paint(change.action.padEnd(9), colours[change.action])
    return [
      `${word}  ${change.host.padEnd(width)}  ${visible(change.file + link)}`,
      ...change.remarks.map((remark) => `${''.padEnd(9)}  ${''.padEnd(width)}  ${visible(remark)}`),
      ...(dryRun ? changedLines(change.before, change.after).map((line) => `  ${visible(line)}`) : []),
    ]
  })
  if (dryRun) lines.push('nothing was written (--dry-run)')
  if (offered.length > 0)
    lines.push(
      '',
      `also on this machine: ${offered.join(', ')}`,
      `  ultragit mcp install ${offered.map((name) => `--host ${name}`).join(' ')}`,
    )
  return lines.join('\n')
}

/** `repair`: annotations of commits that were rewritten go to the commits that took their place. */
import { type Repaired, repairNotes } from '../../write/repair/repair-notes.ts'
import { type Command, textArgument } from '../command.ts'
import { commitNamed } from '../commit-named.ts'
import { reportRestored, withWriteSession } from '../write-session.ts'

export const command: Command = {
  usage: ['ultragit repair [--dry-run] [--base REV]'],
  examples: [
    ['ultragit repair --dry-run', 'what would be adopted, by what'],
    ['ultragit repair --base origin/main', 'after a squash merge on a forge'],
  ],
  formats: ['text', 'json'],
  args: {
    base: { type: 'string', valueHint: 'rev', description: 'the history that counts (default: HEAD)' },
    'dry-run': { type: 'boolean', description: 'write nothing' },
  },
  run: (args, data) =>
    withWriteSession(data, async (session) => {
      const base = await commitNamed(session.repository, textArgument(args, 'base') ?? 'HEAD')
      const dryRun = args['dry-run'] === true
      const repaired = await repairNotes(session, { base, dryRun })
      reportRestored(repaired.restored, data)
      data.output.answer(data.format === 'json' ? asJson(repaired, dryRun) : asText(repaired, dryRun))
      return 0
    }),
}

function asText({ adopted, unmerged, orphaned }: Repaired, dryRun: boolean): string {
  const short = (oid: string) => oid.slice(0, 12)
  return [
    ...adopted.map(
      ({ source, target, by }) =>
        `${dryRun ? 'would adopt' : 'adopted'} ${short(source)} in ${short(target)} (${by})`,
    ),
    ...orphaned.map((target) => `still orphaned: ${short(target)}`),
    `${adopted.length} adopted, ${unmerged.length} unmerged, ${orphaned.length} orphaned`,
  ].join('\n')
}

function asJson({ adopted, unmerged, orphaned }: Repaired, dryRun: boolean): string {
  const rows = adopted.map(({ source, target, by }) => ({ source, target, by }))
  return JSON.stringify({ adopted: rows, unmerged, orphaned, dry_run: dryRun })
}

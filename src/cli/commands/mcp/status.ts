/** `mcp status`: proves each installation from where its host stands, without running anything a file names. */
import { resolve } from 'node:path'
import { discover } from '../../../git/discover.ts'
import { thisBinary } from '../../../mcp/install/this-binary.ts'
import { checkEntries, type EntryStatus } from '../../../mcp/status/check-entries.ts'
import type { Command, CommandArguments, CommandData } from '../../command.ts'
import { type Output, visible } from '../../output.ts'
import { machineOf } from './select-hosts.ts'

export const command: Command = {
  usage: ['ultragit mcp status [--json]'],
  examples: [
    ['ultragit mcp status', 'start the server as each host would, and see it answer'],
    ['ultragit mcp status --json', 'the same for a program'],
  ],
  formats: ['text', 'json'],
  args: { json: { type: 'boolean', description: 'the same as --format json' } },
  run: status,
}

async function status(args: CommandArguments, data: CommandData): Promise<number> {
  const { surroundings, flags, output } = data
  const from = resolve(surroundings.cwd, flags.repo ?? '.')
  const found = await discover(from, surroundings.env).catch(() => undefined)
  const statuses = await checkEntries({
    machine: machineOf(surroundings),
    repoRoot: found?.layout.workTree,
    binary: thisBinary(),
  })
  const isWell = statuses.length > 0 && statuses.every(({ ok }) => ok)
  if (args.json === true || data.format === 'json')
    output.answer(JSON.stringify({ ok: isWell, binary: thisBinary(), entries: statuses }))
  else output.answer(asText(statuses, output))
  return isWell ? 0 : 1
}

function asText(statuses: readonly EntryStatus[], output: Output): string {
  if (statuses.length === 0)
    return "ultragit is in no host's settings here\n  ultragit mcp install puts it into .mcp.json for Claude Code"
  return statuses.map((one) => entryText(one, output)).join('\n\n')
}

function entryText(one: EntryStatus, output: Output): string {
  const word = one.ok ? output.paint('ok', 'green') : output.paint('not ok', 'red')
  const lines = [
    `${word}  ${one.host}  ${visible(one.file)}`,
    ...(one.reason === undefined ? [] : [one.reason]),
    ...(one.hint === undefined ? [] : [`hint: ${one.hint}`]),
    ...(one.repository === undefined ? [] : [`serves ${one.repository}`]),
    ...(one.eras ?? [])
      .filter(({ reason }) => reason === undefined)
      .map(({ era, tools, latency }) => `${era}: ${tools} tools, answered in ${latency} ms`),
    ...(one.remarks ?? []),
  ]
  return lines.map((line, at) => (at === 0 ? line : `    ${visible(line)}`)).join('\n')
}

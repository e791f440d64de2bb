/** `mcp start`: the server a host starts and talks to over standard input and output. */
import { serve } from '../../../mcp/serve.ts'
import { toolTable } from '../../../mcp/tools/tool-table.ts'
import type { Command, CommandArguments, CommandData } from '../../command.ts'

export const command: Command = {
  usage: ['ultragit mcp start [--repo <path>] [--noteref <ref>] [--toolset core]'],
  examples: [
    ['ultragit mcp start', 'serve the repository of the current directory, or of the paths asked about'],
    ['ultragit mcp start --repo ~/src/app', 'serve this repository and its worktrees only'],
  ],
  formats: ['text'],
  args: {
    toolset: {
      type: 'string',
      options: ['core'],
      valueHint: 'name',
      description: 'the tools to offer (default core)',
    },
  },
  run: start,
}

async function start(_args: CommandArguments, { surroundings, flags }: CommandData): Promise<undefined> {
  const { cwd, env, stderr } = surroundings
  const report = (text: string) => void stderr.write(`${text}\n`)
  await serve({
    cwd,
    env,
    repo: flags.repo ?? (env.ULTRAGIT_REPO === '' ? undefined : env.ULTRAGIT_REPO),
    noteref: flags.noteref,
    tools: toolTable,
    report,
    detail: flags.verbose ? report : () => {},
  })
}

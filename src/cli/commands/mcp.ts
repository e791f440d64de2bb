/** `mcp …`: the server, and its way into the hosts that start it. */
import type { CommandGroup } from '../command.ts'

export const command: CommandGroup = {
  examples: [
    ['ultragit mcp install', 'tell Claude Code about ultragit in this repository'],
    ['ultragit mcp install --host cursor --host zed', 'tell other hosts'],
    ['ultragit mcp status', 'see whether it works, from where each host stands'],
    ['ultragit mcp uninstall', 'take the entry out again'],
  ],
  commands: {
    start: {
      summary: 'serve agents over standard input and output',
      load: () => import('./mcp/start.ts'),
    },
    install: {
      summary: "put ultragit into the hosts' settings",
      load: () => import('./mcp/install.ts'),
    },
    status: {
      summary: 'start the server as each host would, and see it answer',
      load: () => import('./mcp/status.ts'),
    },
    uninstall: {
      summary: "take ultragit out of the hosts' settings",
      load: () => import('./mcp/uninstall.ts'),
    },
  },
}

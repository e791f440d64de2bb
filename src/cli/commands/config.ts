/** `config get|set|unset|list`: settings as they hold here, each with its origin; writing goes to git's configuration. */
import type { CommandGroup } from '../command.ts'

export const command: CommandGroup = {
  fallback: 'list',
  examples: [
    ['ultragit config list', 'every setting, its value and where it came from'],
    ['ultragit config get maxRegions', 'one value'],
    ['ultragit config set noteref refs/notes/team', 'write it to .git/config'],
    ['ultragit config unset noteref', 'take it out again'],
  ],
  commands: {
    list: { summary: 'show every setting and its origin', load: () => import('./config/list.ts') },
    get: { summary: 'show the value of one setting', load: () => import('./config/get.ts') },
    set: { summary: "write a setting to git's configuration", load: () => import('./config/set.ts') },
    unset: {
      summary: "take a setting out of git's configuration",
      load: () => import('./config/unset.ts'),
    },
  },
}

/** `index …`: the cache beside the notes. */
import type { CommandGroup } from '../command.ts'

export const command: CommandGroup = {
  examples: [
    ['ultragit index build', 'make it now, so that the first question is fast'],
    ['ultragit index status', 'what it holds'],
    ['ultragit index clear', 'throw it away; the notes are the truth'],
  ],
  commands: {
    build: { summary: 'bring the index up to date', load: () => import('./index/build.ts') },
    status: { summary: 'show what the index holds', load: () => import('./index/status.ts') },
    clear: { summary: 'delete the index', load: () => import('./index/clear.ts') },
  },
}

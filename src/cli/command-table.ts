/** Every command: its one-line description, and its module, loaded only when it is called. */
import type { CommandGroup, CommandTable } from './command.ts'

const commandTable: CommandTable = {
  read: {
    summary: 'what is recorded about a file, a unit or lines',
    load: () => import('./commands/read.ts'),
  },
  deps: { summary: 'who relies on this code', load: () => import('./commands/deps.ts') },
  history: { summary: 'how the reasoning about it went', load: () => import('./commands/history.ts') },
  summary: { summary: 'orientation in a file or a folder', load: () => import('./commands/summary.ts') },
  index: { summary: 'the cache beside the notes', load: () => import('./commands/index.ts') },
  annotate: { summary: 'say why a commit is as it is', load: () => import('./commands/annotate.ts') },
  flag: { summary: 'doubt what is recorded, or settle a doubt', load: () => import('./commands/flag.ts') },
  correct: { summary: 'amend what is recorded', load: () => import('./commands/correct.ts') },
  remove: { summary: 'take an annotation back', load: () => import('./commands/remove.ts') },
  init: { summary: 'set this repository up, or undo that', load: () => import('./commands/init.ts') },
  hook: { summary: 'what the installed git hooks call', load: () => import('./commands/hook.ts') },
  repair: { summary: 'adopt annotations of rewritten commits', load: () => import('./commands/repair.ts') },
  sync: { summary: 'share the annotations through a remote', load: () => import('./commands/sync.ts') },
  export: { summary: 'print the annotations as JSON Lines', load: () => import('./commands/export.ts') },
  import: { summary: 'take annotations from an export or a ref', load: () => import('./commands/import.ts') },
  check: {
    summary: 'hold a change against what is recorded, for CI',
    load: () => import('./commands/check.ts'),
  },
  impact: { summary: 'what a change touches, before it is made', load: () => import('./commands/impact.ts') },
  demo: {
    summary: 'make a small annotated repository and walk through it',
    load: () => import('./commands/demo.ts'),
  },
  mcp: { summary: 'serve agents, and tell their hosts about it', load: () => import('./commands/mcp.ts') },
  config: {
    summary: 'show and change settings, with their origins',
    load: () => import('./commands/config.ts'),
  },
  doctor: {
    summary: 'check the set-up; say what to do about it',
    load: () => import('./commands/doctor.ts'),
  },
  schema: { summary: 'print the JSON Schema of a document', load: () => import('./commands/schema.ts') },
  completions: {
    summary: 'print the completion script of a shell',
    load: () => import('./commands/completions.ts'),
  },
  licenses: {
    summary: 'print the licences of all that is inside',
    load: () => import('./commands/licenses.ts'),
  },
  help: { summary: 'show the help of a command', load: () => import('./commands/help.ts') },
}

/** `ultragit` itself: the group all others are in. */
export const topCommand: CommandGroup = {
  commands: commandTable,
  examples: [
    ['ultragit demo', 'see it work in a temporary repository'],
    ['ultragit doctor', 'check git, the repository and the notes'],
    ['ultragit config list', 'every setting and where it came from'],
  ],
}

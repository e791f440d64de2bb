/** `config list`: every setting, its value, and where it came from. */
import { gitKey } from '../../../config/settings.ts'
import type { Command, CommandData } from '../../command.ts'
import { openCommandSession } from '../../open-command-session.ts'
import { visible } from '../../output.ts'
import { settingText } from './setting-text.ts'

export const command: Command = {
  usage: ['ultragit config list'],
  examples: [
    ['ultragit config list', 'every setting, its value and where it came from'],
    ['ultragit config list --format json', 'the same for a program'],
  ],
  formats: ['text', 'json'],
  args: {},
  run: (_args, data) => listSettings(data),
}

async function listSettings(data: CommandData): Promise<undefined> {
  const session = await openCommandSession(data)
  try {
    const settings = [...session.config.values].map(([name, found]) => ({ key: gitKey(name), ...found }))
    if (data.format === 'json') data.output.answer(JSON.stringify({ settings }))
    else data.output.answer(table(settings.map((one) => [one.key, settingText(one.value), one.origin])))
  } finally {
    session.close()
  }
}

function table(rows: readonly (readonly [key: string, value: string, origin: string])[]): string {
  const shown = rows.map((row) => row.map(visible))
  const widths = [0, 1].map((at) => Math.max(...shown.map((row) => row[at]?.length ?? 0)))
  return shown.map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')).join('\n')
}

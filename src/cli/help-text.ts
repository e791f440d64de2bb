/** A help page for the terminal: what it does, how to call it, by example. */
import type { Call } from './find-command.ts'
import { type HelpRow, helpSections } from './help-sections.ts'
import type { Output } from './output.ts'

export function helpText(call: Pick<Call, 'path' | 'summary' | 'command'>, output: Output): string {
  const top = call.path === ''
  const title = output.paint(`ultragit ${call.path}`.trim(), 'bold')
  const sections = helpSections(call).map(
    (section) => `${output.paint(section.title, 'bold')}\n${columns(section.rows).join('')}`,
  )
  return [
    top
      ? `${title} keeps the reasoning behind code in git notes and gives it back by file, function or line.\n`
      : `${title}: ${call.summary}\n`,
    ...sections,
    top
      ? "'ultragit help <command>' says more about one of them."
      : "'ultragit help' lists the flags of every command.",
  ].join('\n')
}

function columns(rows: readonly HelpRow[]): string[] {
  const width = Math.max(0, ...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${right === '' ? left : `${left.padEnd(width)}  ${right}`}\n`)
}

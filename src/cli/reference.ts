/** The reference of the whole command line as Markdown, made from the tables the CLI itself runs by. */
import type { Call } from './find-command.ts'
import { type HelpSection, helpSections } from './help-sections.ts'

export async function reference(top: Call['command']): Promise<string> {
  const pages = [page({ path: '', summary: '', command: top }, '')]
  await collect(top, '', pages)
  return `${[intro, ...pages].join('\n\n')}\n`
}

const intro = `# Command line

Made by \`ultragit help --markdown\`; a test compares this page with the binary.`

async function collect(command: Call['command'], path: string, pages: string[]): Promise<void> {
  if (!('commands' in command)) return
  for (const [name, row] of Object.entries(command.commands)) {
    const inner = {
      path: `${path} ${name}`.trim(),
      summary: row.summary,
      command: (await row.load()).command,
    }
    pages.push(page(inner, `## ultragit ${inner.path}\n\n${sentence(row.summary)}`))
    await collect(inner.command, inner.path, pages)
  }
}

function page(call: Pick<Call, 'path' | 'summary' | 'command'>, head: string): string {
  return [head, ...helpSections(call).map(markdown)].filter((part) => part !== '').join('\n\n')
}

function markdown({ title, rows }: HelpSection): string {
  const lines = rows.map(([left, right]) => `- \`${left}\`${right === '' ? '' : `: ${escaped(right)}`}`)
  return `**${title}**\n\n${lines.join('\n')}`
}

function escaped(text: string): string {
  return text.replace(/[<>*_[\]]/g, '\\$&')
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${escaped(text.slice(1))}.`
}

/** A few lines for agents, between markers, in the files agents read. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Layout } from '../../git/repository.ts'
import type { SetUp } from './set-up.ts'

const begin = '<!-- ultragit: begin -->'
const end = '<!-- ultragit: end -->'
const block = `${begin}
## Why the code is as it is

Before you change a function, ask what is recorded about it: the MCP tool \`ultragit_read\`, or
\`ultragit read <file> <function>\`. Keep to the constraints you find, and do not try again what was dropped.

After you commit, say why: \`ultragit annotate --template > why.json\`, fill in what only you know (intent, constraints,
alternatives you rejected and the reason), then \`ultragit annotate --file why.json\`.
${end}
`
const files = ['AGENTS.md', 'CLAUDE.md']

/** Those that are there; AGENTS.md if none is. */
export function agentFiles({ workTree }: Layout): SetUp[] {
  if (workTree === undefined) return []
  const there = files.filter((name) => existsSync(join(workTree, name)))
  return (there.length === 0 ? files.slice(0, 1) : there).map((name) => {
    const file = join(workTree, name)
    const before = existsSync(file) ? readFileSync(file, 'utf8') : undefined
    return {
      what: `block in ${name}`,
      isMade: before?.includes(block) === true,
      isOurs: before !== undefined && withoutBlock(before) !== before,
      make: async () => writeFileSync(file, withBlock(before ?? '')),
      undo: async () => {
        const rest = withoutBlock(before ?? '')
        if (before === undefined || rest === before) return
        if (rest.trim() === '') rmSync(file)
        else writeFileSync(file, rest)
      },
    }
  })
}

function withBlock(text: string): string {
  const rest = withoutBlock(text)
  if (rest === '') return block
  return `${rest}${rest.endsWith('\n') ? '' : '\n'}\n${block}`
}

/** Exactly what stood there before the block was added, but for a line break the last line may have lacked. */
function withoutBlock(text: string): string {
  const from = text.indexOf(begin)
  const to = text.indexOf(end, from)
  if (from < 0 || to < 0) return text
  const after = text.slice(to + end.length).replace(/^\n/, '')
  const before = text.slice(0, from)
  return (before.endsWith('\n\n') ? before.slice(0, -1) : before) + after
}

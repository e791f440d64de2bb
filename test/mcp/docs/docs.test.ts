/** docs/mcp.md says what is so: its hosts, its tools and its sessions are made from the product. */
import { describe, expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import manifest from '../../../package.json' with { type: 'json' }
import { hostSection } from './host-section.ts'
import { replaySession } from './replay-session.ts'
import { toolSection } from './tool-section.ts'

const file = join(import.meta.dir, '../../../docs/mcp.md')
/** `TEST_UPDATE=1 bun test test/mcp/docs` writes the page anew. */
const isUpdate = process.env.TEST_UPDATE === '1'

async function compare(name: string, make: (recorded: string) => string | Promise<string>): Promise<void> {
  const page = readFileSync(file, 'utf8')
  const [begin, end] = [`<!-- ${name} -->\n\n`, `\n\n<!-- end of ${name} -->`]
  const from = page.indexOf(begin) + begin.length
  const to = page.indexOf(end)
  expect({ name, found: from >= begin.length && to >= from }).toEqual({ name, found: true })
  const recorded = page.slice(from, to)
  const made = await make(recorded)
  if (isUpdate) writeFileSync(file, page.slice(0, from) + made + page.slice(to))
  else expect(recorded).toBe(made)
}

const fence = '```'

describe('docs/mcp.md', () => {
  test('shows each host as the installer serves it', () => compare('hosts', hostSection))
  test('shows the tools as they are listed', () => compare('tools', toolSection))
  test.each(['2025-11-25', '2026-07-28'])('replays its session of revision %s', (revision) =>
    compare(
      `session ${revision}`,
      async (recorded) => `${fence}text\n${await replaySession(recorded)}\n${fence}`,
    ),
  )
  test('names the clients that were run', () => {
    const page = readFileSync(file, 'utf8')
    for (const name of ['@modelcontextprotocol/sdk', '@modelcontextprotocol/client'] as const)
      expect(page).toContain(`\`${name}\` ${manifest.devDependencies[name]}`)
  })
})

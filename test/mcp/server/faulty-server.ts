/** The server with a tool that has a bug, to see what a bug comes to. Run with bun; the binary has no such tool. */
import { serve } from '../../../src/mcp/serve.ts'
import { toolTable } from '../../../src/mcp/tools/tool-table.ts'

const [read] = toolTable
if (read === undefined) throw new Error('there is no tool')

await serve({
  cwd: process.cwd(),
  env: process.env,
  repo: undefined,
  noteref: undefined,
  tools: [
    ...toolTable,
    {
      ...read,
      name: 'faulty',
      answer: async ({ given }) => {
        if (given.path.endsWith('large')) return 'ü'.repeat(2_600_000)
        throw new TypeError("Cannot read properties of undefined (reading 'secret')")
      },
    },
  ],
  report: (text) => void process.stderr.write(`${text}\n`),
  detail: () => {},
})

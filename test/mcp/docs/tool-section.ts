/** The tools as docs/mcp.md lists them: from the table the server serves. */
import { toolTable } from '../../../src/mcp/tools/tool-table.ts'

export function toolSection(): string {
  return toolTable
    .map(({ name, description, inputSchema: { properties, required } }) => {
      const rows = Object.entries(properties).map(
        ([argument, { type, description: meaning }]) =>
          `| \`${argument}\` | ${type}${required.includes(argument) ? ', required' : ''} | ${meaning} |`,
      )
      return [
        `### ${name}`,
        '',
        description,
        '',
        '| argument | type | meaning |',
        '|---|---|---|',
        ...rows,
      ].join('\n')
    })
    .join('\n\n')
}

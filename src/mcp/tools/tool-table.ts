/** The tools of the toolset `core`, in the order they are listed. */
import { resolveTargets } from '../../place/resolve-targets.ts'
import type { QueryOptions } from '../../read/read-text.ts'
import type { Tool, ToolCall } from './tool.ts'

export const toolTable: readonly Tool[] = [
  {
    name: 'ultragit_read',
    description:
      'Retrieve Ultragit annotations for a file or code region. Returns intent, reasoning, constraints, semantic dependencies, and risk notes captured at commit time. Use before modifying existing code.',
    inputSchema: {
      type: 'object',
      properties: {
        path: { type: 'string', description: 'File path relative to repository root' },
        anchor: {
          type: 'string',
          description: "Function or type name to scope the query (e.g., 'MqttClient::connect')",
        },
        lines: { type: 'string', description: "Line range in START:END format (e.g., '42:67')" },
        max_tokens: {
          type: 'integer',
          description: 'Maximum token budget for the response. Output is trimmed to fit.',
        },
      },
      required: ['path'],
    },
    answer: async (call) => {
      const { readText } = await import('../../read/read-text.ts')
      return readText(queryOptions(call), { ...(await targets(call)), maxTokens: call.given.maxTokens })
    },
  },
  {
    name: 'ultragit_deps',
    description:
      "Find code that depends on behavioral assumptions about the specified function or region. Critical before modifying any function's behavior or signature.",
    inputSchema: {
      type: 'object',
      properties: {
        path: { type: 'string', description: 'File path relative to repository root' },
        anchor: { type: 'string', description: 'Function or type name to check dependencies for' },
      },
      required: ['path'],
    },
    answer: async (call) => {
      const { depsText } = await import('../../query/deps-text.ts')
      return depsText(queryOptions(call), { ...(await targets(call)) })
    },
  },
  {
    name: 'ultragit_history',
    description:
      'Show the reasoning timeline for a code region: what changed and why at each step. Use when debugging surprising behavior.',
    inputSchema: {
      type: 'object',
      properties: {
        path: { type: 'string', description: 'File path relative to repository root' },
        anchor: { type: 'string', description: 'Function or type name' },
        limit: {
          type: 'integer',
          description: 'Maximum number of history entries to return. Default: 10.',
        },
      },
      required: ['path'],
    },
    answer: async (call) => {
      const { historyText } = await import('../../query/history-text.ts')
      return historyText(queryOptions(call), { ...(await targets(call)), limit: call.given.limit })
    },
  },
  {
    name: 'ultragit_summary',
    description:
      'Get a condensed view of intent and constraints for all annotated regions in a file or directory. Use for broad orientation on an unfamiliar module.',
    inputSchema: {
      type: 'object',
      properties: {
        path: { type: 'string', description: 'File or directory path relative to repository root' },
        anchor: {
          type: 'string',
          description: 'Optional function or type name to scope the summary',
        },
      },
      required: ['path'],
    },
    answer: async (call) => {
      const { summaryText } = await import('../../query/summary-text.ts')
      return summaryText({ ...queryOptions(call), onProgress: call.onProgress }, { ...(await targets(call)) })
    },
  },
]

function queryOptions({ session, signal }: ToolCall): QueryOptions {
  return { session, signal, format: 'json', color: false, width: 80 }
}

/** Paths of an agent start at the root of the repository, wherever the server was started. */
function targets({ session, given }: ToolCall): ReturnType<typeof resolveTargets> {
  const { path, anchor, lines } = given
  return resolveTargets(session, { words: [path], from: undefined, anchor, lines })
}

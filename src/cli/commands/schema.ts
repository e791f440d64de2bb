/** `schema <name>`: the JSON Schema of a document, made from the very definitions the code checks with. */
import { type Command, type CommandData, textArgument } from '../command.ts'

const documents = {
  annotation: async () => (await import('../../annotation/schema.ts')).AnnotationSchema,
  read: async () => (await import('../../read/answer.ts')).ReadAnswerSchema,
  deps: async () => (await import('../../query/deps-answer.ts')).DepsAnswerSchema,
  history: async () => (await import('../../query/history-answer.ts')).HistoryAnswerSchema,
  summary: async () => (await import('../../query/summary-answer.ts')).SummaryAnswerSchema,
  check: async () => (await import('../../check/check-answer.ts')).CheckAnswerSchema,
  impact: async () => (await import('../../check/impact/impact-answer.ts')).ImpactAnswerSchema,
} as const

export const command: Command = {
  usage: ['ultragit schema [document]'],
  examples: [
    ['ultragit schema annotation', 'what a note holds'],
    ['ultragit schema', 'the names of all documents'],
  ],
  formats: ['json'],
  args: {
    document: {
      type: 'positional',
      required: false,
      options: Object.keys(documents),
      description: `its name: ${Object.keys(documents).join(', ')}`,
    },
  },
  run: (args, data) => printSchema(textArgument(args, 'document'), data),
}

async function printSchema(name: string | undefined, { output }: CommandData): Promise<undefined> {
  const load = Object.entries(documents).find(([document]) => document === name)?.[1]
  if (load === undefined) {
    output.answer(Object.keys(documents).join('\n'))
    return
  }
  const [{ toJsonSchema }, schema] = await Promise.all([import('@valibot/to-json-schema'), load()])
  output.answer(JSON.stringify(toJsonSchema(schema, { errorMode: 'ignore' }), null, 2))
}

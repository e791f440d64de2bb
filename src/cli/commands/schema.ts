/** `schema <name>`: the JSON Schema of a document, made from the very definitions the code checks with. */
import { UltragitError } from '../../base/errors.ts'
import { nearestNames } from '../../base/nearest-names.ts'
import { type Command, type CommandData, textArgument } from '../command.ts'

const documents = {
  annotation: async () => (await import('../../annotation/schema.ts')).AnnotationSchema,
} as const

export const command: Command = {
  usage: ['ultragit schema [document]'],
  examples: [
    ['ultragit schema annotation', 'what a note holds'],
    ['ultragit schema', 'the names of all documents'],
  ],
  formats: ['json'],
  args: { document: { type: 'positional', required: false, description: Object.keys(documents).join(', ') } },
  run: (args, data) => printSchema(textArgument(args, 'document'), data),
}

async function printSchema(name: string | undefined, { output }: CommandData): Promise<undefined> {
  if (name === undefined) {
    output.answer(Object.keys(documents).join('\n'))
    return
  }
  const load = Object.hasOwn(documents, name) ? documents[name as keyof typeof documents] : undefined // just checked
  if (load === undefined) {
    const [nearest] = nearestNames(name, Object.keys(documents), 1)
    throw new UltragitError('usage', `unknown document '${name}'`, {
      hint:
        nearest === undefined ? `one of: ${Object.keys(documents).join(', ')}` : `did you mean '${nearest}'?`,
    })
  }
  const [{ toJsonSchema }, schema] = await Promise.all([import('@valibot/to-json-schema'), load()])
  output.answer(JSON.stringify(toJsonSchema(schema, { errorMode: 'ignore' }), null, 2))
}

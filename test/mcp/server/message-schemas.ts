/**
 * The parts of the official schemas that this server's messages are made of, one set per era. Stricter than those: a
 * field nobody asked for fails too.
 */
import * as v from 'valibot'

const implementation = v.strictObject({ name: v.string(), version: v.string() })
const capabilities = v.strictObject({ tools: v.strictObject({}) })

const tool = v.strictObject({
  name: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_.-]{1,128}$/)),
  description: v.string(),
  inputSchema: v.strictObject({
    type: v.literal('object'),
    properties: v.record(v.string(), v.strictObject({ type: v.string(), description: v.string() })),
    required: v.array(v.string()),
  }),
  annotations: v.strictObject({
    readOnlyHint: v.boolean(),
    idempotentHint: v.boolean(),
    openWorldHint: v.boolean(),
  }),
})

const content = v.array(v.strictObject({ type: v.literal('text'), text: v.string() }))
const id = v.union([v.string(), v.pipe(v.number(), v.integer())])

function answer<S extends v.GenericSchema>(result: S) {
  return v.strictObject({ jsonrpc: v.literal('2.0'), id, result })
}

/** Every result of the newer era says what it is and who made it. */
const stamped = {
  resultType: v.literal('complete'),
  _meta: v.strictObject({ 'io.modelcontextprotocol/serverInfo': implementation }),
}
const cacheable = {
  ttlMs: v.pipe(v.number(), v.integer(), v.minValue(0)),
  cacheScope: v.picklist(['public', 'private']),
}

export const errorSchema = v.strictObject({
  jsonrpc: v.literal('2.0'),
  // Null is not in the official schema; it is in JSON-RPC, for messages without a readable id.
  id: v.nullable(id),
  error: v.strictObject({
    code: v.pipe(v.number(), v.integer()),
    message: v.string(),
    data: v.optional(v.looseObject({})),
  }),
})

export const progressSchema = v.strictObject({
  jsonrpc: v.literal('2.0'),
  method: v.literal('notifications/progress'),
  params: v.strictObject({ progressToken: id, progress: v.number(), total: v.number() }),
})

export const schemas = {
  legacy: {
    handshake: answer(
      v.strictObject({
        protocolVersion: v.string(),
        capabilities,
        serverInfo: implementation,
        instructions: v.string(),
      }),
    ),
    list: answer(v.strictObject({ tools: v.array(tool) })),
    call: answer(v.strictObject({ content, isError: v.optional(v.literal(true)) })),
  },
  modern: {
    handshake: answer(
      v.strictObject({
        supportedVersions: v.array(v.string()),
        capabilities,
        instructions: v.string(),
        ...cacheable,
        ...stamped,
      }),
    ),
    list: answer(v.strictObject({ tools: v.array(tool), ...cacheable, ...stamped })),
    call: answer(v.strictObject({ content, isError: v.optional(v.literal(true)), ...stamped })),
  },
}

export function problemsOf(schema: v.GenericSchema, message: unknown): string[] {
  const parsed = v.safeParse(schema, message)
  return parsed.success ? [] : parsed.issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`)
}

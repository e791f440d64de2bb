/** The rules of the SARIF 2.1.0 schema for all that a check writes: required properties, types, enumerations, nothing else. */

type Type =
  | 'string'
  | 'boolean'
  | 'object'
  | { readonly enum: readonly string[] }
  | { readonly integer: number }
  | { readonly list: Type; readonly unique?: true }
  | { readonly map: Type }
  | { readonly ref: string }

interface Definition {
  readonly required?: readonly string[]
  readonly oneOf?: readonly string[]
  readonly properties: Readonly<Record<string, Type>>
}

const level: Type = { enum: ['none', 'note', 'warning', 'error'] }

const definitions: Readonly<Record<string, Definition>> = {
  sarifLog: {
    required: ['version', 'runs'],
    properties: { $schema: 'string', version: { enum: ['2.1.0'] }, runs: { list: { ref: 'run' } } },
  },
  run: {
    required: ['tool'],
    properties: {
      tool: { ref: 'tool' },
      results: { list: { ref: 'result' } },
      columnKind: { enum: ['utf16CodeUnits', 'unicodeCodePoints'] },
      properties: 'object',
    },
  },
  tool: { required: ['driver'], properties: { driver: { ref: 'toolComponent' } } },
  toolComponent: {
    required: ['name'],
    properties: {
      name: 'string',
      version: 'string',
      informationUri: 'string',
      rules: { list: { ref: 'reportingDescriptor' }, unique: true },
    },
  },
  reportingDescriptor: {
    required: ['id'],
    properties: {
      id: 'string',
      name: 'string',
      shortDescription: { ref: 'multiformatMessageString' },
      defaultConfiguration: { ref: 'reportingConfiguration' },
    },
  },
  multiformatMessageString: { required: ['text'], properties: { text: 'string', markdown: 'string' } },
  reportingConfiguration: { properties: { enabled: 'boolean', level } },
  result: {
    required: ['message'],
    properties: {
      ruleId: 'string',
      ruleIndex: { integer: -1 },
      level,
      message: { ref: 'message' },
      locations: { list: { ref: 'location' } },
      partialFingerprints: { map: 'string' },
      properties: 'object',
    },
  },
  message: { oneOf: ['text', 'id'], properties: { text: 'string', id: 'string', markdown: 'string' } },
  location: {
    properties: {
      physicalLocation: { ref: 'physicalLocation' },
      logicalLocations: { list: { ref: 'logicalLocation' }, unique: true },
    },
  },
  physicalLocation: {
    oneOf: ['artifactLocation', 'address'],
    properties: { artifactLocation: { ref: 'artifactLocation' }, region: { ref: 'region' } },
  },
  artifactLocation: { properties: { uri: 'string', uriBaseId: 'string', index: { integer: -1 } } },
  region: { properties: { startLine: { integer: 1 }, endLine: { integer: 1 } } },
  logicalLocation: { properties: { name: 'string', fullyQualifiedName: 'string' } },
}

/** Every break of a rule, with where it is. */
export function sarifViolations(document: unknown): string[] {
  return check(document, { ref: 'sarifLog' }, '$')
}

function check(value: unknown, type: Type, path: string): string[] {
  if (type === 'object') return isObject(value) ? [] : [`${path} is no object`]
  if (typeof type === 'string') return typeof value === type ? [] : [`${path} is no ${type}`]
  if ('enum' in type) return type.enum.includes(String(value)) ? [] : [`${path} is none of ${type.enum}`]
  if ('integer' in type)
    return Number.isInteger(value) && Number(value) >= type.integer
      ? []
      : [`${path} is no integer ≥ ${type.integer}`]
  if ('list' in type) {
    if (!Array.isArray(value)) return [`${path} is no list`]
    const texts = value.map((item) => JSON.stringify(item))
    const twice =
      type.unique === true && new Set(texts).size < texts.length ? [`${path} has an item twice`] : []
    return [...twice, ...value.flatMap((item, at) => check(item, type.list, `${path}[${at}]`))]
  }
  if (!isObject(value)) return [`${path} is no object`]
  if ('map' in type)
    return Object.entries(value).flatMap(([key, item]) => check(item, type.map, `${path}.${key}`))
  const definition = definitions[type.ref]
  if (definition === undefined) throw new RangeError(`no definition of '${type.ref}'`)
  return checkObject(value, definition, path)
}

function checkObject(value: Record<string, unknown>, definition: Definition, path: string): string[] {
  const { required = [], oneOf, properties } = definition
  return [
    ...required.filter((name) => !(name in value)).map((name) => `${path}.${name} is missing`),
    ...(oneOf !== undefined && !oneOf.some((name) => name in value) ? [`${path} has none of ${oneOf}`] : []),
    ...Object.entries(value).flatMap(([name, item]) => {
      const type = properties[name]
      if (type === undefined) return [`${path}.${name} is not in the schema`]
      return [...check(item, type, `${path}.${name}`), ...(name === 'uri' ? uriViolations(item, path) : [])]
    }),
  ]
}

/** `format: uri-reference`, relative here. */
function uriViolations(uri: unknown, path: string): string[] {
  return /^(?:[A-Za-z0-9\-._~/]|%[0-9A-F]{2})+$/.test(String(uri)) ? [] : [`${path}.uri is no URI reference`]
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

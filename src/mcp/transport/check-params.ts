/** The parameters the protocol itself asks for, looked at before anything is done with them. */
import { isRecord, type Refusal, refusal } from './refusal.ts'

type Check = readonly [parameter: string, expected: string, isGood: (value: unknown) => boolean]

const object = 'an object'
const isText = (value: unknown) => typeof value === 'string'
const isOptionalObject = (value: unknown) => value === undefined || isRecord(value)

const always: readonly Check[] = [['_meta', object, isOptionalObject]]

const byMethod: ReadonlyMap<string, readonly Check[]> = new Map<string, readonly Check[]>([
  [
    'initialize',
    [
      ['protocolVersion', 'a string such as 2025-11-25', isText],
      ['capabilities', object, isRecord],
      ['clientInfo', object, isRecord],
    ],
  ],
  [
    'tools/call',
    [
      ['name', 'the name of a tool', isText],
      ['arguments', object, isOptionalObject],
    ],
  ],
])

export function checkParams(id: string | number, method: string, params: unknown): Refusal | undefined {
  if (!isOptionalObject(params)) return wrong(id, 'params', object)
  const given = isRecord(params) ? params : {}
  const failed = [...always, ...(byMethod.get(method) ?? [])].find(
    ([parameter, , isGood]) => !isGood(given[parameter]),
  )
  return failed === undefined ? undefined : wrong(id, failed[0], failed[1])
}

function wrong(id: string | number, parameter: string, expected: string): Refusal {
  return refusal(id, -32602, `Invalid params: ${parameter} must be ${expected}`, { parameter })
}

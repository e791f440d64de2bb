/** Text a command is given on standard input or in a file. */
import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { messageOf, UltragitError } from '../base/errors.ts'
import type { Surroundings } from './command.ts'

export interface InputOptions {
  /** A path, or `-` for standard input; undefined is standard input too. */
  readonly file: string | undefined
  readonly mostBytes: number
  /** What to do instead, for a person who sits before an empty terminal. */
  readonly hint: string
}

export async function readInput(surroundings: Surroundings, options: InputOptions): Promise<string> {
  const { file, mostBytes, hint } = options
  const isStandard = file === undefined || file === '-'
  if (isStandard && surroundings.stdin?.isTerminal() !== false && file === undefined)
    throw new UltragitError('usage', 'there is nothing on standard input', { hint })
  const bytes = isStandard
    ? await readStream(surroundings.stdin?.stream() ?? [], mostBytes)
    : await readFile(resolve(surroundings.cwd, file), mostBytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new UltragitError('data_invalid', 'the input is not UTF-8', { hint })
  }
}

async function readFile(path: string, mostBytes: number): Promise<Uint8Array> {
  const file = await open(path).catch((error: unknown) => {
    throw new UltragitError('not_found', `'${path}' cannot be read: ${messageOf(error)}`)
  })
  try {
    return await readStream(file.createReadStream({ end: mostBytes }), mostBytes)
  } finally {
    await file.close().catch(() => undefined)
  }
}

async function readStream(
  stream: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  mostBytes: number,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of stream) {
    parts.push(part)
    length += part.length
    if (length > mostBytes)
      throw new UltragitError('data_invalid', `the input has more than ${mostBytes / 1024 / 1024} MiB`)
  }
  return Buffer.concat(parts)
}

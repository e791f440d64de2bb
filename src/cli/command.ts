/** What a command of the CLI is: its arguments in citty's terms, what it does, and the words of its help page. */
import type { ArgsDef } from 'citty'
import type { Output } from './output.ts'

export interface Surroundings {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdout: Sink
  readonly stderr: Sink
}

export interface Sink {
  write(text: string): unknown
  readonly isTTY?: boolean
  readonly columns?: number
}

/** Flags every command takes. */
export interface GlobalFlags {
  readonly repo: string | undefined
  readonly noteref: string | undefined
  readonly format: string | undefined
  readonly color: 'auto' | 'always' | 'never'
  readonly quiet: boolean
  readonly verbose: boolean
}

/** What a command is given besides its arguments. */
export interface CommandData {
  readonly surroundings: Surroundings
  readonly flags: GlobalFlags
  readonly output: Output
}

export interface Command {
  readonly usage: readonly string[]
  readonly examples: readonly (readonly [command: string, what: string])[]
  /** The formats `--format` may name, the default first. */
  readonly formats: readonly string[]
  readonly args: ArgsDef
  /** Gives the exit status; nothing means 0. */
  run(args: CommandArguments, data: CommandData): Promise<number | undefined>
}

/** Arguments as citty parsed them. */
export type CommandArguments = Readonly<Record<string, unknown>>

export function textArgument(args: CommandArguments, name: string): string | undefined {
  const value = args[name]
  return typeof value === 'string' ? value : undefined
}

/**
 * What a command of the CLI is. A row of a table names it and loads it when it is called; what is loaded is either a
 * command, or a group with a table of its own, so that `ultragit config get` needs nothing special anywhere.
 */
import type { ArgDef } from 'citty'
import type { openSession } from '../session.ts'
import type { Output } from './output.ts'

export type CommandTable = Readonly<Record<string, CommandRow>>

interface CommandRow {
  readonly summary: string
  load(): Promise<{ readonly command: Command | CommandGroup }>
}

export interface Command {
  readonly usage: readonly string[]
  readonly examples: readonly Example[]
  /** The formats `--format` may name, the default first. `pretty` is the default on a terminal. */
  readonly formats: readonly string[]
  readonly args: ArgumentTable
  /** Gives the exit status; nothing means 0. */
  run(args: CommandArguments, data: CommandData): Promise<number | undefined>
}

export interface CommandGroup {
  readonly commands: CommandTable
  readonly examples: readonly Example[]
  /** The command meant when none is named. Without it the group shows its help, and the usage is wrong. */
  readonly fallback?: string
}

export type Example = readonly [command: string, what: string]

/** Arguments in citty's terms, and what citty has no words for. */
export type ArgumentTable = Readonly<Record<string, Argument>>

export type Argument = ArgDef & {
  /** May be given again: its value is a list. The last positional with it takes all remaining words. */
  readonly multiple?: true
  /** The value is a number in this range. */
  readonly number?: NumberRange
  /** The only words a flag or a positional may be. */
  readonly options?: string[]
}

export interface NumberRange {
  readonly whole: boolean
  readonly min: number
  readonly max?: number
}

/** What a command is given besides its arguments. */
export interface CommandData {
  /** `cwd` is the true current directory: paths on the command line are relative to it, whatever `--repo` says. */
  readonly surroundings: Surroundings
  readonly flags: GlobalFlags
  /** The format of the answer: the one asked for, or the command's default here. */
  readonly format: string
  readonly output: Output
}

export interface Surroundings {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdout: Sink
  readonly stderr: Sink
  /** Absent: there is none, as for a call from a test. */
  readonly stdin?: Source
  /** The time a write is stamped with, when it was decided before; absent: when it is needed. */
  readonly now?: Date
  /** Opens a repository that others may be using as well; absent: each opens its own. */
  readonly openSession?: typeof openSession
}

interface Source {
  /** A person would have to type it. */
  isTerminal(): boolean
  stream(): AsyncIterable<Uint8Array>
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

/** Parsed and checked arguments by name. */
export type CommandArguments = Readonly<Record<string, unknown>>

export function textArgument(args: CommandArguments, name: string): string | undefined {
  const value = args[name]
  return typeof value === 'string' ? value : undefined
}

export function numberArgument(args: CommandArguments, name: string): number | undefined {
  const value = args[name]
  return typeof value === 'number' ? value : undefined
}

export function listArgument(args: CommandArguments, name: string): readonly string[] {
  const value = args[name]
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

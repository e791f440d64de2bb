/**
 * The environment in which a short command should start over. The engine's highest tiers compile a parser for longer than
 * such a command lives, on processors that others wait for; they can only be turned off before the engine starts.
 * The names are the engine's, which is part of the binary: a test notices when they are no longer understood.
 */
type Environment = Readonly<Record<string, string | undefined>>

const leanCommands = new Set(['annotate'])
const settings = { BUN_JSC_useOMGJIT: '0', BUN_JSC_useDFGJIT: '0' }

/** Undefined when the process is to go on as it is: another command, or the settings are made, by us or by the user. */
export function leanEnvironment(
  argv: readonly string[],
  env: Environment,
): Record<string, string> | undefined {
  if (!leanCommands.has(argv[0] ?? '')) return undefined
  if (Object.keys(settings).some((name) => env[name] !== undefined)) return undefined
  const kept = Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return { ...Object.fromEntries(kept), ...settings }
}

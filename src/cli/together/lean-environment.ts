/**
 * The environment in which whoever works should start over. The engine compiles a parser for longer than a lone command
 * lives; with these settings it begins later, so that only a process that works for many compiles at all, and never with
 * the slowest compiler. They can only be made before the engine starts. The names are the engine's, which is part of the
 * binary: a test notices when they are no longer understood.
 */
type Environment = Readonly<Record<string, string | undefined>>

const settings: Readonly<Record<string, string>> = {
  BUN_JSC_useFTLJIT: '0',
  BUN_JSC_thresholdForOptimizeAfterWarmUp: '10000',
  BUN_JSC_thresholdForOptimizeSoon: '10000',
  BUN_JSC_thresholdForOMGOptimizeAfterWarmUp: '500000',
  BUN_JSC_thresholdForOMGOptimizeSoon: '500000',
}

/** Undefined when the process is to go on as it is: settings are made, by us or by the user. */
export function leanEnvironment(env: Environment): Record<string, string> | undefined {
  if (Object.keys(settings).some((name) => env[name] !== undefined)) return undefined
  const kept = Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return { ...Object.fromEntries(kept), ...settings }
}

/** What the user gave us: the settings are for this process only. */
export function withoutLean(env: Environment): Environment {
  if (Object.entries(settings).some(([name, value]) => env[name] !== value)) return env
  return Object.fromEntries(Object.entries(env).filter(([name]) => settings[name] === undefined))
}

/**
 * The environment in which whoever has long texts to parse should start over. The engine compiles a parser, and what walks
 * its trees, again and again and for longer than a command lives, on the very core where git works meanwhile; with these
 * settings it never takes its slowest compilers. They can only be made before the engine starts. The names are the
 * engine's, which is part of the binary: a test notices when they are no longer understood.
 */
type Environment = Readonly<Record<string, string | undefined>>
type Settings = Readonly<Record<string, string>>

/** For one question about a long file. */
export const forOneAnswer: Settings = {
  BUN_JSC_useFTLJIT: '0',
  BUN_JSC_useOMGJIT: '0',
}

/** For a process that works for many: what it does is done a few hundred times, which is too little to be worth more. */
export const forManyWriters: Settings = {
  ...forOneAnswer,
  BUN_JSC_thresholdForOptimizeAfterWarmUp: '10000',
  BUN_JSC_thresholdForOptimizeSoon: '10000',
}

/** Undefined when the process is to go on as it is: settings are made, by us or by the user. */
export function leanEnvironment(env: Environment, settings: Settings): Record<string, string> | undefined {
  if (Object.keys(forManyWriters).some((name) => env[name] !== undefined)) return undefined
  const kept = Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return { ...Object.fromEntries(kept), ...settings }
}

/** What the user gave us: the settings are for this process only. */
export function withoutLean(env: Environment): Environment {
  const ours = [forManyWriters, forOneAnswer].find((settings) =>
    Object.entries(settings).every(([name, value]) => env[name] === value),
  )
  if (ours === undefined) return env
  return Object.fromEntries(Object.entries(env).filter(([name]) => ours[name] === undefined))
}

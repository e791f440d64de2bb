/** Loaded by whoever uses it first: it brings all kinds of streams along, which take longer than a short command. */
export function zlib(): typeof import('node:zlib') {
  return process.getBuiltinModule('node:zlib')
}

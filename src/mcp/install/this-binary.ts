/** The program a host is to start: the running binary; from the sources, the one they are built to. */
import { join } from 'node:path'

export function thisBinary(): string {
  // Sources inside a compiled binary lie in a file system of their own.
  const compiled = /^(?:\/\$bunfs\/|[A-Z]:[\\/]~BUN[\\/])/i.test(import.meta.path)
  if (compiled) return process.execPath
  const name = process.platform === 'win32' ? 'ultragit.exe' : 'ultragit'
  return join(import.meta.dir, '../../../dist', name)
}

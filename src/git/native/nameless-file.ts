/**
 * A file without a name for what a process says: a pipe holds at most some kilobytes, and the process stands still while
 * we are too busy to empty it. It goes with the last process that has it open.
 */
import { closeSync, fstatSync, openSync, readSync, unlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export class NamelessFile {
  readonly fd: number

  private constructor(fd: number) {
    this.fd = fd
  }

  /** Undefined where there can be none. */
  static open(): NamelessFile | undefined {
    if (process.platform === 'win32') return undefined
    const path = join(tmpdir(), `ultragit-${process.pid}-${crypto.randomUUID()}`)
    try {
      const fd = openSync(path, 'wx+', 0o600)
      unlinkSync(path)
      return new NamelessFile(fd)
    } catch {
      return undefined
    }
  }

  read(): Uint8Array {
    const bytes = Buffer.allocUnsafe(fstatSync(this.fd).size)
    let length = 0
    while (length < bytes.length) {
      const read = readSync(this.fd, bytes, length, bytes.length - length, length)
      if (read === 0) break
      length += read
    }
    return bytes.subarray(0, length)
  }

  close(): void {
    closeSync(this.fd)
  }
}

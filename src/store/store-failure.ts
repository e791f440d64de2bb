/** What SQLite or the file system says, as an error a user can act on. */
import { messageOf, UltragitError } from '../base/errors.ts'

export function storeFailure(file: string, error: unknown): UltragitError {
  if (error instanceof UltragitError) return error
  const words = messageOf(error)
  const hint = /full|ENOSPC|EFBIG|I\/O error/i.test(words)
    ? 'make room on the file system and try again'
    : /read-?only|EROFS|EACCES|EPERM|permission denied|unable to open/i.test(words)
      ? 'the repository must be writable'
      : undefined
  return new UltragitError('git_failed', `'${file}' cannot be written: ${words}`, { hint, cause: error })
}

export function isBusy(error: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)/.test(codeOf(error))
}

export function isDamaged(error: unknown): boolean {
  return /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error)) || /no such (table|column)/.test(messageOf(error))
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | undefined)?.code // SQLiteError has it; anything may be thrown
  return typeof code === 'string' ? code : ''
}

/**
 * What two processes must have in common for one to do the work of the other: the program, the user, the files they see
 * and how they would make new ones. All else that makes a difference travels with the work.
 */
import { readlinkSync, statSync } from 'node:fs'
import { commit, version } from '../../version.ts'

export function kinship(env: Readonly<Record<string, string | undefined>>): string {
  const { dev, ino } = statSync('/')
  return JSON.stringify([
    version,
    commit,
    process.getuid?.(),
    process.getgid?.(),
    process.umask(),
    // The zone is in the time of a commit, and of the process.
    env.TZ,
    `${dev}:${ino}`,
    mountsSeen(),
  ])
}

/** A container may see the same repository under another name, and other files under the same. */
function mountsSeen(): string | undefined {
  try {
    return readlinkSync('/proc/self/ns/mnt')
  } catch {
    return undefined
  }
}

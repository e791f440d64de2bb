/**
 * Where the writers of one user and one repository meet: a folder only this user can enter, in the common git
 * directory, with the turn and the socket of whoever has it. Found by looking at files, quickly: who works for whom is
 * decided here, not what is right. A writer that looks in the wrong place works by itself or has its work done as well.
 */
import { lstatSync, mkdirSync, readFileSync, type Stats, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

export interface MeetingPlace {
  readonly folder: string
  readonly socket: string
}

type Env = Readonly<Record<string, string | undefined>>

/** The name of a socket is part of a structure of the system's, which is no longer than this on any of them. */
const longestSocketName = 100

/** Undefined where nobody can meet: no repository, somebody else's, a path too long, a system without such sockets. */
export function findMeetingPlace(cwd: string, env: Env): MeetingPlace | undefined {
  const user = process.getuid?.()
  if (user === undefined) return undefined
  const gitDir = env.GIT_DIR ? resolve(cwd, env.GIT_DIR) : findGitDir(cwd)
  const commonDir = gitDir === undefined ? undefined : commonDirOf(gitDir)
  // What is not ours git may refuse: not a place to leave anything in.
  if (commonDir === undefined || look(commonDir)?.uid !== user) return undefined
  const folder = join(commonDir, 'ultragit', `writers-${user}`)
  const socket = join(folder, 'socket')
  return Buffer.byteLength(socket) > longestSocketName ? undefined : { folder, socket }
}

/** Makes the folder if need be; false when it cannot be had, or others may enter it. */
export function openMeetingPlace({ folder }: MeetingPlace): boolean {
  if (look(folder) === undefined) {
    try {
      mkdirSync(dirname(folder), { recursive: true })
      mkdirSync(folder, { mode: 0o700 })
    } catch {
      // another was faster, or it is not allowed
    }
  }
  return isPrivate(folder)
}

/** There is a socket of ours, where nobody else could have put it. */
export function isSomebodyThere({ folder, socket }: MeetingPlace): boolean {
  const found = look(socket)
  return found?.isSocket() === true && found.uid === process.getuid?.() && isPrivate(folder)
}

function isPrivate(folder: string): boolean {
  const found = look(folder)
  return found?.isDirectory() === true && found.uid === process.getuid?.() && (found.mode & 0o077) === 0
}

function findGitDir(cwd: string): string | undefined {
  for (let dir = cwd; ; dir = dirname(dir)) {
    const dotGit = join(dir, '.git')
    const found = look(dotGit)
    if (found?.isFile() === true) {
      const target = /^gitdir: (.+?)\n*$/.exec(read(dotGit) ?? '')?.[1]
      return target === undefined ? undefined : resolve(dir, target)
    }
    if (found !== undefined) return dotGit
    if (read(join(dir, 'HEAD')) !== undefined && look(join(dir, 'objects')) !== undefined) return dir
    if (dirname(dir) === dir) return undefined
  }
}

function commonDirOf(gitDir: string): string | undefined {
  const named = read(join(gitDir, 'commondir'))
  const commonDir = named === undefined ? gitDir : resolve(gitDir, named.replace(/\n+$/, ''))
  return look(join(commonDir, 'objects'), statSync)?.isDirectory() === true ? commonDir : undefined
}

/** Undefined when it is not there, or not to be seen. */
function look(path: string, ask: typeof lstatSync | typeof statSync = lstatSync): Stats | undefined {
  try {
    return ask(path)
  } catch {
    return undefined
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

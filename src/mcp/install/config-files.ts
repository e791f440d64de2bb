/** The file system as the plan sees it. */
import { lstatSync, readFileSync, readlinkSync, realpathSync, type Stats, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { messageOf, UltragitError } from '../../base/errors.ts'
import type { ConfigFiles } from './plan-install.ts'

export const configFiles: ConfigFiles = {
  isFile: (path) => statOf(path)?.isFile() === true,
  isFolder: (path) => statOf(path)?.isDirectory() === true,
  read: readConfig,
  resolve: resolveLinks,
}

/** Far above any settings file; a file in a repository can have any size. */
const sizeLimit = 16 * 1024 * 1024

function readConfig(path: string): string | undefined {
  const facts = statOf(path)
  if (facts === undefined) return undefined
  if (!facts.isFile() || facts.size > sizeLimit)
    throw new UltragitError('config_invalid', `'${path}' must be a plain file of at most 16 MiB`)
  const bytes = readBytes(path)
  try {
    // A byte order mark stays part of the text: it is written back.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new UltragitError('config_invalid', `'${path}' is not UTF-8 text`, {
      hint: `save '${path}' as UTF-8, then run this again`,
    })
  }
}

function readBytes(path: string): Uint8Array {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new UltragitError('config_invalid', `cannot read '${path}': ${messageOf(error)}`, { cause: error })
  }
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path)
  } catch {
    return undefined
  }
}

/** Follows links also where the last one points to nothing yet. */
function resolveLinks(path: string, hops = 40): string {
  try {
    return realpathSync(path)
  } catch {
    // Not there yet: its folder may be behind links, or itself one to nothing.
  }
  const parent = dirname(path)
  const place = parent === path ? path : join(resolveLinks(parent, hops - 1), basename(path))
  if (hops <= 0) throw new UltragitError('config_invalid', `too many links at '${path}'`)
  const link = linkOf(place)
  return link === undefined ? place : resolveLinks(resolve(dirname(place), link), hops - 1)
}

function linkOf(path: string): string | undefined {
  try {
    return lstatSync(path).isSymbolicLink() ? readlinkSync(path) : undefined
  } catch {
    return undefined
  }
}

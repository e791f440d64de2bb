/**
 * The files isomorphic-git sees: packs only. It would look for a loose object and list the pack folder before every
 * read; both are known here already, and without them a read takes half the time.
 */
import { promises, statSync } from 'node:fs'

interface Listing {
  readonly changed: bigint
  readonly names: Promise<string[]>
}

const looseObject = /[\\/]objects[\\/][0-9a-f]{2}[\\/][0-9a-f]+$/

export function createPackFs(): { readonly promises: typeof promises } {
  const listings = new Map<string, Listing>()
  const readFile = (path: string, ...options: unknown[]) =>
    looseObject.test(path)
      ? Promise.reject(notFound())
      : Reflect.apply(promises.readFile, promises, [path, ...options])
  const readdir = (path: string): Promise<string[]> => {
    // git adds and removes packs in this folder, which changes its time.
    const changed = statSync(path, { bigint: true, throwIfNoEntry: false })?.mtimeNs ?? 0n
    let listing = listings.get(path)
    if (listing?.changed !== changed) {
      listing = { changed, names: promises.readdir(path) }
      listings.set(path, listing)
    }
    return listing.names
  }
  return { promises: Object.assign({}, promises, { readFile, readdir }) }
}

function notFound(): Error {
  return Object.assign(new Error('not in a pack'), { code: 'ENOENT' })
}

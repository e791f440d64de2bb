/** What `manifest.json` holds: where each embedded file comes from, so anyone can fetch and compare it. */
import { createHash } from 'node:crypto'
import manifestData from './manifest.json'

/** One file inside one exact version of an npm package. */
export interface PackageFile {
  readonly package: string
  readonly version: string
  readonly path: string
}

export interface GrammarEntry extends PackageFile {
  readonly name: string
  readonly file: string
  readonly sha256: string
  readonly license: string
  /** The licence texts that apply, kept together in `licenses/<name>.txt`. */
  readonly notices: readonly PackageFile[]
}

/** The runtime's own wasm comes with the installed package; only its notice is kept here. */
interface RuntimeEntry {
  readonly name: string
  readonly license: string
  readonly notices: readonly PackageFile[]
}

export interface Manifest {
  readonly runtime: RuntimeEntry
  readonly grammars: readonly GrammarEntry[]
}

export const manifest: Manifest = manifestData

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

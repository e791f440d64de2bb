/** What is known of a program that starts MCP servers: where its files are, and what an entry looks like there. */

/** The machine as far as paths depend on it; passed in, so that every platform can be tested on any. */
export interface Machine {
  readonly platform: 'linux' | 'darwin' | 'win32'
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
}

export type Scope = 'project' | 'user'

/** How a host is to start the server. */
export interface Launch {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string | undefined
}

export type EntryValue = string | readonly string[]

export interface Host {
  /**
   * Files of a repository, relative to its root. The first is the one to make; another is used when only that exists.
   * Empty: the host has no such file.
   */
  readonly projectFiles: readonly string[]
  /** Files of the user, in the same order. */
  userFiles(machine: Machine): readonly string[]
  /** Paths of which one exists where the host was ever used. */
  traces(machine: Machine): readonly string[]
  /** `json`: the host reads plain JSON only; a comment in the file would be a mistake there. */
  readonly format: 'json' | 'jsonc' | 'toml'
  /** The key that holds all servers. */
  readonly container: string
  /** The keys of an entry. */
  entry(launch: Launch): Readonly<Record<string, EntryValue>>
  /** `none`: the format has no such key, and the host may refuse a file that has one. */
  readonly cwd: 'honoured' | 'ignored' | 'none'
  /** What the host replaces by the open folder, and where it does so. */
  readonly workspace?: { readonly variable: string; readonly in: 'cwd' | 'args' }
  /** The environment variable by which the host tells its servers the open folder. */
  readonly projectVariable?: string
}

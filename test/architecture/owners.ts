/** Side effects have owners: each may be caused in the named places only. A path ending in `/` is a folder. */
import type { SourceFile } from './source-file.ts'

export interface Owned {
  readonly what: string
  readonly sign: RegExp
  readonly owners: readonly { readonly path: string; readonly reason: string }[]
}

export const owned: readonly Owned[] = [
  {
    what: 'setting the exit status',
    sign: /\bprocess\s*\.\s*(exitCode|exit|abort|kill|reallyExit)\b/,
    owners: [{ path: 'main.ts', reason: 'the only place that knows the process' }],
  },
  {
    what: 'writing standard output',
    sign: /\bprocess\s*\.\s*stdout\b|\bBun\s*\.\s*stdout\b|\bconsole\s*\.\s*\w+\s*\(|\bstdout\s*\.\s*write\b|\bwriteSync\(\s*(fd|1|2)\b/,
    owners: [
      { path: 'main.ts', reason: 'hands the stream to the front door; answers --version before all else' },
      { path: 'cli/output.ts', reason: 'the answer of the CLI' },
      { path: 'cli/standard-stream.ts', reason: 'the file behind it' },
      { path: 'mcp/transport.ts', reason: 'the answer of the MCP server' },
      { path: 'mcp/transport/', reason: 'the answer of the MCP server' },
    ],
  },
  {
    what: 'starting a process',
    sign: /\bBun\s*\.\s*(spawn|spawnSync|\$)|child_process|\bfrom 'bun'.*\$/,
    owners: [
      { path: 'git/native/', reason: 'starts git, hardened' },
      { path: 'mcp/status.ts', reason: 'starts this very binary to see it answer' },
      { path: 'mcp/status/', reason: 'starts this very binary to see it answer' },
    ],
  },
  {
    what: 'opening SQLite',
    sign: /['"]bun:sqlite['"]|\bBun\s*\.\s*(sql|SQL)\b/,
    owners: [{ path: 'store/', reason: 'the index' }],
  },
  {
    what: 'opening a socket',
    sign: /\bBun\s*\.\s*(listen|connect|serve|udpSocket)\b|['"]node:(net|http|https|dgram|tls)['"]|\bfetch\(/,
    owners: [{ path: 'cli/together/', reason: 'writers of one user hand their work to each other' }],
  },
  {
    what: 'reading the environment',
    sign: /\bprocess\s*\.\s*env\b|\bBun\s*\.\s*env\b|\bimport\s*\.\s*meta\s*\.\s*env\b/,
    owners: [{ path: 'main.ts', reason: 'passes it on as Surroundings' }],
  },
  {
    what: 'asking for the current directory',
    sign: /\bprocess\s*\.\s*(cwd|chdir)\b/,
    owners: [{ path: 'main.ts', reason: 'passes it on as Surroundings' }],
  },
  {
    what: 'reading the command line',
    sign: /\bprocess\s*\.\s*argv\b|\bBun\s*\.\s*argv\b/,
    owners: [{ path: 'main.ts', reason: 'passes it on to the front door' }],
  },
]

export function ownerViolations(file: SourceFile): string[] {
  return owned.flatMap(({ what, sign, owners }) => {
    const found = sign.exec(file.code)
    if (found === null || owners.some(({ path }) => isAt(file.path, path))) return []
    return [`src/${file.path}: '${found[0]}' is ${what}, which only ${namesOf(owners)} may do`]
  })
}

function isAt(file: string, place: string): boolean {
  return place.endsWith('/') ? file.startsWith(place) : file === place
}

function namesOf(owners: Owned['owners']): string {
  return owners.map(({ path }) => `src/${path}`).join(', ')
}

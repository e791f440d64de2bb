/** Files made of `[sections]`: TOML and the INI family. */
import type { PlainLanguage } from '../language.ts'
import { oneLine } from '../signature.ts'
import type { Unit } from '../unit.ts'
import { sourceLines } from './source-lines.ts'
import { type SectionHeader, tomlHeaders } from './toml-headers.ts'

export const toml: PlainLanguage = {
  id: 'toml',
  extensions: ['toml'],
  filenames: ['Cargo.lock', 'Pipfile', 'poetry.lock', 'uv.lock', 'pdm.lock'],
  outline: (text) => outlineSections(text, tomlHeaders),
}

export const ini: PlainLanguage = {
  id: 'ini',
  extensions: ['ini', 'cfg', 'conf', 'desktop', 'service', 'timer', 'socket', 'gitconfig', 'editorconfig'],
  filenames: ['.gitmodules', '.flake8', '.pylintrc', 'pylintrc', '.coveragerc', '.hgrc'],
  outline: (text) => outlineSections(text, iniHeaders),
}

type ReadHeaders = (lines: readonly string[]) => SectionHeader[]

const blankOrComment = /^\s*(?:[#;]|$)/

function outlineSections(text: string, readHeaders: ReadHeaders): Unit[] {
  const lines = sourceLines(text)
  const headers = readHeaders(lines)
  return headers.map(({ name, at }, index) => {
    // Comments above the next header are about what follows.
    let end = headers[index + 1]?.at ?? lines.length
    while (end > at + 1 && blankOrComment.test(lines[end - 1] ?? '')) end--
    const signature = oneLine((lines[at] ?? '').replace(/\][^\]]*$/, ']'))
    return { kind: 'module', name, signature, lines: { start: at + 1, end } }
  })
}

const longestName = 200
const iniHeader = /^\[(.*?)\]\s*(?:[;#].*)?$/

/** Only at the start of a line: an indented bracket continues a value. */
function iniHeaders(lines: readonly string[]): SectionHeader[] {
  const headers: SectionHeader[] = []
  for (const [at, line] of lines.entries()) {
    const inner = iniHeader.exec(line)?.[1]?.trim().slice(0, longestName)
    if (inner !== undefined && inner !== '') headers.push({ name: iniName(inner), at })
  }
  return headers
}

/** git's `[remote "origin"]` is `remote::origin`. */
function iniName(inner: string): string {
  const quoted = /^([^\s"]+)\s+"([^"]*)"$/.exec(inner)
  return quoted === null ? inner : `${quoted[1]}::${quoted[2]}`
}

/**
 * Source files as the generator knows them: functions that keep their identity whatever they are called and wherever
 * they stand. The ids never reach the text, so nothing under test can read them.
 */
import type { LineRange } from '../../../src/base/lines.ts'

export interface Fn {
  readonly id: number
  readonly name: string
  /** The class or impl it is a method of. */
  readonly holder: string | undefined
  /** Its lines, with `ownName` where it names itself. */
  readonly body: readonly string[]
}

/** Lines between the functions: imports, constants, comments. */
export interface Filler {
  readonly text: readonly string[]
}

export type CodeFile = readonly (Fn | Filler)[]
export type CodeTree = ReadonlyMap<string, CodeFile>
export type Language = 'rust' | 'typescript' | 'python'

export const ownName = '\u0001'

export interface Located {
  readonly fn: Fn
  readonly path: string
  /** The lines of the unit itself, without what holds it. */
  readonly lines: LineRange
  readonly text: readonly string[]
  /** The name its outline gives it. */
  readonly anchor: string
}

export function isFn(piece: Fn | Filler): piece is Fn {
  return 'body' in piece
}

export function renderTree(tree: CodeTree, language: Language): Map<string, string> {
  return new Map([...tree].map(([path, file]) => [path, renderFile(file, language).text]))
}

export function locateAll(tree: CodeTree, language: Language): Map<number, Located> {
  const found = new Map<number, Located>()
  for (const [path, file] of tree)
    for (const one of renderFile(file, language).places) found.set(one.fn.id, { ...one, path })
  return found
}

function renderFile(file: CodeFile, language: Language): { text: string; places: Omit<Located, 'path'>[] } {
  const lines: string[] = []
  const places: Omit<Located, 'path'>[] = []
  for (const piece of file) {
    if (lines.length > 0) lines.push('')
    if (!isFn(piece)) {
      lines.push(...piece.text)
      continue
    }
    const { open, close } = frame(piece, language)
    lines.push(...open)
    const indent = open.length === 0 ? '' : language === 'typescript' ? '  ' : '    '
    const text = piece.body.map((line) => (line === '' ? '' : indent + line.replaceAll(ownName, piece.name)))
    const start = lines.length + 1
    lines.push(...text)
    const anchor = piece.holder === undefined ? piece.name : `${piece.holder}::${piece.name}`
    places.push({ fn: piece, lines: { start, end: lines.length }, text, anchor })
    lines.push(...close)
  }
  return { text: `${lines.join('\n')}\n`, places }
}

function frame({ holder }: Fn, language: Language): { open: string[]; close: string[] } {
  if (holder === undefined) return { open: [], close: [] }
  if (language === 'rust') return { open: [`impl ${holder} {`], close: ['}'] }
  if (language === 'typescript') return { open: [`export class ${holder} {`], close: ['}'] }
  return { open: [`class ${holder}:`], close: [] }
}

export function fnsOf(tree: CodeTree): Fn[] {
  return [...tree.values()].flatMap((file) => file.filter(isFn))
}

export function pathOf(tree: CodeTree, id: number): string | undefined {
  return [...tree].find(([, file]) => file.some((piece) => isFn(piece) && piece.id === id))?.[0]
}

/** The tree with a function replaced by others, or by none. */
export function replaceFn(tree: CodeTree, id: number, by: (fn: Fn) => readonly (Fn | Filler)[]): CodeTree {
  return new Map(
    [...tree].map(([path, file]) => [
      path,
      file.flatMap((piece) => (isFn(piece) && piece.id === id ? by(piece) : [piece])),
    ]),
  )
}

export function withFile(tree: CodeTree, path: string, change: (file: CodeFile) => CodeFile): CodeTree {
  return new Map([...tree, [path, change(tree.get(path) ?? [])]])
}

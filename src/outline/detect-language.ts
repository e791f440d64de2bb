/** Which language a file is in: by its name, its extension, or the program its first line names. */
import type { Language } from './language.ts'
import { languages } from './languages.ts'

const interpreterLine = /^#!\s*(\S+)(?:\s+(?:-\S+\s+)*(?:\w+=\S*\s+)*(\S+))?/

export function detectLanguage(path: string, text: string): Language | undefined {
  return byFilename(path) ?? byExtension(extensionOf(path), text) ?? byInterpreter(text)
}

/** The language, where the name alone decides; undefined where the text has a say. */
export function languageByName(path: string): Language | undefined {
  const named = byFilename(path)
  if (named !== undefined) return named
  const extension = extensionOf(path)
  const rows = languages.filter((row) => row.extensions.includes(extension))
  return rows.some((row) => row.claims !== undefined) ? undefined : rows[0]
}

function byFilename(path: string): Language | undefined {
  const file = path.slice(path.lastIndexOf('/') + 1)
  return languages.find((row) => row.filenames?.includes(file))
}

function extensionOf(path: string): string {
  const file = path.slice(path.lastIndexOf('/') + 1)
  const dot = file.lastIndexOf('.')
  return dot >= 0 ? file.slice(dot + 1).toLowerCase() : ''
}

function byExtension(extension: string, text: string): Language | undefined {
  const rows = languages.filter((row) => row.extensions.includes(extension))
  return rows.find((row) => row.claims?.test(text)) ?? rows.find((row) => row.claims === undefined)
}

function byInterpreter(text: string): Language | undefined {
  if (!text.startsWith('#!')) return undefined
  const [, program = '', argument = ''] = interpreterLine.exec(text.slice(0, 256)) ?? []
  const named = program.endsWith('/env') ? argument : program
  const interpreter = named.slice(named.lastIndexOf('/') + 1).replace(/[\d.]+$/, '')
  return languages.find((row) => row.interpreters?.includes(interpreter))
}

/** Whether files of this name have an outline, as far as the name tells. */
export function hasOutline(path: string): boolean {
  return detectLanguage(path, '') !== undefined
}

/** What a question is about: a file as it is today, and in it everything, some lines, or some units. */
import { UltragitError } from '../base/errors.ts'
import type { LineRange } from '../base/lines.ts'
import { isQualifiedSuffix } from '../outline/anchor-name.ts'
import { resolveAnchor } from '../outline/resolve-anchor.ts'
import type { Unit } from '../outline/unit.ts'
import type { LoadedFile } from './today-file.ts'

export interface Scope {
  readonly file: LoadedFile
  readonly isWholeFile: boolean
  /** The lines in scope; the whole file is one range. */
  readonly ranges: readonly LineRange[]
  /** Units in scope: those the anchor names, or that the lines overlap. */
  readonly units: readonly Unit[]
  /** The anchor as asked, when it could be resolved. */
  readonly anchor: string | undefined
  readonly isAmbiguous: boolean
  readonly notes: readonly string[]
}

export interface ScopeRequest {
  readonly anchor?: string | undefined
  readonly lines?: LineRange | undefined
}

/** `annotated`: the anchors under which something of this file was annotated. */
export function resolveScope(file: LoadedFile, request: ScopeRequest, annotated: Iterable<string>): Scope {
  if (request.anchor !== undefined) return scopeOfAnchor(file, request.anchor, annotated)
  if (request.lines !== undefined) return scopeOfLines(file, request.lines)
  return wholeFile(file, [])
}

function scopeOfAnchor(file: LoadedFile, anchor: string, annotated: Iterable<string>): Scope {
  const resolved = resolveAnchor(file.units, anchor, annotated)
  switch (resolved.kind) {
    case 'units':
      return {
        file,
        isWholeFile: false,
        ranges: resolved.units.map(({ lines }) => lines),
        units: resolved.units,
        anchor,
        isAmbiguous: resolved.ambiguous,
        notes: [],
      }
    case 'annotated':
      return {
        file,
        isWholeFile: false,
        ranges: [],
        units: [],
        anchor: resolved.name,
        isAmbiguous: false,
        notes: [],
      }
    case 'none': {
      const notes = [`Anchor '${anchor}' not found in ${file.path}. Returning file-level annotations.`]
      if (resolved.nearest.length > 0) notes.push(`Nearest names: ${resolved.nearest.join(', ')}`)
      return wholeFile(file, notes)
    }
    default:
      return resolved satisfies never
  }
}

function scopeOfLines(file: LoadedFile, { start, end }: LineRange): Scope {
  const count = file.text.lines.length
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 1 || end < start)
    throw new UltragitError('usage', `line range ${start}:${end} is not valid`, {
      hint: 'lines count from 1, the first may not lie after the last: --lines 10:20',
    })
  if (start > count)
    throw new UltragitError('usage', `line ${start} is beyond the end of '${file.path}'`, {
      hint: `the file has ${count} lines`,
    })
  const range = { start, end: Math.min(end, count) }
  return {
    file,
    isWholeFile: false,
    ranges: [range],
    units: file.units.filter(({ lines }) => lines.start <= range.end && range.start <= lines.end),
    anchor: undefined,
    isAmbiguous: false,
    notes: end > count ? [`${file.path} has ${count} lines: the range was cut to ${start}:${count}`] : [],
  }
}

function wholeFile(file: LoadedFile, notes: readonly string[]): Scope {
  return {
    file,
    isWholeFile: true,
    ranges: [{ start: 1, end: Math.max(1, file.text.lines.length) }],
    units: file.units,
    anchor: undefined,
    isAmbiguous: false,
    notes,
  }
}

/** Whether an annotated anchor is the one the scope asks for, although no unit has it today. */
export function asksForAnchor(scope: Scope, annotated: string): boolean {
  return scope.anchor !== undefined && isQualifiedSuffix(scope.anchor, annotated)
}

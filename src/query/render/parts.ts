/** Small parts that the blocks of all queries are made of; everything that was annotated is made safe here. */
import type { Section } from '../../read/render/answer-sections.ts'
import { type Field, shortCommit } from '../../read/render/region-fields.ts'
import { visibleLine, visibleText } from '../../read/render/safe-text.ts'

export function field(label: string, text: string | undefined): Field[] {
  return text === undefined || text.trim() === ''
    ? []
    : [{ label, texts: [visibleText(text).trim()], list: false }]
}

export function list(label: string, texts: readonly string[] | undefined): Field[] {
  const shown = (texts ?? []).map((text) => visibleText(text).trim()).filter((text) => text !== '')
  return shown.length === 0 ? [] : [{ label, texts: shown, list: true }]
}

export function short(commit: string): string {
  return visibleLine(shortCommit(commit))
}

/** The day of a timestamp, as a fact that may be missing. */
export function date(timestamp: string | undefined): string[] {
  return timestamp === undefined ? [] : [visibleLine(timestamp.slice(0, 10))]
}

interface Frame {
  readonly notes?: readonly string[] | undefined
  readonly warnings?: readonly string[] | undefined
  readonly trimmed?:
    | { readonly budget: number; readonly shortened: number; readonly dropped: number }
    | undefined
}

/** What every answer ends with. */
export function frameSections({ notes = [], warnings = [], trimmed }: Frame): Section[] {
  const sections = [
    { title: 'Notes', items: notes },
    { title: 'Warnings', items: warnings },
    {
      title: 'Trimmed',
      items:
        trimmed === undefined
          ? []
          : [`to ${trimmed.budget} tokens: ${trimmed.dropped} dropped, ${trimmed.shortened} shortened`],
    },
  ]
  return sections
    .map(({ title, items }) => ({ title, items: items.map((item) => visibleText(item).trim()) }))
    .filter(({ items }) => items.length > 0)
}

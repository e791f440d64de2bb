/** What an annotation says in a region, as labelled texts for people and models: safe to show, nothing empty. */
import type { AnswerRegion } from '../answer.ts'
import { visibleText } from './safe-text.ts'

export interface Field {
  readonly label: string
  readonly texts: readonly string[]
  /** Several entries, each its own item; otherwise one text. */
  readonly list: boolean
}

export function regionFields(region: AnswerRegion): Field[] {
  return [
    text('Intent', region.intent),
    list('Constraints', region.constraints, constraintText),
    list('Alternatives', region.alternatives, alternativeText),
    text('Reasoning', region.reasoning),
    text('Risks', region.risk_notes),
    text('Summary', region.summary),
    list('Depends on', region.semantic_dependencies, ({ file, anchor, nature }) =>
      about(address(file, anchor), nature),
    ),
    text('Tags', region.tags?.join(', ')),
    list('Corrections', region.corrections, correctionText),
    list('Earlier', region.earlier, ({ commit, intent }) => about(shortCommit(commit), intent)),
    list('Related', region.related, relatedText),
  ].filter(({ texts }) => texts.length > 0)
}

/** `src/a.ts#connect`, as `read` takes it. */
export function address(file: string, anchor: string | undefined): string {
  return anchor === undefined ? file : `${file}#${anchor}`
}

export function about(subject: string, said: string | undefined): string {
  return said === undefined || said === '' ? subject : `${subject}: ${said}`
}

/** Enough of an object id for git and for people. */
export function shortCommit(commit: string): string {
  return commit.slice(0, 12)
}

function text(label: string, said: string | undefined): Field {
  return { label, texts: shown(said === undefined ? [] : [said]), list: false }
}

function list<T>(label: string, items: readonly T[] | undefined, say: (item: T) => string): Field {
  return { label, texts: shown((items ?? []).map(say)), list: true }
}

function shown(texts: readonly string[]): string[] {
  return texts.map((said) => visibleText(said).trim()).filter((said) => said !== '')
}

type Item<Key extends 'constraints' | 'alternatives' | 'related'> = NonNullable<AnswerRegion[Key]>[number]

/** Whose it was, where it was taken over from a region this one superseded. */
function constraintText({ text: said, source, commit }: Item<'constraints'>): string {
  return aside(said, [source, commit === undefined ? undefined : shortCommit(commit)])
}

function alternativeText({ approach, rejected_because: why, commit }: Item<'alternatives'>): string {
  const said = why === undefined || why === '' ? approach : `${approach} — rejected because: ${why}`
  return aside(said, [commit === undefined ? undefined : shortCommit(commit)])
}

function relatedText(related: Item<'related'>): string {
  const place = related.file === undefined ? related.anchor : address(related.file, related.anchor)
  const subject = aside(shortCommit(related.commit), [place, related.relationship])
  return about(subject, related.intent ?? related.summary)
}

/** Corrections are written by many hands: only what is text is shown. */
function correctionText(correction: Readonly<Record<string, unknown>>): string {
  const said = (key: string) => (typeof correction[key] === 'string' ? correction[key] : undefined)
  const subject = [said('correction_type'), said('field')].filter((part) => part !== undefined).join(' ')
  const change = said('replacement') === undefined ? undefined : `now: ${said('replacement')}`
  const texts = [said('correction_text'), change].filter((part) => part !== undefined && part !== '')
  return about(aside(subject, [said('author')]), texts.join('; '))
}

function aside(subject: string, parts: readonly (string | undefined)[]): string {
  const said = parts.filter((part) => part !== undefined && part !== '')
  return said.length === 0 ? subject : `${subject} (${said.join(', ')})`
}

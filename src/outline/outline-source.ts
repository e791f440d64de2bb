/** The outline of a source text: its named units. */
import { detectLanguage } from './detect-language.ts'
import { parseText } from './kept-trees.ts'
import type { GrammarLanguage, Language } from './language.ts'
import { dropParser, loadGrammar } from './load-grammar.ts'
import { compareUnits, type Outline } from './unit.ts'
import { walkTree } from './walk-tree.ts'

/** Above this a file is data or generated: nobody asks for a function of it, and parsing takes seconds. */
const longestText = 12_000_000
const longestParse = 5_000
const binaryProbe = 8_000

/**
 * Undefined when there is nothing to go by: no grammar for the language, binary, longer than twelve million
 * characters, or not parsed within five seconds. Errors in the source give a partial outline, never a failure.
 */
export async function outlineSource(path: string, text: string): Promise<Outline | undefined> {
  if (text.length > longestText || text.slice(0, binaryProbe).includes('\0')) return undefined
  const language = detectLanguage(path, text)
  if (language === undefined) return undefined
  return 'outline' in language ? outlinePlain(language, text) : outlineTree(language, text)
}

/** Loads what `outlineSource` will need, while there is other work to do. */
export function prepareOutline(language: Language): void {
  if ('outline' in language) return
  loadGrammar(language.syntax.grammar).catch(() => {}) // whoever needs it is told
}

function outlinePlain(language: Extract<Language, { outline: unknown }>, text: string): Outline {
  return { language: language.id, units: language.outline(text).sort(compareUnits), partial: false }
}

async function outlineTree(language: GrammarLanguage, text: string): Promise<Outline | undefined> {
  const { syntax } = language
  const parser = await loadGrammar(syntax.grammar)
  const source = syntax.prepare?.(text) ?? text
  const giveUpAt = performance.now() + longestParse
  try {
    const isTooLong = () => performance.now() > giveUpAt
    const tree = parseText(parser, { grammar: syntax.grammar, source, isTooLong })
    if (tree === null) {
      parser.reset()
      return undefined
    }
    const units = walkTree(tree, source, syntax).sort(compareUnits)
    return { language: language.id, units, partial: tree.rootNode.hasError }
  } catch (thrown) {
    // A scanner that traps on odd input leaves its parser unusable; the file just has no outline.
    if (!(thrown instanceof WebAssembly.RuntimeError)) throw thrown
    dropParser(syntax.grammar)
    return undefined
  }
}

/** Functions that look like code someone wrote: what a commit adds and edits, in three languages. */
import type { Random } from '../../support/random.ts'

export interface SourceUnit {
  readonly name: string
  readonly signature: string
  /** The whole function, first line to last. */
  readonly lines: readonly string[]
}

export interface SourceLanguage {
  readonly extension: string
  readonly header: (about: string) => readonly string[]
  readonly signature: (name: string, first: string, second: string) => string
  /** Around the body. */
  readonly opening: (signature: string) => string
  readonly closing: readonly string[]
  readonly indent: string
  readonly statements: readonly ((words: Words) => string)[]
}

interface Words {
  readonly name: string
  readonly other: string
  readonly number: number
  readonly remark: string
}

export const languages: readonly SourceLanguage[] = [
  {
    extension: 'ts',
    header: (about) => [`/** ${about} */`, "import { readFile } from 'node:fs/promises'", ''],
    signature: (name, first, second) =>
      `export function ${name}(${first}: number, ${second}: string): number`,
    opening: (signature) => `${signature} {`,
    closing: ['}'],
    indent: '  ',
    statements: [
      ({ name, number }) => `let ${name} = ${number}`,
      ({ name, other, number }) => `if (${name} > ${number}) ${name} = ${other}.length - ${number}`,
      ({ name, other, number }) =>
        `for (const part of ${other}.split(':')) ${name} += part.length * ${number}`,
      ({ name, other, number }) => `${name} = Math.max(${name}, ${other}Limit(${number}))`,
      ({ name, number }) => `while (${name} > ${number}) ${name} -= ${number}`,
      ({ remark, number }) => `// ${remark} (${number})`,
      ({ name, other, number }) => `const ${name}${number} = ${other}.slice(0, ${name})`,
    ],
  },
  {
    extension: 'rs',
    header: (about) => [`//! ${about}`, 'use std::collections::HashMap;', ''],
    signature: (name, first, second) => `pub fn ${snake(name)}(${first}: u64, ${second}: &str) -> u64`,
    opening: (signature) => `${signature} {`,
    closing: ['}'],
    indent: '    ',
    statements: [
      ({ name, number }) => `let mut ${name}: u64 = ${number};`,
      ({ name, other, number }) => `if ${name} > ${number} { ${name} = ${other}.len() as u64 + ${number}; }`,
      ({ name, other, number }) =>
        `for part in ${other}.split(':') { ${name} += part.len() as u64 * ${number}; }`,
      ({ name, other, number }) => `${name} = ${name}.max(${other}_limit(${number}));`,
      ({ name, number }) => `while ${name} > ${number} { ${name} -= ${number}; }`,
      ({ remark, number }) => `// ${remark} (${number})`,
    ],
  },
  {
    extension: 'py',
    header: (about) => [`"""${about}"""`, 'import os', ''],
    signature: (name, first, second) => `def ${snake(name)}(${first}, ${second})`,
    opening: (signature) => `${signature}:`,
    closing: [],
    indent: '    ',
    statements: [
      ({ name, number }) => `${name} = ${number}`,
      ({ name, other, number }) => `${name} = len(${other}) - ${number} if ${name} > ${number} else ${name}`,
      ({ name, other, number }) => `${name} += sum(len(part) * ${number} for part in ${other}.split(":"))`,
      ({ name, other, number }) => `${name} = max(${name}, ${other}_limit(${number}))`,
      ({ name, other, number }) => `${name}_${number} = ${other}[:${number}]`,
      ({ remark, number }) => `# ${remark} (${number})`,
    ],
  },
]

const verbs = 'load store parse merge split drain close open retry flush encode decode verify expire'.split(
  ' ',
)
const nouns =
  'session packet buffer ledger cursor token account window channel bundle region shard digest lease queue frame'.split(
    ' ',
  )
const remarks = [
  'the peer may have closed already',
  'callers rely on this order',
  'kept small on purpose',
  'the limit comes from the wire format',
  'must not run twice',
  'cheaper than a lock',
]

export function makeUnit(random: Random, language: SourceLanguage, serial: number): SourceUnit {
  const noun = random.pick(nouns)
  const typed = `${random.pick(verbs)}${noun.charAt(0).toUpperCase()}${noun.slice(1)}${serial}`
  const name = language.extension === 'ts' ? typed : snake(typed)
  const [first, second] = [random.pick(nouns), `${random.pick(nouns)}_text`]
  const signature = language.signature(typed, first, second)
  const body = Array.from({ length: random.int(7, 14) }, (_, at) => statement(random, language, at === 0))
  const last = language.extension === 'rs' ? first : `return ${first}`
  const lines = [language.opening(signature), ...body, language.indent + last, ...language.closing]
  return { name, signature, lines }
}

/** Changes one to three lines of the body after its first, and now and then its length. */
export function editUnit(random: Random, language: SourceLanguage, unit: SourceUnit): SourceUnit {
  const lines = [...unit.lines]
  const firstBody = 2
  const lastBody = lines.length - 2 - language.closing.length
  for (let edit = random.int(1, 3); edit > 0; edit--)
    lines[random.int(firstBody, lastBody)] = statement(random, language)
  if (random.chance(0.25)) lines.splice(random.int(firstBody, lastBody), 0, statement(random, language))
  else if (random.chance(0.15) && lines.length > 8) lines.splice(random.int(firstBody, lastBody), 1)
  return { ...unit, lines }
}

/** A body begins with a declaration: a comment there would belong to no statement. */
function statement(random: Random, language: SourceLanguage, isFirst = false): string {
  const words = {
    name: random.pick(nouns),
    other: random.pick(nouns),
    number: random.int(2, 9_999),
    remark: random.pick(remarks),
  }
  const made = isFirst ? language.statements[0] : random.pick(language.statements)
  return language.indent + (made?.(words) ?? '')
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

const closers: Readonly<Record<string, string>> = { '(': ')', '<': '>', '[': ']' }
const brackets = /[()<>[\]]/
const pointers = /^[*&\s]+/

/**
 * An asked anchor without what was copied along with it: `connect()`, `Cache<K, V>::get(&self)`,
 * `List[T].push`; a bracketed name in front is kept, as in `(*Client).Connect`. The text itself when its
 * brackets do not pair up, which is how operators look.
 */
export function bareAnchor(asked: string): string {
  if (!brackets.test(asked)) return asked.trim()
  let bare = ''
  let depth = 0
  let opened = 0
  const expected: string[] = []
  for (let at = 0; at < asked.length; at++) {
    const char = asked.charAt(at)
    const closer = closers[char]
    if (closer !== undefined) {
      if (depth === 0) opened = at
      expected[depth++] = closer
    } else if (depth > 0 && char === expected[depth - 1]) {
      depth--
      if (depth === 0 && opened === 0 && asked.startsWith('('))
        bare = asked.slice(1, at).replace(pointers, '')
    } else if (depth === 0) {
      if (isCloser(char)) return asked
      bare += char
    }
  }
  return depth > 0 || asked.startsWith('<') ? asked : bare.trim()
}

function isCloser(char: string): boolean {
  return char === ')' || char === '>' || char === ']'
}

/**
 * Mends what people and models break most in JSON written by hand: raw control characters inside strings, escapes
 * that do not exist, commas before a closing bracket. `fixes` names what was done; empty when nothing was.
 */
export function repairJson(text: string): { text: string; fixes: readonly string[] } {
  const fixes = new Set<string>()
  let repaired = ''
  let kept = 0 // everything before this position is already in `repaired`
  let inString = false
  const replace = (from: number, to: number, replacement: string, fix: string) => {
    repaired += text.slice(kept, from) + replacement
    kept = to
    fixes.add(fix)
  }
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (!inString) {
      if (unit === quote) inString = true
      else if (unit === comma && closesNext(text, at + 1))
        replace(at, at + 1, '', 'a comma before a closing bracket')
    } else if (unit === quote) inString = false
    else if (unit < 0x20) replace(at, at + 1, escapeControl(unit), 'raw control characters in a string')
    else if (unit === backslash) {
      if (isEscape(text, at + 1)) at++
      else replace(at, at + 1, '\\\\', 'an unknown escape in a string')
    }
  }
  return { text: repaired + text.slice(kept), fixes: [...fixes] }
}

const quote = 0x22
const comma = 0x2c
const backslash = 0x5c

const nextCloses = /\s*[}\]]/y

function closesNext(text: string, at: number): boolean {
  nextCloses.lastIndex = at
  return nextCloses.test(text)
}

const escapeSequence = /["\\/bfnrt]|u[0-9a-fA-F]{4}/y

function isEscape(text: string, at: number): boolean {
  escapeSequence.lastIndex = at
  return escapeSequence.test(text)
}

function escapeControl(unit: number): string {
  return JSON.stringify(String.fromCharCode(unit)).slice(1, -1)
}

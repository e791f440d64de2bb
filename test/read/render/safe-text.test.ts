/** Nothing in an annotation reaches a terminal or a reader unseen. */
import { describe, expect, test } from 'bun:test'
import { safeJson, visibleLine, visibleText } from '../../../src/read/render/safe-text.ts'

const hostile: Readonly<Record<string, readonly [text: string, shown: string]>> = {
  'a colour': ['\x1b[31mred\x1b[0m', '\\u{1b}[31mred\\u{1b}[0m'],
  'a C1 control': ['\u009b31m', '\\u{9b}31m'],
  'a bell and a null': ['a\x07\0', 'a\\u{7}\\u{0}'],
  delete: ['\x7f', '\\u{7f}'],
  'a lone return': ['safe\rEVIL', 'safe\\u{d}EVIL'],
  'an override': ['\u202etxt.exe\u202c', '\\u{202e}txt.exe\\u{202c}'],
  isolates: ['\u2066a\u2069', '\\u{2066}a\\u{2069}'],
  'directional marks': ['\u200e\u200f\u061c', '\\u{200e}\\u{200f}\\u{61c}'],
  'zero width': ['a\u200bb\ufeff', 'a\\u{200b}b\\u{feff}'],
  'a joiner in ASCII': ['pass\u200dword', 'pass\\u{200d}word'],
  'many joiners': ['é\u200d\u200d', 'é\u200d\\u{200d}'],
  separators: ['\u2028\u2029', '\\u{2028}\\u{2029}'],
  tags: ['\u{e0041}', '\\u{e0041}'],
  'a lone surrogate': ['\ud800x\udcff', '\\u{d800}x\\u{dcff}'],
  'a hidden selector': ['a\ufe01\u{e0101}', 'a\\u{fe01}\\u{e0101}'],
}

describe('shown instead of passed on', () => {
  test.each(Object.entries(hostile))('%s', (_, [text, shown]) => {
    expect(visibleText(text)).toBe(shown)
    const json = safeJson({ [text]: text })
    expect(json).not.toMatch(
      /[\x00-\x1f\x7f-\x9f]|[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c\u200b\ufeff]/,
    )
    expect(json.isWellFormed()).toBe(true)
    expect(JSON.parse(json)).toEqual({ [text]: text })
  })
})

describe('left alone', () => {
  test.each([
    'line one\nline\ttwo',
    '👩‍👩‍👧 ❤️ 🇩🇪 👍🏽',
    'می‌خواهم',
    'עברית العربية ไทย 漢字',
    'back\\u{1b}slash',
    '\ufffd',
  ])('%j', (text) => {
    expect(visibleText(text)).toBe(text)
    expect(JSON.parse(safeJson(text))).toBe(text)
  })
})

test('every control, format and unassigned-as-text character is shown', () => {
  const passed: string[] = []
  for (let code = 0; code <= 0x10ffff; code++) {
    const char = String.fromCodePoint(code)
    if (!/[\p{Cc}\p{Cs}\p{Bidi_Control}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/u.test(char)) continue
    if (visibleText(char) === char && code !== 10 && code !== 9 && (code & 0xfffe) !== 0xfffe)
      if (code < 0xfdd0 || code > 0xfdef) passed.push(code.toString(16))
  }
  expect(passed).toEqual([])
})

test('line ends of Windows are line ends; a line stays one', () => {
  expect(visibleText('a\r\nb')).toBe('a\nb')
  expect(visibleLine('a\r\nb\tc')).toBe('a\\u{a}b\\u{9}c')
})

test('the JSON is compact', () => expect(safeJson({ a: [1, 'b'] })).toBe('{"a":[1,"b"]}'))

import { describe, expect, test } from 'bun:test'
import { shareStanding, sketchAddedLines } from '../../../src/annotation/trace/added-lines.ts'

const lines = Array.from({ length: 40 }, (_, index) => `  const value${index} = ${index}`)

function sketch(added: readonly string[]): string {
  const made = sketchAddedLines(added)
  if (made === undefined) throw new Error('nothing to sketch')
  return made
}

describe('a sketch of added lines', () => {
  test('is the same for all time: it is written into notes', () => {
    expect(sketch(['let a = 1', 'let b = 2'])).toMatchInlineSnapshot(`"ul1:GnN1WKFm"`)
  })

  test('fits into a note', () => {
    expect(sketch(lines).length).toBeLessThanOrEqual(100)
  })

  test('knows only significant lines, each once, in any order and layout', () => {
    expect(sketchAddedLines(['', '  }', '});', '---'])).toBeUndefined()
    expect(sketch(['\ta  =1', '}', 'b()'])).toBe(sketch(['b( )', 'a = 1', 'a=1']))
  })

  test('says what share of the lines still stands, whatever surrounds them', () => {
    const added = lines.slice(0, 8)
    const others = lines.slice(20)
    expect(shareStanding(sketch(added), [...others, ...added])).toBe(1)
    expect(shareStanding(sketch(added), [...others, ...added.slice(4)])).toBe(0.5)
    expect(shareStanding(sketch(added), others)).toBe(0)
    expect(shareStanding(sketch(added), [])).toBe(0)
  })

  test('of many lines is a fair sample of them', () => {
    const many = Array.from({ length: 1000 }, (_, index) => `call(${index})`)
    const standing = shareStanding(sketch(many), many.slice(0, 500)) ?? 0
    expect(standing).toBeGreaterThan(0.2)
    expect(standing).toBeLessThan(0.8)
  })

  test.each(['', 'ul2:AAAA', 'ul1:', 'ul1:AAA', 'ul1:AA*A', `ul1:${'AAAA'.repeat(17)}`, 'ug1:AAAA'])(
    'that cannot be read (%p) says nothing, and is no error',
    (unknown) => {
      expect(shareStanding(unknown, lines)).toBeUndefined()
    },
  )
})

/** Settings files as people leave them: random members, comments, indentation, line breaks, trailing commas. */
import type { Random } from '../../support/random.ts'

export interface JsoncWish {
  /** Members the document must have besides random ones, as finished text. */
  readonly members: readonly (readonly [key: string, text: string])[]
}

export function randomJsonc(random: Random, wish: JsoncWish): string {
  const style: Style = {
    unit: random.pick(['  ', '    ', '\t', ' ', '']),
    eol: random.pick(['\n', '\n', '\r\n']),
    lines: random.chance(0.8),
    comments: random.pick([0, 0.2, 0.6]),
    trailing: random.chance(0.3),
  }
  const mark = random.chance(0.1) ? '\ufeff' : ''
  const head = random.chance(0.2) ? `// head "quoted" {${style.eol}` : ''
  const tail = random.pick(['', style.eol, style.eol + style.eol, ` // tail`, `${style.eol}/* } */ `])
  return mark + head + object(random, style, { depth: 0, members: wish.members }) + tail
}

interface Style {
  readonly unit: string
  readonly eol: string
  readonly lines: boolean
  readonly comments: number
  readonly trailing: boolean
}

export function object(
  random: Random,
  style: Style,
  { depth, members }: { depth: number; members: JsoncWish['members'] },
): string {
  const own = Array.from({ length: random.int(0, 3) }, (_, at): [string, string] => [
    random.pick(['a', 'mcp', '"', 'ü', 'x,}', '//', '__proto__', 'env']) + at,
    value(random, style, depth + 1),
  ])
  const all = random.shuffle([...own, ...members])
  if (all.length === 0) return `{${comment(random, style) || ' /* empty */ '}}`
  const lines = style.lines && random.chance(0.9)
  const gap = () => (lines ? style.eol + style.unit.repeat(depth + 1) : random.pick(['', ' ']))
  const first = gap()
  const parts = all.map(([key, text], at) => {
    const comma = at < all.length - 1 || (style.trailing && random.chance(0.7)) ? ',' : ''
    const space = random.pick(['', ' '])
    const inner = `${comment(random, style)}${JSON.stringify(key)}${space}:${comment(random, style)} ${text}`
    return `${inner}${comment(random, style)}${comma}${comment(random, style)}`
  })
  const close = lines ? random.pick([style.eol + style.unit.repeat(depth), ' ']) : random.pick(['', ' '])
  return `{${first}${parts.join(gap())}${close}}`
}

function value(random: Random, style: Style, depth: number): string {
  const kinds = [
    () => JSON.stringify(random.pick(['', '\\', '"},', '/* no */', '// no', '\u2028', 'C:\\x'])),
    () => random.pick(['1', '-0.5e+3', 'true', 'null', '{}', '[]', '[1,2]', '["a", {"b": [ ]}]']),
    () => object(random, style, { depth, members: [] }),
  ]
  return random.pick(depth > 3 ? kinds.slice(0, 2) : kinds)()
}

/** A line comment takes its line break along. */
function comment(random: Random, style: Style): string {
  if (!random.chance(style.comments)) return ''
  const words = random.pick(['note', '"mcpServers": {', ', }', "don't"])
  return random.chance(0.5) ? ` /* ${words} */` : ` // ${words}${style.eol}`
}

/** A strict reader of the XML that reports are made of: elements, attributes, text. Anything else is an error. */

export interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Element[]
  text: string
}

// XML 1.0 can hold no other characters, not even escaped.
const legal = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u
const tag = /^<(?:\/([\w.-]+)|([\w.-]+)((?:\s+[\w.-]+="[^"<]*")*)\s*(\/?))>/

export function parseXml(xml: string): Element {
  if (!legal.test(xml)) throw new SyntaxError('a character that XML cannot hold')
  const [declaration] = /^<\?xml version="1.0" encoding="UTF-8"\?>\n/.exec(xml) ?? []
  if (declaration === undefined) throw new SyntaxError('no XML declaration')
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  let rest = xml.slice(declaration.length)
  while (rest !== '') {
    const top = open.at(-1) ?? root
    const [text = ''] = /^[^<]*/.exec(rest) ?? []
    if (text !== '') {
      top.text += decode(text)
      rest = rest.slice(text.length)
      continue
    }
    const found = tag.exec(rest)
    if (found === null) throw new SyntaxError(`not a tag: ${rest.slice(0, 40)}`)
    rest = rest.slice(found[0].length)
    const [, closing, name = '', attributes = '', empty] = found
    if (closing !== undefined) {
      if (top.name !== closing) throw new SyntaxError(`</${closing}> closes <${top.name}>`)
      open.pop()
      continue
    }
    const element: Element = { name, attributes: parseAttributes(attributes), children: [], text: '' }
    top.children.push(element)
    if (empty !== '/') open.push(element)
  }
  const [only, ...others] = root.children
  if (open.length !== 1 || only === undefined || others.length > 0) throw new SyntaxError('not one document')
  return only
}

function parseAttributes(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/([\w.-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, decode(value)]),
  )
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }

function decode(text: string): string {
  return text.replace(/&([^;]*);?/g, (whole, name: string) => {
    const code = /^#(\d+)$/.exec(name)?.[1]
    const char = code === undefined ? entities[name] : String.fromCodePoint(Number(code))
    if (char === undefined || !whole.endsWith(';'))
      throw new SyntaxError(`a bare & or unknown entity: ${whole}`)
    return char
  })
}

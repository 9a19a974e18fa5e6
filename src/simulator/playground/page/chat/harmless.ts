/**
 * Makes a server's HTML harmless: of all that it may hold, the elements and attributes that messages are made of are
 * made anew, with the text in them. The HTML is parsed in a template, where nothing runs or loads, and what was parsed
 * is never shown or written out again, so that there is no second reading of it that could differ from this one.
 */
export function harmless(html: string): DocumentFragment {
  const parsed = document.createElement('template')
  parsed.innerHTML = parseable(html)
  const { content } = document.createElement('template')
  copyInto(content, parsed.content)
  return content
}

const htmlNames = new Set(
  `a blockquote br code del div em h1 h2 h3 h4 h5 h6 hr img li ol p pre s span strong table tbody td th thead time tr
  ul`.split(/\s+/),
)
const mathNames = new Set(['annotation', 'math', 'semantics'])

const namesIn: Readonly<Record<string, ReadonlySet<string>>> = {
  'http://www.w3.org/1999/xhtml': htmlNames,
  'http://www.w3.org/1998/Math/MathML': mathNames,
}

const ofAll = 'aria-hidden aria-label class role title'.split(' ')

/** An address is followed only where HTML means one: formulas can be links too. */
const attributesOf: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'data-stream-id', 'data-user-id'],
  annotation: ['encoding'],
  div: ['data-code-language'],
  img: ['alt', 'height', 'src', 'width'],
  ol: ['start'],
  span: ['data-user-group-id', 'data-user-id'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan'],
  time: ['datetime'],
}

function copyInto(target: DocumentFragment | Element, source: Node): void {
  for (const node of source.childNodes) {
    if (node instanceof Text) target.append(node.data)
    if (!(node instanceof Element)) continue
    // A form can hide its own properties behind its fields; no name in these lists is that of an element.
    const { localName, namespaceURI } = node
    if (!namesIn[namespaceURI ?? '']?.has(localName)) continue
    const copy = target.ownerDocument.createElementNS(namespaceURI, localName)
    for (const name of [...ofAll, ...(attributesOf[localName] ?? [])]) {
      const value = node.getAttribute(name)
      if (value !== null) copy.setAttribute(name, value)
    }
    copyInto(copy, node)
    target.append(copy)
  }
}

interface HtmlPolicy {
  createHTML(html: string): string
}

/** The one use of the page's one policy; it stays in this file, where it can only be parsed without being shown. */
const policy: HtmlPolicy | undefined = (
  globalThis as { trustedTypes?: { createPolicy(name: string, rules: HtmlPolicy): HtmlPolicy } }
).trustedTypes?.createPolicy('harmless', { createHTML: (html) => html })

const parseable = (html: string) => policy?.createHTML(html) ?? html

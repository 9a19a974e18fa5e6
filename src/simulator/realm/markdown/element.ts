/**
 * An element of a message's HTML, with the text before its first child and the text after its end: the server's block rules move
 * both.
 */
export interface Element {
  readonly tag: string
  readonly attributes: Readonly<Record<string, string>>
  text: string
  /** Whether `text` is shown as it is, so that no rule looks for markup in it. */
  textIsFinal: boolean
  tail: string
  tailIsFinal: boolean
  children: Element[]
}

export function element(tag: string, attributes: Readonly<Record<string, string>> = {}, text = ''): Element {
  return { tag, attributes, text, textIsFinal: false, tail: '', tailIsFinal: false, children: [] }
}

/** An element whose text is shown as it is. */
export function finished(tag: string, attributes: Readonly<Record<string, string>>, text: string): Element {
  return { ...element(tag, attributes, text), textIsFinal: true }
}

export function append(parent: Element, child: Element): Element {
  parent.children.push(child)
  return child
}

export function lastChild(parent: Element): Element | undefined {
  return parent.children.at(-1)
}

/** All descendants, in the order of the text. */
function* descendants(parent: Element): Generator<Element> {
  for (const child of parent.children) {
    yield child
    yield* descendants(child)
  }
}

/** The text of an element and its descendants. */
export function visibleText(parent: Element): string {
  return parent.text + parent.children.map((child) => visibleText(child) + child.tail).join('')
}

const blockTags: ReadonlySet<string> = new Set(
  'blockquote div h1 h2 h3 h4 h5 h6 hr li ol p table tbody td th thead tr ul'.split(' '),
)

const isBlock = ({ tag }: Element): boolean => blockTags.has(tag)

/** Puts blocks, and what follows a line break, on lines of their own. */
export function breakLines(root: Element): void {
  separateBlocks(root)
  for (const found of descendants(root)) {
    if (found.tag === 'br') found.tail = `\n${isBlank(found.tail) ? '' : found.tail}`
  }
}

function separateBlocks(parent: Element): void {
  const [first] = parent.children
  if (isBlock(parent)) {
    if (isBlank(parent.text) && first !== undefined && isBlock(first)) parent.text = '\n'
    for (const child of parent.children) if (isBlock(child)) separateBlocks(child)
  }
  if (isBlank(parent.tail)) parent.tail = '\n'
}

/** The HTML of an element and what follows it. Attributes are in alphabetical order. */
export function toHtml({ tag, attributes, text, children, tail }: Element): string {
  const named = Object.keys(attributes)
    .sort()
    .map((name) => attribute(name, attributes[name] ?? ''))
    .join('')
  const end = withoutEnd.has(tag) ? '' : `${escapeText(text)}${children.map(toHtml).join('')}</${tag}>`
  return `<${tag}${named}>${end}${escapeText(tail)}`
}

const withoutEnd: ReadonlySet<string> = new Set(['br', 'hr', 'img'])

/** An attribute whose value is its name is written without the value. */
function attribute(name: string, value: string): string {
  return name === value ? ` ${name}` : ` ${name}="${escapeText(value).replaceAll('"', '&quot;')}"`
}

/** Escapes text between tags, except entities and quotation marks. */
function escapeText(text: string): string {
  return text
    .replace(/&(?!(?:#[0-9]+|#x[0-9a-f]+|[0-9a-z]+);)/gi, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

/** Escapes code, where entities are shown as they are written. */
export function escapeCode(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Escapes text and its quotation marks, so that it can also be the value of an attribute. */
export function escapeHtml(text: string): string {
  return escapeCode(text).replaceAll('"', '&quot;').replaceAll("'", '&#x27;')
}

/** What the server's patterns take for white space, for use in a character class. */
export const white = '\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000'

const atStart = new RegExp(`^[${white}]+`)
const onlyWhite = new RegExp(`^[${white}]*$`)
const isWhite = new RegExp(`[${white}]`)

export const trimStart = (text: string): string => text.replace(atStart, '')
export function trimEnd(text: string): string {
  let end = text.length
  while (end > 0 && isWhite.test(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}
export const trim = (text: string): string => trimEnd(trimStart(text))
export const isBlank = (text: string): boolean => onlyWhite.test(text)

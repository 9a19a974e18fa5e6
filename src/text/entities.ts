import { replaceProse } from './blocks.js'

/**
 * A message's source with its HTML entities replaced by the characters that readers see: `Tom &#38; Jerry` becomes `Tom & Jerry`.
 * Entities in code are left, since readers see them as they are. Only numbers and the names `amp`, `lt`, `gt` and `quot` are
 * known; the server knows all names of HTML.
 */
export function decodeEntities(markdown: string): string {
  if (!markdown.includes('&')) return markdown
  return replaceProse(markdown, (prose) => prose.replace(entity, (whole, name: string) => characterOf(name) ?? whole))
}

function characterOf(name: string): string | undefined {
  if (!name.startsWith('#')) return named[name]
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  // As in HTML, numbers that no character has.
  return code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? '\u{fffd}' : String.fromCodePoint(code)
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** The longest number with a meaning has seven digits; it may have zeros before it. */
const entity = /&(#\d{1,10}|#[xX][\da-fA-F]{1,8}|amp|lt|gt|quot);/g

/** The length of the entity at an index, which may be unfinished at the end of the text; 0 if there is none. */
export function entityLength(text: string, at: number): number {
  return text[at] === '&' ? (entityAtStart.exec(text.slice(at, at + longestEntity))?.[0].length ?? 0) : 0
}

const entityAtStart = new RegExp(`^(?:${entity.source}|&(?:#\\d*|#[xX][\\da-fA-F]*|[a-z]{1,4})$)`)
const longestEntity = 13

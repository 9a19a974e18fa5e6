/** The Markdown link of a file. */
export const fileLink = (name: string, url: string) => `[${linkText(name)}](${url})`

/** Brackets would end the link text. */
const linkText = (name: string) => name.replaceAll(/[[\]\\]/g, '').trim() || 'file'

/** How many characters are left, if few; undefined while there is room. The service truncates longer text. */
export function roomLeft(text: string, most: number): string | undefined {
  const left = most - [...text].length
  if (left < 0) return `${-left} ${-left === 1 ? 'character' : 'characters'} too long: the end will be cut`
  return left <= Math.max(20, most / 20) ? `${left} left` : undefined
}

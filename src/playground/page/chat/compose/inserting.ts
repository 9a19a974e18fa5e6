/** A file as a message links it. */
export const fileLink = (name: string, url: string) => `[${linkText(name)}](${url})`

/** Brackets would end the link's text. */
const linkText = (name: string) => name.replaceAll(/[[\]\\]/g, '').trim() || 'file'

/** How many characters more a text may have, told when it gets close; undefined while there is room. What is too long is cut. */
export function roomLeft(text: string, most: number): string | undefined {
  const left = most - [...text].length
  if (left < 0) return `${-left} ${-left === 1 ? 'character' : 'characters'} too long: the end will be cut`
  return left <= Math.max(20, most / 20) ? `${left} left` : undefined
}

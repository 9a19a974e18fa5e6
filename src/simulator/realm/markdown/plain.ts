import { findLinks } from '../organisation/linkify.js'
import type { Environment } from './environment.js'
import { mentionAt } from './mentions.js'

/**
 * The HTML of a line of plain text, with mentions in it or without, which most messages are: the same as the parser
 * makes of it, at a small part of the cost. Undefined for everything in which any other rule might find something.
 */
export function plainHtml(environment: Environment, content: string): string | undefined {
  if (!oneLine.test(content) || content.endsWith(' ')) return undefined
  let html = ''
  for (let at = 0; at < content.length; ) {
    const mention = content[at] === '@' ? mentionAt(environment, content, at) : undefined
    const text = mention === undefined ? textAt(content, at) : ''
    if (mention === undefined && (text === '' || findLinks(environment.world, text).length > 0)) return undefined
    mention?.count()
    html += mention?.html ?? text
    at += mention?.length ?? text.length
  }
  return `<p>${html}</p>`
}

/** The signs that begin lists, rules, quotes or code do so at the start of a line alone. */
const oneLine = /^[A-Za-z0-9@].*$/

function textAt(content: string, at: number): string {
  plain.lastIndex = at
  return plain.exec(content)?.[0] ?? ''
}

/** Signs that mean themselves wherever they stand, and those that do so at the end of a word: no address, no emoji. */
const plain = /(?:[A-Za-z0-9 _%,;?'+=-]|(?<=[A-Za-z])[.:!](?= |$))+/y

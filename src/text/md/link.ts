import { sendable } from '../sendable.js'
import { escaped } from './escaped.js'

/**
 * A link with a text. The address is one of the web, of mail, or a path of the organisation; with any other, such as
 * `javascript:`, there is only the text.
 */
export function link(text: string, url: string): string {
  const address = addressOf(url)
  const shown = escaped(text)
  return address === undefined ? shown : `[${shown === '' ? escaped(address) : shown}](${address})`
}

function addressOf(url: string): string | undefined {
  const address = sendable(url).trim().replace(notInAddress, percentEncoded)
  const scheme = /^([^/?#:]*):/.exec(address)?.[1]
  const isKnown = scheme === undefined || /^(?:https?|mailto)$/i.test(scheme)
  return isKnown && address !== '' ? address : undefined
}

/** What would end an address, or mean something within a message. */
const notInAddress = /[\s\p{Cc}()<>\\"'`*[\]{}|^$]/gu

function percentEncoded(sign: string): string {
  const bytes = new TextEncoder().encode(sign)
  return Array.from(bytes, (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')
}

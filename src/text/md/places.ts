import { type Message, nameRules } from '../../protocol/index.js'
import { sendable } from '../sendable.js'
import { escaped, escapedInLink } from './escaped.js'

/** A channel's name, or a channel object of the API. With the ID, any name can be linked. */
export type ChannelToLink = string | { readonly name: string; readonly stream_id?: number }

/** Links a channel. If the name can't be in a channel link, it becomes an ordinary link, or text if the ID isn't known. */
export function channelLink(channel: ChannelToLink): string {
  const { name, stream_id } = named(channel)
  if (isPlain(name)) return `#**${name}**`
  return stream_id === undefined ? escaped(`#${name}`) : `[${escapedInLink(`#${name}`)}](#narrow/channel/${stream_id})`
}

/** Links a topic of a channel; an empty string is the topic without a name. */
export function topicLink(channel: ChannelToLink, topic: string): string {
  return placeLink(channel, topic, '', '', '')
}

/** Links a message in a topic of a channel. */
export function messageLink(channel: ChannelToLink, topic: string, messageId: number): string {
  return placeLink(channel, topic, `@${messageId}`, `/near/${messageId}`, ' @ 💬')
}

function placeLink(channel: ChannelToLink, topic: string, suffix: string, path: string, sign: string): string {
  const { name, stream_id } = named(channel)
  const trimmed = topic.trim()
  const isReadable = (trimmed === '' || isPlain(trimmed)) && !endsLikeMessage.test(trimmed)
  if (isPlain(name) && isReadable) return `#**${name}>${trimmed}${suffix}**`
  const shown = `#${name} > ${topic}${sign}`
  if (stream_id === undefined) return escaped(shown)
  return `[${escapedInLink(shown)}](${topicAddress(stream_id, trimmed)}${path})`
}

/** A topic that ends in this would be read as a link to a message. Servers take digits of any script. */
const endsLikeMessage = /@\p{Nd}+$/u

function named(channel: ChannelToLink): { readonly name: string; readonly stream_id?: number } {
  return typeof channel === 'string' ? { name: channel } : channel
}

/** Whether a server can parse the name between the stars. */
function isPlain(name: string): boolean {
  return name.trim() !== '' && !/[`>*&[\]]|\$\$/.test(name) && !nameRules.unprintable.test(name)
}

/** The address of a message, within the organisation's. */
export function messageAddress(message: Message): string {
  const { id } = message
  if (message.type === 'stream') return `${topicAddress(message.stream_id, message.subject)}/near/${id}`
  return `#narrow/dm/${message.display_recipient.map((person) => person.id).join(',')}-dm/near/${id}`
}

const topicAddress = (channel: number, topic: string) => `#narrow/channel/${channel}/topic/${inFragment(topic)}`

/** The web app's encoding of names in a URL fragment: dots instead of percent signs. */
function inFragment(text: string): string {
  return encodeURIComponent(sendable(text))
    .replace(/[!'()*.]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%', '.')
}

/**
 * A link with a text. The URL can be a web address, an e-mail address, or a path of the organisation; for any other, such as
 * `javascript:`, it returns only the text.
 */
export function link(text: string, url: string): string {
  const address = addressOf(url)
  if (address === undefined) return escaped(text)
  return `[${escapedInLink(text) || escapedInLink(address)}](${address})`
}

function addressOf(url: string): string | undefined {
  const address = sendable(url).trim().replace(notInAddress, percentEncoded)
  const scheme = /^([^/?#:]*):/.exec(address)?.[1]
  const isKnown = scheme === undefined || /^(?:https?|mailto)$/i.test(scheme)
  return isKnown && address !== '' ? address : undefined
}

/** Characters that would end a URL, or have a meaning in a message. */
const notInAddress = /[\s\p{Cc}()<>\\"'`*[\]{}|^$]/gu

function percentEncoded(sign: string): string {
  const bytes = new TextEncoder().encode(sign)
  return Array.from(bytes, (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')
}

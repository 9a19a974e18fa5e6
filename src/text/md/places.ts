import { nameRules } from '../../protocol/index.js'
import { sendable } from '../cutToLimit.js'
import { escaped } from './escaped.js'

/** A channel by its name; with its ID, as the API gives it, names of every kind can be linked. */
export type ChannelToLink = string | { readonly name: string; readonly stream_id?: number }

/** Links a channel. Where the name can't be in such a link, it is an ordinary one, or text where the ID is not known. */
export function channelLink(channel: ChannelToLink): string {
  const { name, stream_id } = named(channel)
  if (isPlain(name)) return `#**${name}**`
  return stream_id === undefined ? escaped(`#${name}`) : `[#${escaped(name)}](#narrow/channel/${stream_id})`
}

/** Links a topic of a channel; an empty topic is the one without a name. */
export function topicLink(channel: ChannelToLink, topic: string): string {
  return placeLink(channel, topic, '', '', '')
}

/** Links a message in a topic of a channel. */
export function messageLink(channel: ChannelToLink, topic: string, messageId: number): string {
  return placeLink(channel, topic, `@${messageId}`, `/near/${messageId}`, ' @ 💬')
}

function placeLink(channel: ChannelToLink, topic: string, suffix: string, path: string, sign: string): string {
  const { name, stream_id } = named(channel)
  const isEmpty = topic.trim() === ''
  if (isPlain(name) && (isEmpty || isPlain(topic)) && !/@\d+$/.test(topic))
    return `#**${name}>${topic.trim()}${suffix}**`
  const shown = escaped(`#${name} > ${topic}${sign}`)
  if (stream_id === undefined) return shown
  return `[${shown}](#narrow/channel/${stream_id}/topic/${inFragment(topic.trim())}${path})`
}

function named(channel: ChannelToLink): { readonly name: string; readonly stream_id?: number } {
  return typeof channel === 'string' ? { name: channel } : channel
}

/** Whether a server finds the name again between the stars. */
function isPlain(name: string): boolean {
  return name.trim() !== '' && !/[`>*&[\]]|\$\$/.test(name) && !nameRules.unprintable.test(name)
}

/** The web app's own way to write names into the fragment of an address: with dots for the percent signs. */
function inFragment(text: string): string {
  return encodeURIComponent(sendable(text))
    .replace(/[!'()*.]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%', '.')
}

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

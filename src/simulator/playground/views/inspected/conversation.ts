import { messageIn } from '../../writtenMessage.js'
import { el, type Shown } from '../shown.js'
import { bdi } from './inspected.js'

/** The conversation of a delivery, and the way to it in the chat as whoever wrote the message sees it. */
export function conversationOf(body: string | null | undefined): Shown {
  const { senderId, channel, people } = messageIn(body)
  const others = people.filter((one) => one.id !== undefined && one.id !== senderId)
  const name = channel
    ? `#${channel.name} › ${channel.topic || 'general chat'}`
    : `direct message with ${others.map((one) => one.name).join(', ')}`
  const ids = others.map((one) => Number(one.id)).sort((one, other) => one - other)
  const where = channel ? `channel/${channel.id}/${channel.topic}` : `dm/${ids}`
  const isKnown = senderId !== undefined && (!channel || channel.id !== undefined)
  if (!isKnown) return bdi(name)
  return el('a', { href: `#/chat?${new URLSearchParams({ c1: `${senderId}:${where}` })}` }, bdi(name))
}

import { hashOf } from '../address.js'
import { messageIn } from './writtenMessage.js'

/** The conversation of a delivery, and the way to it in the chat as whoever wrote the message sees it. */
export function Conversation({ body }: { body: string | undefined }) {
  const { senderId, channel, people } = messageIn(body)
  const others = people.filter((one) => one.id !== undefined && one.id !== senderId)
  const name = channel
    ? `#${channel.name} › ${channel.topic || 'general chat'}`
    : `direct message with ${others.map((one) => one.name).join(', ')}`
  const ids = others.map((one) => Number(one.id)).sort((one, other) => one - other)
  const where = channel ? `channel/${channel.id}/${channel.topic}` : `dm/${ids}`
  const isKnown = senderId !== undefined && (!channel || channel.id !== undefined)
  const shown = <bdi>{name}</bdi>
  return isKnown ? <a href={hashOf({ screen: 'chat', choices: { c1: `${senderId}:${where}` } })}>{shown}</a> : shown
}

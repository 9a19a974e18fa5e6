import { hashOf } from '../address.js'
import { messageIn } from './writtenMessage.js'

/** The conversation of a delivery, and the way to it in the chat as whoever wrote the message sees it. */
export function ConversationLink({ body }: { body: string | null | undefined }) {
  const { senderId, channel, people } = messageIn(body)
  const others = people.filter(({ id }) => id !== undefined && id !== senderId)
  const name = channel
    ? `#${channel.name} › ${channel.topic || 'general chat'}`
    : `direct message with ${others.map((one) => one.name).join(', ')}`
  if (senderId === undefined || (channel && channel.id === undefined)) return <bdi>{name}</bdi>
  const ids = others.map(({ id }) => Number(id)).sort((one, other) => one - other)
  const where = channel ? `channel/${channel.id}/${channel.topic}` : `dm/${ids}`
  return (
    <a href={hashOf('chat', { c1: `${senderId}:${where}` })}>
      <bdi>{name}</bdi>
    </a>
  )
}

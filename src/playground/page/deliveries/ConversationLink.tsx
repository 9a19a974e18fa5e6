import { hashOf } from '../address.js'
import { messageIn } from './writtenMessage.js'

/** A link to the delivery's conversation in the chat, as its sender sees it. */
export function ConversationLink({ body }: { body: string | null | undefined }) {
  const { senderId, channel, people } = messageIn(body)
  const others = people.filter(({ id }) => id !== undefined && id !== senderId)
  if (!channel && others.length === 0) return <>an unknown conversation</>
  const name = channel
    ? `#${channel.name} › ${channel.topic || 'general chat'}`
    : `direct message with ${others.map((one) => one.name).join(', ')}`
  if (senderId === undefined || (channel && channel.id === undefined)) return <bdi>{name}</bdi>
  const ids = others.map(({ id }) => Number(id)).sort((one, other) => one - other)
  const where = channel ? `channel/${channel.id}/${channel.topic}` : `dm/${ids}`
  return (
    <a href={hashOf('chat', { c: `${senderId}:${where}` })}>
      <bdi>{name}</bdi>
    </a>
  )
}

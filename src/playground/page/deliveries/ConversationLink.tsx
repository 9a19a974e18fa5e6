import { hashOf } from '../address.js'
import { openMessage } from '../chat/openLink.js'
import { readPlace } from '../chat/place.js'
import { messageIn } from './bodyMessage.js'

/** A link to the delivery's conversation in the chat, as its sender sees it, or to a message in it. */
export function ConversationLink({ body, message }: { body: string | null | undefined; message?: number }) {
  const { senderId, channel, people } = messageIn(body)
  const others = people.filter(({ id }) => id !== undefined && id !== senderId)
  if (!channel && others.length === 0) return <>an unknown conversation</>
  const place = channel
    ? `#${channel.name} › ${channel.topic || 'general chat'}`
    : `direct message with ${others.map((one) => one.name).join(', ')}`
  const name = message === undefined ? place : `message ${message}`
  if (senderId === undefined || (channel && channel.id === undefined)) return <bdi>{name}</bdi>
  const ids = others.map(({ id }) => Number(id)).sort((one, other) => one - other)
  const where = channel ? `channel/${channel.id}/${channel.topic}` : `dm/${ids}`
  const open = (event: MouseEvent) => {
    const found = readPlace(where)
    if (message === undefined || found === undefined) return
    event.preventDefault()
    openMessage(senderId, found, message)
  }
  return (
    <a href={hashOf('chat', { c: `${senderId}:${where}` })} onClick={open}>
      <bdi>{name}</bdi>
    </a>
  )
}

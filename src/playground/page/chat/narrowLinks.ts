import type { Message } from '../../../protocol/index.js'
import type { ChatPlace } from './place.js'

/** The place and message of a `#narrow` link; undefined if it isn't one. */
export function placeOfAddress(
  address: string,
): { readonly place: ChatPlace; readonly messageId: number | undefined } | undefined {
  const [, path] = /#narrow\/(.*)$/s.exec(address) ?? []
  if (path === undefined) return undefined
  const parts = path.split('/').map(decodePart)
  const given = (name: string) => {
    const at = parts.indexOf(name)
    return at >= 0 && at % 2 === 0 ? parts[at + 1] : undefined
  }
  const near = Number(given('near') ?? Number.NaN)
  const messageId = Number.isInteger(near) ? near : undefined
  const channelId = Number.parseInt(given('channel') ?? given('stream') ?? '', 10)
  if (!Number.isNaN(channelId)) {
    const topic = given('topic')
    const place: ChatPlace = topic === undefined ? { kind: 'channel', channelId } : { kind: 'topic', channelId, topic }
    return { place, messageId }
  }
  const ids = /^(\d+(?:,\d+)*)/.exec(given('dm') ?? given('pm-with') ?? '')?.[1]
  if (ids === undefined) return undefined
  const userIds = ids.split(',').map(Number)
  return { place: { kind: 'direct', userIds }, messageId }
}

/** The `#narrow` link of a message. */
export function addressOfMessage(message: Message): string {
  if (message.type === 'stream') {
    return `#narrow/channel/${message.stream_id}/topic/${encodePart(message.subject)}/near/${message.id}`
  }
  return `#narrow/dm/${message.display_recipient.map(({ id }) => id).join(',')}-dm/near/${message.id}`
}

/** Percent-encoded, with dots in place of percent signs. */
function encodePart(part: string): string {
  const signs = /[.!'()*]/g
  const encoded = encodeURIComponent(part).replace(signs, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return encoded.replaceAll('%', '.')
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('.', '%'))
  } catch {
    return part
  }
}

import { percentDecoded } from '../../../values.js'
import type { ChatPlace } from './place.js'

/** The place and message of a `#narrow` link; undefined if it isn't one. */
export function placeOfAddress(
  address: string,
): { readonly place: ChatPlace; readonly messageId: number | undefined } | undefined {
  const [, path] = /#narrow\/(.*)$/s.exec(address) ?? []
  if (path === undefined) return undefined
  // Percent-encoded, with dots in place of percent signs.
  const parts = path.split('/').map((part) => percentDecoded(part.replaceAll('.', '%')) ?? part)
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

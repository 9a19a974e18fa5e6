import { withoutUndefined } from '../../../values.js'
import type { ChatPlace } from '../chat/place.js'

/** The conversation that is being saved as a test, and the message that was chosen to begin with. */
export interface Saving {
  readonly userId: number
  readonly place: ChatPlace
  readonly from?: number
}

/** The parameters of the request: only this conversation, if it is a single one. */
export function requestFor(
  { userId, place, from }: Saving,
  { bot, channel }: { readonly bot?: number | undefined; readonly channel?: string | undefined },
): Readonly<Record<string, unknown>> {
  const where =
    place.kind === 'direct'
      ? { people: [...new Set([...place.userIds, userId])] }
      : place.kind === 'topic' && channel !== undefined
        ? { channel, topic: place.topic }
        : undefined
  return withoutUndefined({ bot, from, where })
}

import { withoutUndefined } from '../../../values.js'
import type { Place } from '../chat/place.js'

/** The conversation that is being saved as a test, and the message that was chosen to begin with. */
export interface Saving {
  readonly userId: number
  readonly place: Place
  readonly from?: number
}

/** A transcript, as the simulator writes it. */
export interface Transcript {
  readonly name: string
  readonly text: string
  readonly bot: string
  readonly actions: number
  readonly organisation: { readonly name: string; readonly text: string } | null
  /** The file beside which the simulator can write it; null where it can't. */
  readonly beside: string | null
  readonly canRun: boolean
}

/** What the simulator is asked for: this conversation alone, where it is one. */
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

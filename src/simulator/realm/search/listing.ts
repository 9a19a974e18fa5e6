import { newestAnchor } from '../../../protocol/index.js'
import { isUnread } from '../messages/flags.js'
import { mayReadMessage } from '../messages/visibility.js'
import type { SortedIds } from '../sortedIds.js'
import type { Account, StoredMessage } from '../state.js'
import type { World } from '../world.js'
import type { Narrow } from './narrow.js'

/** How far a listing reaches around its anchor. */
export interface Range {
  /** A message's ID, or an end of the listing. */
  readonly anchor: number | 'newest' | 'oldest' | 'first_unread'
  readonly before: number
  readonly after: number
  readonly includeAnchor: boolean
}

export interface Listing {
  /** Oldest first. */
  readonly messages: readonly StoredMessage[]
  readonly anchor: number
  readonly foundAnchor: boolean
  readonly foundOldest: boolean
  readonly foundNewest: boolean
}

/** Lists the messages around an anchor that fit and that the viewer may read. */
export function listAround(world: World, viewer: Account, narrow: Narrow, range: Range): Listing {
  const { ids } = narrow
  const fits = (id: number | undefined): StoredMessage | undefined => {
    const message = id === undefined ? undefined : world.state.messages.get(id)
    return message && narrow.fits(message) && mayReadMessage(world, viewer, message) ? message : undefined
  }
  const anchor = anchorId(viewer, ids, range.anchor, fits)
  const place = anchor === undefined ? ids.size : ids.placeOf(anchor)
  const found = ids.at(place) === anchor ? fits(anchor) : undefined
  const older = collect(ids, place - 1, -1, range.before, fits)
  const newer = collect(ids, found === undefined ? place : place + 1, 1, range.after, fits)
  const own = found !== undefined && range.includeAnchor ? [found] : []
  const messages = [...older.messages.reverse(), ...own, ...newer.messages]
  return {
    messages,
    anchor: anchor ?? newestAnchor,
    foundAnchor: own.length > 0,
    foundOldest: older.ended,
    foundNewest: newer.ended,
  }
}

type Fits = (id: number | undefined) => StoredMessage | undefined

/** The ID that the listing is about; undefined when it is about the end. */
function anchorId(viewer: Account, ids: SortedIds, anchor: Range['anchor'], fits: Fits): number | undefined {
  if (anchor === 'newest' || anchor === newestAnchor) return undefined
  if (typeof anchor === 'number') return anchor
  if (anchor === 'oldest') return 0
  for (const id of ids) {
    const message = fits(id)
    if (message !== undefined && isUnread(viewer, message)) return id
  }
  return undefined
}

/** Goes from a place in one direction until enough fitting messages were found, or the list has ended. */
function collect(ids: SortedIds, from: number, step: 1 | -1, wanted: number, fits: Fits) {
  const messages: StoredMessage[] = []
  let at = from
  for (; at >= 0 && at < ids.size && messages.length < wanted; at += step) {
    const message = fits(ids.at(at))
    if (message !== undefined) messages.push(message)
  }
  return { messages, ended: at < 0 || at >= ids.size }
}

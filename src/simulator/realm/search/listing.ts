import { newestAnchor } from '../../../protocol/index.js'
import { messagesThat } from '../conversations/messages.js'
import { isUnread } from '../messages/flags.js'
import { refuse } from '../world/refusal.js'
import type { Account, StoredMessage } from '../world/state.js'
import type { World } from '../world/world.js'
import type { Narrow } from './narrow.js'

export interface Range {
  readonly anchor: number | 'newest' | 'oldest' | 'first_unread'
  readonly num_before: number
  readonly num_after: number
  readonly include_anchor: boolean
}

/** @throws {Refusal} if it is too large, or leaves out its middle */
export function checkedRange({ assumptions }: World, range: Range): Range {
  const { num_before, num_after, include_anchor } = range
  const maximum = assumptions.messagesPerRequest
  if (num_before + num_after > maximum) refuse('tooManyMessages', { maximum })
  if (!include_anchor && num_before > 0 && num_after > 0) refuse('anchorOnlyExcludedAtEnd')
  return range
}

/** The messages of a listing around an anchor, oldest first. */
export function listAround(world: World, viewer: Account, listing: Narrow, range: Range) {
  const fitting = messagesThat(world.state, listing)
  const anchor = anchorId(viewer, fitting, range.anchor)
  const at = fitting.findIndex(({ id }) => anchor !== undefined && id >= anchor)
  const place = at < 0 ? fitting.length : at
  const isFound = at >= 0 && fitting[at]?.id === anchor
  const first = Math.max(place - range.num_before, 0)
  const after = isFound ? place + 1 : place
  const own = isFound && range.include_anchor ? fitting.slice(place, after) : []
  return {
    messages: [...fitting.slice(first, place), ...own, ...fitting.slice(after, after + range.num_after)],
    anchor: anchor ?? newestAnchor,
    found_anchor: own.length > 0,
    found_oldest: first === 0,
    found_newest: after + range.num_after >= fitting.length,
  }
}

function anchorId(viewer: Account, fitting: readonly StoredMessage[], anchor: Range['anchor']): number | undefined {
  if (anchor === 'newest' || anchor === newestAnchor) return undefined
  if (typeof anchor === 'number') return anchor
  if (anchor === 'oldest') return 0
  return fitting.find((message) => isUnread(viewer, message))?.id
}

import { roles } from '../../../protocol/index.js'
import { copyHolders, includesSorted, inOrder } from '../access/copies.js'
import { sharesHistory, union } from '../access/visibility.js'
import type { StoredChannel, StoredMessage } from '../world/state.js'
import type { World } from '../world/world.js'

/** Who gets events about messages that moved to another channel. */
interface MoveAudience {
  /** Those for whom the messages moved. */
  readonly stays: readonly number[]
  /** Those for whom they are gone. */
  readonly loses: readonly number[]
}

/**
 * Takes the copies of moved messages from subscribers of the old channel who aren't in the new one, and, if the new one
 * hides its history, gives copies to its subscribers. `sample` is the message that was moved by name.
 */
export function moveCopies(
  world: World,
  sample: StoredMessage,
  moved: readonly StoredMessage[],
  { from, to }: { readonly from: StoredChannel; readonly to: StoredChannel },
): MoveAudience {
  const wasIn = (id: number) => includesSorted(from.subscribers, id)
  const isIn = (id: number) => includesSorted(to.subscribers, id)
  const account = (id: number) => world.state.accounts.get(id)
  const isGuestHere = (id: number) => (account(id)?.role ?? 0) >= roles.guest
  const left = from.subscribers.filter((id) => !isIn(id))
  const loses = left.filter((id) => to.invite_only || isGuestHere(id))
  const keeps = (id: number) => isIn(id) || !wasIn(id)
  // Messages that shared their list of receivers still do afterwards.
  const lists = new Map<readonly number[], readonly number[]>()
  for (const message of moved) {
    if (!lists.has(message.receivers)) {
      const kept = message.receivers.filter(keeps)
      const all = sharesHistory(to) ? kept : union([kept, to.subscribers])
      lists.set(message.receivers, all.length === kept.length ? kept : inOrder(all))
    }
    const receivers = lists.get(message.receivers) ?? []
    const gained = receivers.filter((id) => !includesSorted(message.receivers, id))
    message.receivers = receivers
    if (message.mentionedBots) message.mentionedBots = message.mentionedBots.filter(keeps)
    if (message.historicalCopies) message.historicalCopies = message.historicalCopies.filter(keeps)
    message.readers = [...message.readers, ...gained.filter((id) => !message.readers.includes(id))]
    for (const id of left) account(id)?.flagged.delete(message.id)
  }
  const isNewGuest = (id: number) => isGuestHere(id) && !wasIn(id)
  const watching = sharesHistory(from) ? [to.subscribers.filter((id) => !isNewGuest(id)), left] : []
  const stays = union([copyHolders(sample), ...watching]).filter((id) => !loses.includes(id))
  return { stays, loses }
}

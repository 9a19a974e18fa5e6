import type { StoredMessage } from '../world/state.js'

/**
 * Whether an account has its own copy of a message, with flags: because it received the message, reacted to it or flagged it. Direct
 * messages can't be read without a copy; messages of public channels can, but only some listings show them.
 */
export function hasCopy(message: StoredMessage, id: number): boolean {
  return (
    includesSorted(message.receivers, id) || message.mentionedBots?.includes(id) === true || isHistorical(message, id)
  )
}

/** Whether an account's copy was made later than the message was sent. */
export function isHistorical({ historicalCopies }: StoredMessage, id: number): boolean {
  return historicalCopies?.includes(id) === true
}

/** The accounts with a copy. The list may be shared. */
export function copyHolders({
  receivers,
  mentionedBots = [],
  historicalCopies = [],
}: StoredMessage): readonly number[] {
  const others = [...mentionedBots, ...historicalCopies]
  return others.length === 0 ? receivers : [...receivers, ...others]
}

/** Makes a copy for an account that didn't receive the message. */
export function makeCopy(message: StoredMessage, id: number): void {
  if (hasCopy(message, id)) return
  message.historicalCopies = [...(message.historicalCopies ?? []), id]
  if (!message.readers.includes(id)) message.readers = [...message.readers, id]
}

/** IDs in ascending order, each once. */
export function inOrder(ids: Iterable<number>): number[] {
  return [...new Set(ids)].sort((one, other) => one - other)
}

/** Searches by bisection, since listings do this for every message of large channels. */
export function includesSorted(ids: readonly number[], wanted: number): boolean {
  let from = 0
  let to = ids.length
  while (from < to) {
    const middle = (from + to) >> 1
    const id = ids[middle] ?? 0
    if (id === wanted) return true
    if (id < wanted) from = middle + 1
    else to = middle
  }
  return false
}

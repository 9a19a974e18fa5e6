import type { Log, Queue } from '../../bot/index.js'
import type { Clock } from '../../client/index.js'
import { queueNamed } from '../serve/stores.js'
import type { ChatQueue } from './messages.js'

/**
 * Opens the queue for the bots of one chat. Chats count their messages alike, so what the queue knows to be done of an
 * earlier one is not mistaken for what is said in this.
 */
export async function openChatQueue(
  { where, chat }: ChatQueue,
  surroundings: { readonly clock: Clock; readonly log: Log },
): Promise<'inline' | Queue> {
  const store = queueNamed(where)
  if (store === 'inline') return store
  const queue = await store.openQueue(surroundings)
  return { ...queue, put: (entry) => queue.put({ ...entry, key: `${chat} ${entry.key}` }) }
}

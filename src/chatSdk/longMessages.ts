import { ResourceNotFoundError } from '@chat-adapter/shared'
import type { StateAdapter } from 'chat'

/*
 * A text that is too long for one message is several, which the Chat SDK knows as one: `133-134-135`. Its state keeps which belong
 * together. They are where the first of them is, and deleted when that is.
 */

/** The IDs of the server's messages. @throws {ResourceNotFoundError} for anything else */
export function idsOf(messageId: string): number[] {
  if (/^\d+(?:-\d+)*$/.test(String(messageId))) return messageId.split('-').map(Number)
  throw new ResourceNotFoundError('zulip', 'message', String(messageId))
}

export const firstIdOf = (messageId: string): number => Number(idsOf(messageId)[0])

/** Keeps that messages belong together. @returns their ID in the Chat SDK */
export async function noteParts(state: StateAdapter, ids: readonly number[]): Promise<string> {
  const whole = ids.join('-')
  if (ids.length > 1) await Promise.all(ids.map((id) => state.set(partKey(id), whole, partAge)))
  return whole
}

/** The ID in the Chat SDK of what a message of the bot belongs to. */
export async function wholeOf(state: StateAdapter, id: number): Promise<string> {
  return (await state.get<string>(partKey(id))) ?? String(id)
}

/** Keeps that the bot deletes messages itself. */
export async function noteDeletion(state: StateAdapter, ids: readonly number[]): Promise<void> {
  await Promise.all(ids.map((id) => state.set(deletedKey(id), true, deletionAge)))
}

/** What was deleted, if the Chat SDK is to hear of it: no mere part of a message, and nothing that the bot deleted itself. */
export async function deletedMessage(state: StateAdapter, id: number): Promise<string | undefined> {
  const [whole, isOwn] = await Promise.all([wholeOf(state, id), state.get(deletedKey(id))])
  return isOwn === null && firstIdOf(whole) === id ? whole : undefined
}

const partKey = (id: number) => `zulip:part:${id}`
const deletedKey = (id: number) => `zulip:deleted:${id}`

/** Milliseconds. The Chat SDK keeps a thread's state for as long. */
const partAge = 30 * 86_400_000
/** Milliseconds until the event of a deletion is surely here. */
const deletionAge = 3_600_000

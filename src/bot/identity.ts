import { type Client, originalClient } from '../client/index.js'
import { findMentions, type Mentioned, withoutMentionsOf } from '../text/index.js'
import type { Delivery } from './delivery.js'
import { errorFields, type Log } from './log.js'

/** The account that a client acts as. */
interface Account {
  readonly user_id: number
  readonly full_name: string
}

/** Milliseconds; well within the time in which a webhook has to be answered. */
const lookupTimeout = 5_000

/** An account's ID never changes, so each is asked for once. */
const accounts = new WeakMap<Client, Promise<Account>>()

/**
 * The text without the bot's own mention. The bot's ID, which a notification lacks, is asked for only when a mention
 * could mean it; where it can't be had, a mention by ID alone stays in the text.
 */
export async function ownText(delivery: Delivery, log: Log): Promise<string> {
  const { data, bot_full_name: name } = delivery.notification
  const mentions = findMentions(data).filter(({ silent }) => !silent)
  const unsure = mentions.some((mention) => name === undefined || (mention.id !== undefined && canMean(mention, name)))
  const own: Mentioned = { ...(name === undefined ? {} : { name }) }
  if (!unsure) return withoutMentionsOf(data, own)
  try {
    const { user_id, full_name } = await accountOf(delivery.client)
    return withoutMentionsOf(data, { name: name ?? full_name, id: user_id })
  } catch (error) {
    log.warn(errorFields(error), "The bot's own account could not be looked up; a mention by ID may stay in the text")
    return withoutMentionsOf(data, own)
  }
}

const canMean = (mention: { name: string }, name: string) => mention.name === '' || mention.name === name

/** A client that acts as the owner, if the sender is the account that the owner's credentials belong to. */
export async function ownersClient({ owner, notification }: Delivery, log: Log): Promise<Client | undefined> {
  if (!owner) return undefined
  try {
    const { user_id } = await accountOf(owner.client)
    return user_id === notification.message.sender_id ? owner.client : undefined
  } catch (error) {
    log.warn(errorFields(error), "The owner's account could not be looked up; nobody counts as the owner this time")
    return undefined
  }
}

function accountOf(client: Client): Promise<Account> {
  const account = originalClient(client)
  const known = accounts.get(account)
  if (known) return known
  const asked = client.users.me({}, { timeout: lookupTimeout })
  accounts.set(account, asked)
  // A failure is no answer: the next message asks again.
  asked.catch(() => accounts.delete(account))
  return asked
}

import { type Client, originalClient } from '../../client/index.js'
import type { Notification } from '../../protocol/index.js'
import { findMentions, type Mention, withoutMentionsOf } from '../../text/index.js'
import { errorFields, type Log } from '../log.js'
import type { Delivery } from './delivery.js'

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
export function ownText(delivery: Delivery, log: Log): string | Promise<string> {
  const { data, bot_full_name: name } = delivery.notification
  const mentions = findMentions(data)
  if (!mentions.some((mention) => isUnsure(mention, name))) {
    return withoutMentionsOf(data, name === undefined ? {} : { name }, mentions)
  }
  return surelyOwnText(delivery, log, mentions)
}

async function surelyOwnText(delivery: Delivery, log: Log, mentions: readonly Mention[]): Promise<string> {
  const { data, bot_full_name: name } = delivery.notification
  try {
    const { user_id, full_name } = await accountOf(delivery.client)
    return withoutMentionsOf(data, { name: name ?? full_name, id: user_id }, mentions)
  } catch (error) {
    log.warn(errorFields(error), "The bot's own account could not be looked up; a mention by ID may stay in the text")
    return withoutMentionsOf(data, name === undefined ? {} : { name }, mentions)
  }
}

/** Whether it takes the bot's ID, or its name where the server sent none, to know whom a mention means. */
function isUnsure(mention: Mention, name: string | undefined): boolean {
  if (mention.silent) return false
  return name === undefined || (mention.id !== undefined && canMean(mention, name))
}

const canMean = (mention: { name: string }, name: string) => mention.name === '' || mention.name === name

/** A client that acts as the owner, if the sender is the account that the owner's credentials belong to. */
export async function ownersClient(
  owner: NonNullable<Delivery['owner']>,
  { message }: Notification,
  log: Log,
): Promise<Client | undefined> {
  try {
    const { user_id } = await accountOf(owner.client)
    return user_id === message.sender_id ? owner.client : undefined
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

import { type Client, type Clock, originalClient } from '../../client/index.js'
import { age } from '../../clock.js'

/** The account that a client acts as. */
export interface ClientAccount {
  readonly user_id: number
  readonly full_name: string
}

/** Milliseconds; well within the time in which a webhook has to be answered. */
const lookupTimeout = 5_000

/** The accounts that were looked up, and when, in UNIX milliseconds. */
const accounts = new WeakMap<Client, { readonly account: Promise<ClientAccount>; readonly at: number }>()

/** Milliseconds for which a look-up is believed. */
const believedFor = 3_600_000
/** Milliseconds after which one that a message contradicts is repeated. */
const doubtedAfter = 60_000

/** The account of a client, looked up at most once an hour unless something contradicts it. */
export async function accountOfClient(
  client: Client,
  clock: Clock,
  isContradicted: (account: ClientAccount) => boolean,
): Promise<ClientAccount> {
  const key = originalClient(client)
  const known = accounts.get(key)
  const since = known ? age(clock, known.at) : believedFor
  if (known && since < believedFor) {
    const account = await known.account
    if (since < doubtedAfter || !isContradicted(account)) return account
  }
  const asked = { account: client.users.me({}, { timeout: lookupTimeout }), at: clock.now() }
  accounts.set(key, asked)
  // A failure is no answer: the next message asks again.
  asked.account.catch(() => accounts.get(key) === asked && accounts.delete(key))
  return asked.account
}

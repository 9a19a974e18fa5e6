import {
  ApiError,
  Client,
  type ClientOptions,
  type Clock,
  MalformedAnswerError,
  systemClock,
} from '../../client/index.js'
import { type DriftChannel, type Json, type Side, type Subjects, until } from './question.js'

interface SideOptions {
  /** The account that asks, and how to reach the server. */
  readonly account: ClientOptions
  /** A bot, and how to reach the server. */
  readonly bot: ClientOptions | undefined
  readonly signal: AbortSignal | undefined
  readonly newFields: () => Promise<readonly string[]>
  /** Opens a channel in which messages may be written. */
  readonly openChannel: (client: Client) => Promise<DriftChannel>
}

export function sideOf({ account, bot, signal, newFields, openChannel }: SideOptions): Side {
  const client = new Client(account)
  return {
    client,
    bot: bot && new Client(bot),
    clientCalled: (userAgent) => new Client({ ...account, userAgent }),
    intruder: new Client({ ...account, apiKey: 'x'.repeat(32) }),
    clock: account.clock ?? (systemClock as Clock),
    signal,
    settings: once(() => client.request('GET', '/server_settings', {}, until({ signal }))),
    registered: once(() => registered(client, signal)),
    subjects: once(() => subjectsOf(client, until({ signal }))),
    channel: once(() => openChannel(client)),
    newFields,
  }
}

/** What `POST /register` answers; the queue that comes with it is deleted. */
export async function registered(client: Client, signal: AbortSignal | undefined): Promise<Json> {
  const answer = await client.request('POST', '/register', {}, until({ signal }))
  if (typeof answer.queue_id === 'string') await client.events.deleteQueue({ queue_id: answer.queue_id })
  return answer
}

async function subjectsOf(client: Client, given: { readonly signal?: AbortSignal }): Promise<Subjects> {
  const user = await client.users.me({}, given)
  const subscribed = await seen(() => client.subscriptions.list({}, given))
  const newest = await seen(() => client.messages.list({ anchor: 'newest', num_before: 1, num_after: 0 }, given))
  const groups = await seen(() => client.userGroups.list({}, given))
  const channel = subscribed?.subscriptions.at(0)
  return {
    user,
    channelId: channel?.stream_id,
    channelName: channel?.name,
    messageId: newest?.messages.at(-1)?.id,
    groupId: groups?.user_groups.at(0)?.id,
  }
}

/** Undefined if the account may not see it, or it can't be read; the questions report why. */
async function seen<Answer>(call: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof ApiError || error instanceof MalformedAnswerError) return undefined
    throw error
  }
}

function once<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let made: Promise<Result> | undefined
  return () => {
    made ??= make()
    return made
  }
}

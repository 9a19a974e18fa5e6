import {
  ApiError,
  Client,
  type ClientOptions,
  type Clock,
  fetchTransport,
  MalformedAnswerError,
  systemClock,
  type WireAnswer,
  type WireRequest,
} from '../../client/index.js'
import { registeredFor } from './answers.js'
import { CannotAsk, type DriftChannel, type RawRequest, type Side, type Subjects, until } from './question.js'

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
    raw: (path, request = {}) => raw(request.asBot === true && bot ? bot : account, path, request, signal),
    clock: account.clock ?? (systemClock as Clock),
    signal,
    settings: once(() => client.request('GET', '/server_settings', {}, until({ signal }))),
    registered: once(() => registeredFor({ client, signal })),
    subjects: once(() => subjectsOf(client, until({ signal }))),
    channel: once(() => openChannel(client)),
    newFields,
  }
}

async function raw(
  { site, email, apiKey, transport, fetch }: ClientOptions,
  path: string,
  { accept = '*/*', isAnonymous = false, keyInAddress = false }: RawRequest,
  signal = new AbortController().signal,
): Promise<WireAnswer> {
  const { origin, pathname } = new URL(site)
  const key = keyInAddress ? `?api_key=${encodeURIComponent(apiKey)}` : ''
  const authorization = `Basic ${btoa(`${email}:${apiKey}`)}`
  const request: WireRequest = {
    ...{ method: 'GET', origin, path: pathname.replace(/\/$/, '') + path + key },
    headers: { accept, 'user-agent': 'EarshotDrift', ...(!isAnonymous && !keyInAddress && { authorization }) },
  }
  const answer = await (transport ?? fetchTransport(fetch)).send(request, { signal, maxBytes: 1024 * 1024 })
  if (answer.status === 429) throw new CannotAsk("The account's limit of calls is used up.")
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

import type { Transport, WireAnswer } from '../../client/index.js'
import { Client } from '../../node/client.js'
import { type BotCredentials, tokensOf } from '../../node/credentials.js'
import { undiciTransport } from '../../node/undiciTransport.js'

/** One bot that is looked at. */
export interface BotCase {
  readonly email: string
  readonly credentials: BotCredentials
  readonly tokens: readonly string[]
  /** Asks once: what is out of order is to be seen. */
  readonly client: Client
  readonly transport: Observed
  readonly owner: Client | undefined
  readonly environment: Readonly<Record<string, string | undefined>>
  close(): Promise<void>
}

export function botCase(
  credentials: BotCredentials,
  { environment, now }: { readonly environment: BotCase['environment']; readonly now: () => number },
): BotCase {
  const { site, email, apiKey, dialect, allowInsecure, owner } = credentials
  const connections = undiciTransport()
  const transport = observed(connections, now)
  const clientOf = (account: { readonly email: string; readonly apiKey: string }) =>
    new Client({
      site,
      email: account.email,
      apiKey: account.apiKey,
      transport,
      retry: { attempts: 1 },
      ...(dialect !== undefined && { dialect }),
      ...(allowInsecure !== undefined && { allowInsecure }),
    })
  return {
    email,
    credentials,
    tokens: tokensOf(credentials),
    client: clientOf({ email, apiKey }),
    transport,
    owner: owner && clientOf(owner),
    environment,
    close: () => connections.close(),
  }
}

/** A transport that remembers the last answer, with when it was asked for and when it came. */
export interface Observed extends Transport {
  readonly last: Observation | undefined
}

export interface Observation {
  readonly answer: WireAnswer
  /** UNIX milliseconds. */
  readonly sent: number
  readonly received: number
}

export function observed(transport: Transport, now: () => number): Observed {
  let last: Observation | undefined
  return {
    get last() {
      return last
    },
    async send(request, bounds) {
      const sent = now()
      last = undefined
      const answer = await transport.send(request, bounds)
      last = { answer, sent, received: now() }
      return answer
    },
  }
}

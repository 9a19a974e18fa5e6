import { Client } from '../../node/client.js'
import { type BotCredentials, tokensOf } from '../../node/credentials.js'
import { undiciTransport } from '../../node/undiciTransport.js'
import { type Observed, observed } from './observed.js'

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

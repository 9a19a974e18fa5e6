import type { Transport, WireAnswer } from '../../client/index.js'
import { checkedBy } from '../../node/certificates.js'
import { NodeClient } from '../../node/client.js'
import { type BotCredentials, tokensOf } from '../../node/credentials.js'
import { undiciTransport } from '../../node/undiciTransport.js'
import { withoutUndefined } from '../../values.js'

export type BotCase = ReturnType<typeof botCase>

/** The server's last response, with the times of request and response in UNIX milliseconds. */
export interface Observation {
  readonly answer: WireAnswer
  readonly sent: number
  readonly received: number
}

/** A bot to check. Its clients never retry, so that every problem shows. */
export function botCase(
  credentials: BotCredentials,
  { environment, now }: { environment: Readonly<Record<string, string | undefined>>; now: () => number },
) {
  const { site, email, apiKey, dialect, allowInsecure, owner } = credentials
  const connections = undiciTransport({ environment, ...checkedBy(credentials) })
  let observation: Observation | undefined
  const transport: Transport = {
    async send(request, bounds) {
      const sent = now()
      observation = undefined
      const answer = await connections.send(request, bounds)
      observation = { answer, sent, received: now() }
      return answer
    },
  }
  const clientOf = ({ email, apiKey }: { readonly email: string; readonly apiKey: string }) =>
    new NodeClient({
      ...withoutUndefined({ site, dialect, allowInsecure }),
      email,
      apiKey,
      transport,
      retry: { attempts: 1 },
    })
  return {
    email,
    credentials,
    tokens: tokensOf(credentials),
    client: clientOf({ email, apiKey }),
    owner: owner && clientOf(owner),
    environment,
    observation: () => observation,
    close: () => connections.close(),
  }
}

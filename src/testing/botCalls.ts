import { type EndpointName, endpoints } from '../protocol/index.js'
import type { Simulator } from '../simulator/index.js'

/** A call of the API that the bot made, as itself or as its owner. */
export interface BotCall {
  readonly endpoint: EndpointName
  /** As the server parsed them. Keys and tokens are masked. */
  readonly parameters: Readonly<Record<string, unknown>>
  /** The HTTP status of the answer; undefined while there is none. */
  readonly status: number | undefined
  /** The ID of the account that made it. */
  readonly by: number
  /** UNIX milliseconds, by the organisation's clock. */
  readonly at: number
}

/** The calls of some accounts, from the journal, oldest first. @throws {RangeError} if it no longer has all of them */
export function botCallsOf(simulator: Simulator, accounts: readonly number[]): BotCall[] {
  const { entries, missed } = simulator.journal.read({ limit: Number.MAX_SAFE_INTEGER, kinds: ['call', 'answer'] })
  if (missed > 0) {
    throw new RangeError(
      `The journal no longer has its first ${missed} entries, so calls may be missing. Give the simulator a higher \`keepJournal\`.`,
    )
  }
  const statuses = new Map(entries.flatMap((entry) => (entry.kind === 'answer' ? [[entry.call, entry.status]] : [])))
  return entries.flatMap((entry) => {
    // A call without a method comes from the test itself.
    if (entry.kind !== 'call' || entry.method === undefined || entry.endpoint === undefined) return []
    const { endpoint, caller, parameters, number, at } = entry
    if (caller === undefined || !accounts.includes(caller.user_id) || !isEndpoint(endpoint)) return []
    return [{ endpoint, parameters: { ...Object(parameters) }, status: statuses.get(number), by: caller.user_id, at }]
  })
}

export const isEffect = ({ endpoint, status }: BotCall): boolean =>
  changing.has(endpoint) && (status === undefined || status < 400)

const names: ReadonlySet<string> = new Set(endpoints.map(({ name }) => name))
const changing: ReadonlySet<string> = new Set(
  endpoints
    .filter(({ name, method }) => method !== 'GET' && !name.startsWith('events.') && name !== 'messages.render')
    .map(({ name }) => name),
)

const isEndpoint = (name: string): name is EndpointName => names.has(name)

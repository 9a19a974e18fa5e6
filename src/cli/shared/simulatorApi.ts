import type { Fetch } from '../../client/exchange/transport.js'
import { EarshotError, InvalidOptionError } from '../../client/index.js'
import { siteOf } from '../../client/site.js'
import { nameErrors } from '../../errors.js'
import { ProxyFailure } from '../../node/proxyFailure.js'
import type { DialectName } from '../../protocol/index.js'
import type { DeliveryRecord } from '../../simulator/index.js'
import type { Organisation } from '../../simulator/public/organisation.js'
import { UsageError } from './usageError.js'

export type SimulatorApi = Awaited<ReturnType<typeof simulatorAt>>

export class SimulatorError extends EarshotError {
  readonly url: string
  constructor(url: string, problem: string, advice: string, options?: ErrorOptions) {
    super('no_simulator', `No simulator is running at ${url}: ${problem}. ${advice}`, options)
    this.url = url
  }
}

/** @throws {UsageError} if the address is invalid. @throws {SimulatorError} if no simulator answers there. */
export async function simulatorAt(address: string, fetch: Fetch = globalThis.fetch) {
  const url = read(address)
  const get = <Answer>(path: string) => ask<Answer>(`${url}/sim${path}`, url, fetch)
  const { dialect } = await get<{ readonly dialect: DialectName }>('/health')
  return {
    url,
    dialect,
    organisation: await get<Organisation>('/organisation'),
    deliveriesOf: async (id: number) =>
      (await get<{ readonly deliveries: readonly DeliveryRecord[] }>(`/deliveries?message=${id}`)).deliveries,
    /** Why a message reached a bot, or why it didn't, as a sentence. */
    why: async (id: number, bot: string) =>
      (await get<{ readonly says: string }>(`/why?message=${id}&bot=${encodeURIComponent(bot)}`)).says,
  }
}

function read(address: string): string {
  try {
    return siteOf(address.trim().replace(/\/sim\/?$/, ''), true).address
  } catch (error) {
    if (!(error instanceof InvalidOptionError)) throw error
    throw new UsageError(
      `The simulator's address ${JSON.stringify(address)} is invalid. ` +
        'Give the one that `earshot simulate` prints, such as http://127.0.0.1:9991.',
      { cause: error },
    )
  }
}

async function ask<Answer>(address: string, url: string, fetch: Fetch): Promise<Answer> {
  const response = await fetch(address, { redirect: 'manual' }).catch((error: unknown) => {
    const { cause } = error as Error
    throw cause instanceof ProxyFailure ? cause : new SimulatorError(url, 'nothing answers', start, { cause: error })
  })
  const json: unknown = await response.json().catch(() => undefined)
  if (typeof json !== 'object' || json === null) {
    throw new SimulatorError(url, `something else answers there (HTTP ${response.status})`, start)
  }
  if (response.ok) return json as Answer
  const { error } = json as { readonly error?: { readonly message?: unknown } }
  const says = typeof error?.message === 'string' ? error.message : `it answers ${response.status}`
  throw new SimulatorError(url, says.replace(/\.$/, ''), start)
}

const start = 'Start one with `earshot simulate --port 9991`, and pass the address it prints.'

nameErrors({ SimulatorError })

import * as z from 'zod'
import { CallError, type Client } from '../../client/index.js'
import { ManagedBot, managedBots } from '../../protocol/index.js'
import { SimulatorError, simulatorAt } from '../shared/simulatorApi.js'
import type { BotCase } from './botCase.js'
import { isLocalHost } from './hosts.js'
import { callTimeout } from './server.js'

export interface Posting {
  /** Undefined if the server has no address for the bot. */
  readonly address: string | undefined
  readonly tokens: readonly string[]
}

/** Looks up where and with which tokens the server posts: from a simulator, or as the bot's owner. Undefined if neither works. */
export async function findPosting(bot: BotCase, userId: number): Promise<Posting | undefined> {
  return (await simulatedPosting(bot)) ?? (await ownersPosting(bot.owner, userId))
}

async function simulatedPosting({ client, email }: BotCase): Promise<Posting | undefined> {
  const { hostname } = new URL(client.site)
  // A simulator runs on this machine.
  if (!isLocalHost(hostname)) return undefined
  try {
    const { organisation } = await simulatorAt(client.site)
    const bot = organisation.bots.find((one) => one.email.toLowerCase() === email.toLowerCase())
    if (bot === undefined || bot.token === null) return undefined
    return { address: bot.address ?? undefined, tokens: [bot.token] }
  } catch (error) {
    if (error instanceof SimulatorError) return undefined
    throw error
  }
}

export async function ownersPosting(owner: Client | undefined, userId: number): Promise<Posting | undefined> {
  if (owner === undefined) return undefined
  try {
    const types = [managedBots.eventType]
    const answer = await owner.events.register(
      { event_types: types, fetch_event_types: types },
      { timeout: callTimeout },
    )
    // The queue isn't needed; if this fails, the server drops it after a while.
    if (typeof answer.queue_id === 'string') {
      await owner.events.deleteQueue({ queue_id: answer.queue_id }, { timeout: callTimeout }).catch(() => {})
    }
    const bots = z.array(ManagedBot).safeParse(Reflect.get(answer, managedBots.field))
    const bot = bots.data?.find((one) => one.user_id === userId)
    if (bot?.services === undefined) return undefined
    return {
      address: bot.services.find(({ base_url }) => base_url !== '')?.base_url,
      tokens: bot.services.map(({ token }) => token),
    }
  } catch (error) {
    if (error instanceof CallError) return undefined
    throw error
  }
}

import { z } from 'zod'
import { CallError } from '../../client/index.js'
import { ManagedBot, managedBots } from '../../protocol/index.js'
import type { BotCase } from './botCase.js'
import { patience } from './server.js'

/** Where the server posts a bot's notifications, and by which tokens; the bot's owner alone is told. */
export interface Posting {
  /** Undefined where no address is set. */
  readonly address: string | undefined
  readonly tokens: readonly string[]
}

/** Asks the server as the bot's owner; undefined where that can't be. */
export async function postingOf({ owner, email }: BotCase): Promise<Posting | undefined> {
  if (owner === undefined) return undefined
  try {
    const types = [managedBots.eventType]
    const answer = await owner.events.register({ event_types: types, fetch_event_types: types }, { timeout: patience })
    // The queue is of no use; a server drops it by itself if this fails.
    if (typeof answer.queue_id === 'string') {
      await owner.events.deleteQueue({ queue_id: answer.queue_id }, { timeout: patience }).catch(() => {})
    }
    const bots = z.array(ManagedBot).safeParse(Reflect.get(answer, managedBots.field))
    const bot = bots.data?.find((one) => one.email.toLowerCase() === email.toLowerCase())
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

import type { Log } from '../../bot/index.js'
import { Client } from '../../node/client.js'
import { type BotSources, botsConfiguration } from '../../node/configuration/configuration.js'

/** Milliseconds for one bot. */
const timeout = 5_000

/** Asks the chat server once as each bot, and logs a warning where that fails. It never throws: the bots go on. */
export async function checkAccounts(sources: BotSources, log: Log, signal: AbortSignal): Promise<void> {
  const { bots } = botsConfiguration(sources)
  await Promise.all(bots.map((bot) => bot && check(bot.credentials)))

  async function check({ site, email, apiKey, dialect, allowInsecure }: ConstructorParameters<typeof Client>[0]) {
    const client = new Client({ site, email, apiKey, dialect, allowInsecure })
    try {
      await client.users.me({}, { timeout, signal })
    } catch (error) {
      if (signal.aborted) return
      const problem = error instanceof Error ? error.message : String(error)
      log.warn({ bot: email, site, problem }, 'The bot can not use the chat server; `earshot doctor` says more')
    } finally {
      await client.close()
    }
  }
}

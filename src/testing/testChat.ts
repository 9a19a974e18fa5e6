/** Tests bots of the Chat SDK in a simulated organisation: `testChat`. */

import type { Chat } from 'chat'
import type { ZulipAdapter } from '../chatSdk/index.js'
import { Client, systemClock } from '../client/index.js'
import type { TestBotOptions, TestChat } from './chat.js'
import { testBot, wayOfEnvironment } from './testBot.js'

/**
 * Puts a bot of the Chat SDK into a simulated organisation, in this process and without a socket. People `say`, `press`, `react`
 * and `edit`, and each call resolves when the bot's handlers have ended. The adapter needs no credentials. A bot that is tested
 * once is shut down with the chat; create a new one for each test.
 *
 * @throws what `testBot` throws.
 * @example
 * const zulip = createZulipAdapter()
 * const bot = new Chat({ userName: 'echo', adapters: { zulip }, state: createMemoryState() })
 * await using chat = await testChat(bot, zulip, { by: 'events' })
 * const [reply] = await chat.as('iago').say(`@**${chat.botName}** hi`)
 */
export async function testChat(
  bot: Pick<Chat, 'initialize' | 'shutdown'>,
  adapter: ZulipAdapter,
  options: TestBotOptions = {},
): Promise<TestChat> {
  const { by = wayOfEnvironment(), receiver } = options
  const { handler, connect } = adapter.testing
  const chat = await testBot(handler, {
    ...options,
    by,
    receiver: {
      ...receiver,
      createClient(given) {
        const client = receiver?.createClient?.(given) ?? new Client(given)
        connect({ client, clock: given.clock ?? systemClock, by, initialize: () => bot.initialize() })
        return client
      },
    },
  })
  const close = async () => {
    await chat.close()
    await bot.shutdown()
  }
  return Object.create(chat, { close: { value: close }, [Symbol.asyncDispose]: { value: close } })
}

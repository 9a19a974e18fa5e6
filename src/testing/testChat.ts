/** Tests bots of the Chat SDK in a simulated organisation: `testChat`. */

import type { Chat } from 'chat'
import type { ZulipAdapter } from '../chatSdk/index.js'
import { Client, systemClock } from '../client/index.js'
import type { Message } from '../protocol/index.js'
import type { Who } from '../simulator/index.js'
import type { Speaker, TestBotOptions, TestChat } from './chat.js'
import { internalsOf, noteInternals } from './history.js'
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
  const leave = new Set<() => void>()
  /** Says which handlers a step waits for, and rejects if the chat is closed meanwhile. */
  function watched<Result>(step: Promise<Result>): Promise<Result> {
    const began = realNow()
    const problem = () => {
      const after = ((realNow() - began) / 1_000).toFixed(1)
      const [first, ...others] = [...handler.running].map(({ message }) => messageNamed(message))
      if (first === undefined) return
      const more = others.length === 0 ? '' : ` (nor have those of ${others.join(', ')})`
      return `The handler of ${first} has not ended after ${after} s${more}. Each step of testChat waits for the handlers of the bot.`
    }
    const done = new Promise<Result>((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined
      const tellAfter = (wait: number) => {
        timer = realTimeout(() => {
          const told = problem()
          if (told !== undefined) console.warn(told)
          tellAfter(2 * wait)
        }, wait).unref()
      }
      tellAfter(firstTold)
      const leaveUnfinished = () => {
        end()
        reject(new Error(problem() ?? 'The chat was closed before this step had ended.'))
      }
      const end = () => {
        leave.delete(leaveUnfinished)
        realClear(timer)
      }
      leave.add(leaveUnfinished)
      step.then(resolve, reject).finally(end)
    })
    // Whoever doesn't wait for a step needn't handle that it was left.
    done.catch(() => {})
    return done
  }

  const close = async () => {
    for (const one of leave) one()
    await chat.close()
    await bot.shutdown()
  }
  const watchedChat: TestChat = Object.create(chat, {
    as: { value: (who: Who) => watching(chat.as(who), watched) },
    advance: { value: (...given: Parameters<TestChat['advance']>) => watched(chat.advance(...given)) },
    restart: { value: (...given: Parameters<TestChat['restart']>) => watched(chat.restart(...given)) },
    close: { value: close },
    [Symbol.asyncDispose]: { value: close },
  })
  noteInternals(watchedChat, internalsOf(chat))
  return watchedChat
}

/** The speaker, with each step watched. */
function watching(speaker: Speaker, watched: <Result>(step: Promise<Result>) => Promise<Result>): Speaker {
  return {
    say: (...given) => watched(speaker.say(...given)),
    dm: (...given) => watched(speaker.dm(...given)),
    edit: (...given) => watched(speaker.edit(...given)),
    react: (...given) => watched(speaker.react(...given)),
    press: (...given) => watched(speaker.press(...given)),
    vote: (...given) => watched(speaker.vote(...given)),
    tick: (...given) => watched(speaker.tick(...given)),
  }
}

const messageNamed = ({ id, content, sender_full_name }: Message) =>
  `message ${id} (${JSON.stringify(content.slice(0, 60))} of ${sender_full_name})`

// Captured at the start, since tests replace the platform's timers.
const { setTimeout: realTimeout, clearTimeout: realClear } = globalThis
const realNow = performance.now.bind(performance)

/** Milliseconds, less than test runners allow a test: after these, and twice as many, and so on, the console tells. */
const firstTold = 4_000

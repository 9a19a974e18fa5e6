import type { EndpointName, Message } from '../protocol/index.js'
import type { Who } from '../simulator/index.js'
import { attachAs, callAs, messageAs } from './callAs.js'
import type { MessageToTouch, Speaker, TestChat, Where } from './chat.js'
import { type History, noteReplies, placeOf } from './history.js'
import { replyOfButton, tickOf, voteFor } from './widgets.js'

interface SpeakersOptions {
  readonly chat: TestChat
  readonly history: History
  /** The bot's ID. */
  readonly bot: number
  readonly channel: string
  /** Runs an action, and waits until the bot has nothing left to do. */
  readonly step: (act: () => void) => Promise<void>
}

/** Lets the organisation's people speak, by default each where they spoke last. */
export function createSpeakers({ chat, history, bot, channel, step }: SpeakersOptions): (who: Who) => Speaker {
  const { simulator } = chat
  const lastPlaces = new Map<number, Where>()
  const lastTopics = new Map<number, Where>()

  return (who) => {
    const speaker = simulator.realm.account(who)

    /** Runs an action that returns a message ID, and returns the bot's messages after it. */
    async function act(where: Where, what: () => number): Promise<Message[]> {
      let after = 0
      await step(() => {
        after = what()
      })
      const messages = simulator.messages(where).filter(({ id, sender_id }) => id > after && sender_id === bot)
      return noteReplies(messages, { chat, where, after })
    }

    function say(text: string, where: Where): Promise<Message[]> {
      return act(where, () => {
        const sent = simulator.say(speaker.id, 'dm' in where ? { to: where.dm } : where, text)
        lastPlaces.set(speaker.id, where)
        if ('channel' in where) lastTopics.set(speaker.id, where)
        return sent
      })
    }

    return {
      say: async (text, where = lastTopics.get(speaker.id) ?? { channel, topic: 'tests' }) =>
        say(text, withSelf(where)),
      dm: async (text) => say(text, { dm: [speaker.id, bot] }),
      async edit(text, message) {
        const id = idOf(message) ?? history.lastOf(speaker.id)
        if (id === undefined) throw new RangeError(`${speaker.fullName} has no message to edit yet.`)
        return call(id, 'messages.edit', { content: text })
      },
      async react(emoji, message) {
        const id = idOf(message) ?? newestAt(lastPlaces.get(speaker.id))
        if (id === undefined)
          throw new RangeError(`${speaker.fullName} has not spoken yet, so there is nothing to react to.`)
        return call(id, 'reactions.add', { emoji_name: emoji })
      },
      press: async (button, message) => {
        const there = withWidget(message)
        return say(replyOfButton(there, button), placeOf(there))
      },
      vote: async (option, message) => attach(withWidget(message), (there) => voteFor(there, option)),
      tick: async (task, message) => attach(withWidget(message), (there) => tickOf(there, task)),
    }

    function attach(there: Message, dataOf: (there: Message) => object): Promise<Message[]> {
      const data = dataOf(there)
      return touch(there, () => attachAs(simulator.realm, speaker, there.id, data))
    }

    function call(id: number, name: EndpointName, parameters: Readonly<Record<string, unknown>>): Promise<Message[]> {
      return touch(messageOf(id), () => callAs(simulator.realm, speaker, name, { message_id: id, ...parameters }))
    }

    /** The message, or the bot's newest one with a widget where this person spoke last. */
    function withWidget(message: MessageToTouch | undefined): Message {
      const id = idOf(message)
      if (id !== undefined) return messageOf(id)
      const where = lastPlaces.get(speaker.id)
      const found =
        where && simulator.messages(where).findLast((one) => one.sender_id === bot && one.submessages.length > 0)
      if (found !== undefined) return found
      throw new RangeError(`The bot has sent no widget where ${speaker.fullName} spoke last; pass the message.`)
    }

    function touch(there: Message, what: () => unknown): Promise<Message[]> {
      return act(placeOf(there), () => {
        const { last } = history
        what()
        return last
      })
    }

    function messageOf(id: number): Message {
      return messageAs(simulator.realm, speaker, id)
    }

    /** The author is part of a direct conversation. */
    function withSelf(where: Where): Where {
      if ('channel' in where) return where
      const ids = where.dm.map((one) => simulator.realm.account(one).id)
      return { dm: ids.includes(speaker.id) ? ids : [...ids, speaker.id] }
    }
  }

  function newestAt(where: Where | undefined): number | undefined {
    return where === undefined ? undefined : simulator.messages(where).at(-1)?.id
  }
}

const idOf = (message: MessageToTouch | undefined) => (typeof message === 'object' ? message.id : message)

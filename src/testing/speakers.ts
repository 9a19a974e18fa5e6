import type { Message } from '../protocol/index.js'
import type { Who } from '../simulator/index.js'
import type { MessageToTouch, Speaker, TestChat, Where } from './chat.js'
import { type History, placeOf } from './history.js'
import { noteReplies } from './replies.js'

export interface SpeakersOptions {
  readonly chat: TestChat
  readonly history: History
  /** The bot's ID. */
  readonly bot: number
  /** The channel where people talk to the bot when a test does not care where. */
  readonly channel: string
  /** Does something, and waits until the bot has nothing left to do. */
  readonly step: (act: () => void) => Promise<void>
}

/** Lets the organisation's people talk; each goes on where they were. */
export function createSpeakers({ chat, history, bot, channel, step }: SpeakersOptions): (who: Who) => Speaker {
  const { simulator } = chat
  /** Where each of them spoke last, and in which topic of a channel. */
  const lastPlaces = new Map<number, Where>()
  const lastTopics = new Map<number, Where>()

  return (who) => {
    const speaker = simulator.realm.account(who)

    /** Does something that leads to a message ID, after which the bot's replies count. */
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
        if (id === undefined) throw new RangeError(`${speaker.fullName} wrote nothing yet that could be edited.`)
        return act(placeOfId(id), () => {
          const { last } = history
          simulator.realm.call('messages.edit', speaker, { message_id: id, content: text, ...inPlace }, website)
          return last
        })
      },
      async react(emoji, message) {
        const id = idOf(message) ?? newestAt(lastPlaces.get(speaker.id))
        if (id === undefined)
          throw new RangeError(`${speaker.fullName} spoke nowhere yet, so there is nothing to react to.`)
        return act(placeOfId(id), () => {
          const { last } = history
          simulator.realm.call('reactions.add', speaker, { message_id: id, emoji_name: emoji }, website)
          return last
        })
      },
    }

    function placeOfId(id: number): Where {
      const { message } = simulator.realm.call('messages.get', speaker, { message_id: id, ...asWritten })
      return placeOf(message as Message)
    }

    /** A direct conversation has in it whoever writes to it. */
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

const asWritten = { apply_markdown: false, allow_empty_topic_name: true }

/** What changes a message without moving it. */
const inPlace = {
  propagate_mode: 'change_one',
  send_notification_to_old_thread: false,
  send_notification_to_new_thread: false,
} as const

/** As people do who write by hand. */
const website = { client: 'website' }

const idOf = (message: MessageToTouch | undefined) => (typeof message === 'object' ? message.id : message)

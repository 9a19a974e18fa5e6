import { emojiCode, withoutSkinTone } from '../protocol/emoji/emojiCode.js'
import type { EndpointName, Message } from '../protocol/index.js'
import { imageFacts } from '../simulator/base/pictures.js'
import { attachAs, callAs, messageAs } from '../simulator/callAs.js'
import type { Who } from '../simulator/index.js'
import { emojiNames } from '../simulator/realm/organisation/emoji.js'
import { replyOfButton, tickOf, voteFor } from '../simulator/widgetUse.js'
import { typeByName } from '../text/mediaType.js'
import type { FileToAttach, MessageToTouch, Saying, Speaker, TestChat, Where } from './chat.js'
import { type History, noteReplies, whereOf } from './history.js'

interface SpeakersOptions {
  readonly chat: TestChat
  readonly history: History
  /** The bot's ID. */
  readonly bot: number
  readonly channel: string
  /** Runs an action, and waits until the bot has nothing left to do. */
  readonly step: (act: () => void) => Promise<void>
}

/** The message that somebody sent or changed, and the newest one before what the bot then said. */
interface Acted {
  readonly on: number
  readonly after: number
}

/** Lets the organisation's people speak, by default each where they spoke last. */
export function createSpeakers({ chat, history, bot, channel, step }: SpeakersOptions): (who: Who) => Speaker {
  const { simulator } = chat
  const lastMessages = new Map<number, number>()
  const lastInTopics = new Map<number, number>()

  return (who) => {
    const speaker = simulator.realm.account(who)

    /** Runs an action on a message, and returns what the bot then said where the message was or is now. */
    async function act(what: () => Acted, alsoEdited = false): Promise<Message[]> {
      let acted: Acted = { on: 0, after: 0 }
      let before: Where | undefined
      const texts = new Map(alsoEdited ? history.all().map(({ id, content }) => [id, content]) : [])
      await step(() => {
        acted = what()
        before = placeNow(acted.on)
      })
      const { on, after } = acted
      const where = history.placeOf(on) ?? before
      const isChanged = (id: number, content: string) => texts.has(id) && texts.get(id) !== content
      const there = [before, where].flatMap((one) => (one === undefined ? [] : simulator.messages(one)))
      const messages = [...new Map(there.map((message) => [message.id, message])).values()]
        .filter(({ id, sender_id, content }) => sender_id === bot && (id > after || isChanged(id, content)))
        .sort((one, other) => one.id - other.id)
      return noteReplies(messages, { chat, ...(where && { where }) })
    }

    function say(text: string, where: Where, files: readonly FileToAttach[] = []): Promise<Message[]> {
      return act(() => {
        const lines = [text, ...files.map(uploaded)].filter((line) => line !== '')
        const sent = simulator.say(speaker.id, 'dm' in where ? { to: where.dm } : where, lines.join('\n'))
        lastMessages.set(speaker.id, sent)
        if ('channel' in where) lastInTopics.set(speaker.id, sent)
        return { on: sent, after: sent }
      })
    }

    function placeNow(id: number | undefined): Where | undefined {
      return id === undefined ? undefined : (history.placeOf(id) ?? whereOf(messageOf(id)))
    }

    return {
      async say(text, { files, ...given }: Saying = {}) {
        const where = isPlace(given) ? given : (placeNow(lastInTopics.get(speaker.id)) ?? { channel, topic: 'tests' })
        return say(text, withSelf(where), files)
      },
      dm: async (text, { files } = {}) => say(text, { dm: [speaker.id, bot] }, files),
      async edit(text, message) {
        const id = idOf(message) ?? history.lastOf(speaker.id)
        if (id === undefined) throw new RangeError(`${speaker.full_name} has no message to edit yet.`)
        const parameters = { message_id: id, content: text }
        return act(() => {
          const { last } = history
          callAs(simulator.realm, speaker, 'messages.edit', parameters)
          return { on: id, after: last }
        }, true)
      },
      async react(emoji, message) {
        const id = idOf(message) ?? newestAt(placeNow(lastMessages.get(speaker.id)))
        if (id === undefined)
          throw new RangeError(`${speaker.full_name} has not spoken yet, so there is nothing to react to.`)
        const code = emojiCode(withoutSkinTone(emoji))
        const named = emojiNames(simulator.realm.world).find((one) => one.code === code)
        return call(id, 'reactions.add', { emoji_name: named?.names[0] ?? emoji })
      },
      press: async (button, message) => {
        const there = withWidget(message)
        return say(replyOfButton(there, button), whereOf(there))
      },
      vote: async (option, message) => attach(withWidget(message), (there) => voteFor(there, option)),
      tick: async (task, message) => attach(withWidget(message), (there) => tickOf(there, task)),
    }

    /** Uploads a file, and returns a link to it. The web app leaves brackets out. */
    function uploaded({ name, data, type }: FileToAttach): string {
      const usual = (data instanceof Blob && data.type) || typeByName(name) || ''
      const file = new File([typeof data === 'string' || data instanceof Blob ? data : new Uint8Array(data)], name, {
        type: type ?? usual,
      })
      const image = data instanceof Uint8Array ? imageFacts(data) : undefined
      const { url } = callAs(simulator.realm, speaker, 'files.upload', { file }, { image })
      return `[${name.replaceAll(/[[\]]/g, '')}](${url})`
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
      const where = placeNow(lastMessages.get(speaker.id))
      const found =
        where && simulator.messages(where).findLast((one) => one.sender_id === bot && one.submessages.length > 0)
      if (found !== undefined) return found
      throw new RangeError(`The bot has sent no widget where ${speaker.full_name} spoke last; pass the message.`)
    }

    function touch(there: Message, what: () => unknown): Promise<Message[]> {
      return act(() => {
        const { last } = history
        what()
        return { on: there.id, after: last }
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

const isPlace = (given: object): given is Where => 'channel' in given || 'dm' in given

const idOf = (message: MessageToTouch | undefined) => (typeof message === 'object' ? message.id : message)

import type { Notification } from '../../protocol/index.js'
import type { Storage } from '../../storage/index.js'
import { isObject } from '../../values.js'
import { eventOf, type HeardEvent, senderOf } from '../events/notification.js'
import { errorFields, type Log, silent } from '../log.js'
import type { ChooseSentences } from '../sentences/choose.js'
import { english } from '../sentences/english.js'
import { isWord } from '../sentences/words.js'
import { fitting, joined, placeOf } from '../storageKey.js'

/**
 * Stands in the storage while a text is written for somebody, so that whoever hears that they want it stopped, in whichever
 * process, can take it away.
 */
export class StopSign {
  readonly #storage: Storage
  readonly #key: Promise<string>
  readonly #log: Log

  /** @param name Tells it from others of the same person in the same place. */
  constructor(notification: Notification, name: string, storage: Storage, log: Log) {
    this.#storage = storage
    this.#log = log
    this.#key = signsOf(notification).then((signs) => `${signs}${joined(name)}`)
  }

  async begin(): Promise<void> {
    await this.#quietly(async (key) => this.#storage.set(key, '', { expiresIn: keptFor }))
  }

  async isTaken(): Promise<boolean> {
    const entry = await this.#quietly(async (key) => (await this.#storage.get(key)) ?? 'taken')
    return entry === 'taken'
  }

  async end(): Promise<void> {
    await this.#quietly((key) => this.#storage.delete(key))
  }

  /** Without its storage a text can't be stopped, but goes on. */
  async #quietly<T>(work: (key: string) => Promise<T>): Promise<T | undefined> {
    try {
      return await work(await this.#key)
    } catch (error) {
      this.#log.debug(errorFields(error), 'Failed to look up whether to stop a stream')
      return undefined
    }
  }
}

/**
 * Whether somebody asks, by a message or a reaction, for a text to be stopped that is being written for them. Then it is,
 * and there is nothing else to be done about it.
 */
export async function stopsText(
  notification: Notification,
  storage: Storage,
  sentencesFor: ChooseSentences,
): Promise<boolean> {
  if (!mayBeStop(notification)) return false
  const signs = await signsOf(notification)
  if (storage.mayHold?.(signs) === false) return false
  if (!(await isStop(notification, storage, sentencesFor))) return false
  const found = await storage.list(signs)
  for (const { key } of found) await storage.delete(key)
  return found.length > 0
}

async function isStop(notification: Notification, storage: Storage, sentencesFor: ChooseSentences): Promise<boolean> {
  const word = wordAlone(notification)
  if (eventOf(notification) !== undefined || isWord(english, 'stopWord', word)) return true
  return isWord(await sentencesFor({ notification, storage, log: silent }), 'stopWord', word)
}

function mayBeStop(notification: Notification): boolean {
  const event = eventOf(notification)
  if (event === undefined) return wordAlone(notification) !== undefined
  if (!isStopReaction(event.facts)) return false
  return notification.message.sender_email.toLowerCase() === notification.bot_email.toLowerCase()
}

/** Whether it is a reaction that asks for a text to be stopped, if it is at one. */
export function isStopReaction({ reaction }: HeardEvent['facts']): boolean {
  return isObject(reaction) && reaction.op === 'add' && stopEmoji.has(String(reaction.emojiName))
}

/** What was written, if it is one word, alone or to the bot by its mention. */
const wordAlone = ({ data }: Notification) => /^\s*(?:@\*\*[^*]+\*\*[,:]?\s*)?(\S+?)[.!。！]?\s*$/.exec(data)?.[1]

/** Names of the same sign, and of the hand. */
const stopEmoji: ReadonlySet<string> = new Set(['stop_sign', 'octagonal_sign', 'stop'])

/** The folder of those for whoever wrote the message, or did what the event is about. */
async function signsOf(notification: Notification): Promise<string> {
  const { bot_email: bot, message } = notification
  return `${await fitting(joined('stop', bot.toLowerCase(), ...placeOf(message), String(senderOf(notification).id)))}/`
}

/** Milliseconds; longer than texts are written for. A process that was killed leaves its own behind. */
const keptFor = 3_600_000

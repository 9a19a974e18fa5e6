import type { Notification } from '../../protocol/index.js'
import type { Storage } from '../../storage/index.js'
import { ownWords, quoteBlocks, withoutEnd } from '../../text/index.js'
import { isObject } from '../../values.js'
import { errorFields, type Log, silent } from '../base/log.js'
import { eventOf, type HeardEvent, senderOf } from '../base/notification.js'
import { fitting, joined, placeId, placeParts } from '../base/storageKey.js'
import type { ChooseSentences } from '../sentences/choose.js'
import { english } from '../sentences/english.js'
import { isWord } from '../sentences/words.js'

/** A key in the storage while a stream is written for somebody. Whichever process gets their request to stop deletes it. */
export class StopSign {
  readonly #storage: Storage
  readonly #key: Promise<string>
  readonly #value: string
  readonly #log: Log
  #isSet = false

  /** @param name Identifies it among those of the same person in the same place. */
  constructor(notification: Notification, name: string, storage: Storage, log: Log) {
    this.#storage = storage
    this.#log = log
    this.#value = `${placeId(notification.message)} ${notification.message.id}`
    this.#key = signsOf(notification).then((signs) => `${signs}${joined(name)}`)
  }

  async begin(): Promise<void> {
    const set = await this.#quietly((key) => this.#storage.set(key, this.#value, { expiresIn: keptFor }))
    this.#isSet = set !== undefined
  }

  async isTaken(): Promise<boolean> {
    if (!this.#isSet) return false
    const entry = await this.#quietly(async (key) => (await this.#storage.get(key)) ?? 'taken')
    return entry === 'taken'
  }

  async end(): Promise<void> {
    await this.#quietly((key) => this.#storage.delete(key))
  }

  /** If the storage fails, the stream can't be stopped, but goes on. */
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
 * Stops the streams that are being written for the sender, if a message or reaction asks for that. Returns whether there
 * were any: then the notification is handled.
 */
export async function stopsText(
  notification: Notification,
  storage: Storage,
  sentencesFor: ChooseSentences,
): Promise<boolean> {
  if (!asksToStop(notification)) return false
  const signs = await signsOf(notification)
  if (storage.mayHold?.(signs) === false) return false
  if (!(await isStop(notification, storage, sentencesFor))) return false
  const { message } = notification
  // A message of the bot's that is older than the request isn't the stream's.
  const isOlder = eventOf(notification) === undefined ? () => false : (id: number) => message.id < id
  const found = (await storage.list(signs)).filter(({ value }) => !isOlder(Number(value.split(' ')[1])))
  const here = found.filter(({ value }) => value.split(' ')[0] === placeId(message))
  // If there are none in this topic, it had another name when they began.
  const stopped = here.length > 0 ? here : found
  for (const { key } of stopped) await storage.delete(key)
  return stopped.length > 0
}

async function isStop(notification: Notification, storage: Storage, sentencesFor: ChooseSentences): Promise<boolean> {
  const word = wordAlone(notification)
  if (eventOf(notification) !== undefined || isWord(english, 'stopWord', word)) return true
  return isWord(await sentencesFor({ notification, storage, log: silent }), 'stopWord', word)
}

/** Whether a notification may stop a text that is being written, as hardly any does. */
export function mayStopText({ notification, storage }: Given): boolean {
  return (
    asksToStop(notification) && storage.mayHold?.(`${joined(folder, notification.bot_email.toLowerCase())}/`) !== false
  )
}

interface Given {
  readonly notification: Notification
  readonly storage: Storage
}

function asksToStop(notification: Notification): boolean {
  const event = eventOf(notification)
  if (event === undefined) return wordAlone(notification) !== undefined
  if (!isStopReaction(event.facts)) return false
  return notification.message.sender_email.toLowerCase() === notification.bot_email.toLowerCase()
}

/** Whether it is a reaction that stops a stream, if it is on one. */
export function isStopReaction({ reaction }: HeardEvent['facts']): boolean {
  return isObject(reaction) && reaction.op === 'add' && stopEmoji.has(String(reaction.emojiName))
}

/** The text if it is a single word, with or without a quotation above it and the bot's mention. */
function wordAlone({ data, bot_full_name: name }: Notification): string | undefined {
  const isBelow = quoteBlocks(data).length > 0
  const text = isBelow ? ownWords(data, { bot: name === undefined ? {} : { name } }).text : data
  return /^\s*(?:@\*\*[^*]+\*\*[,:]?\s*)?(\S+)$/.exec(withoutEnd(text))?.[1]
}

/** What all keys begin with. */
const folder = 'stop'

/** Names of the stop sign, and of the hand. */
const stopEmoji: ReadonlySet<string> = new Set(['stop_sign', 'octagonal_sign', 'stop'])

/** The folder of the stop signs for the author of the message or event, in a channel or a direct conversation. */
async function signsOf(notification: Notification): Promise<string> {
  const { bot_email: bot, message } = notification
  const place = message.type === 'stream' ? ['channel', String(message.stream_id)] : placeParts(message)
  return `${await fitting(joined(folder, bot.toLowerCase(), ...place, String(senderOf(notification).id)))}/`
}

/** Milliseconds; longer than any stream. A process that was killed leaves its signs behind. */
const keptFor = 3_600_000

import type { Message, Notification } from '../../protocol/index.js'
import type { Storage } from '../../storage/index.js'
import { fold, unknownOption } from '../../text/index.js'
import { isObject, type MaybePromise } from '../../values.js'
import { BotSetupError } from '../base/errors.js'
import { described, errorFields, type Log } from '../base/log.js'
import { type Sender, senderOf } from '../base/notification.js'
import { english } from './english.js'
import type { Sentences } from './sentences.js'
import { type WordName, wordNames } from './words.js'

/** What is known about a message when its language is chosen, before a handler runs. */
export interface SentencesContext {
  readonly message: Message
  readonly sender: Sender
  /** The bot's own address and name, as the server sent them. */
  readonly bot: { readonly email: string; readonly name: string | undefined }
  /** The storage that the bot is served with, for instance for people's choices. */
  readonly storage: Storage
  readonly log: Log
}

/** Some sentences in another language or wording; the others stay English. */
export type SomeSentences = Partial<Sentences>

/** The sentences of a bot, or a function that chooses them for each message; undefined means English. */
export type SentencesOption =
  | SomeSentences
  | ((ctx: SentencesContext) => SomeSentences | undefined | Promise<SomeSentences | undefined>)

export type ChooseSentences = (delivery: {
  readonly notification: Notification
  readonly storage: Storage
  readonly log: Log
}) => MaybePromise<Sentences>

/** @throws {BotSetupError} `invalid_option` for an unknown or invalid sentence */
export function choosing(option: SentencesOption | undefined): ChooseSentences {
  if (option === undefined) return () => english
  if (typeof option !== 'function') {
    const problem = problemIn(option)
    if (problem !== undefined) throw new BotSetupError('invalid_option', `These sentences can't be used: ${problem}`)
    return ({ log }) => completed(option, log)
  }
  return async ({ notification, storage, log }) => {
    const { message, bot_email: email, bot_full_name: name } = notification
    try {
      const chosen = await option({ message, sender: senderOf(notification), bot: { email, name }, storage, log })
      if (chosen === undefined) return english
      const problem = problemIn(chosen)
      if (problem !== undefined) log.error({}, `The sentences chosen for a message can't be used: ${problem}`)
      return isObject(chosen) ? completed(chosen, log) : english
    } catch (error) {
      log.error(errorFields(error), 'Failed to choose the sentences for a message; it is answered in English')
      return english
    }
  }
}

/** Falls back to English for each sentence that is missing or fails. */
function completed(given: SomeSentences, log: Log): Sentences {
  if (given === english) return english
  return new Proxy(english, {
    get(_, name: keyof Sentences) {
      const own = given[name]
      const fallback = english[name]
      if (typeof own !== typeof fallback || isWrongWord(name, given)) return fallback
      if (typeof own !== 'function' || typeof fallback !== 'function') return own
      return (...values: never[]): unknown => {
        try {
          const text: unknown = Reflect.apply(own, given, values)
          if (typeof text === 'string' && text.trim() !== '') return text
          log.error({ sentence: name }, `A sentence can't be used: it is ${described(text)}. English is used instead`)
        } catch (error) {
          log.error({ sentence: name, ...errorFields(error) }, 'A sentence failed; English is used instead')
        }
        return Reflect.apply(fallback, english, values)
      }
    },
  })
}

function problemIn(given: unknown): string | undefined {
  if (!isObject(given)) return `they are ${described(given)}. Give an object, such as german of 'earshot/sentences'.`
  const unknown = unknownOption(given, names)
  if (unknown) return `there is no sentence \`${unknown.name}\`. ${unknown.advice.slice(0, 300)}`
  for (const name of Object.keys(english) as (keyof Sentences)[]) {
    const own = given[name]
    if (own === undefined) continue
    const kind = typeof english[name]
    if (typeof own !== kind) return `\`${name}\` is ${described(own)}. Give a ${kind}.`
    if (own === '') return `\`${name}\` is empty. Leave it out to use the English one.`
    if (isWrongWord(name, given)) return `\`${name}\` is ${JSON.stringify(own)}. Give a single, unused word.`
  }
  return undefined
}

const names = Object.fromEntries(Object.keys(english).map((name) => [name, true] as const))

/** The English words are understood in every language, so none of them may mean something else. */
function isWrongWord(name: keyof Sentences, given: SomeSentences): boolean {
  if (!isWordName(name)) return false
  const word = fold(String(given[name]))
  const others = wordNames.filter((other) => other !== name)
  const isTaken = others.some((other) => word === english[other] || word === fold(given[other] ?? ''))
  return isTaken || !/^[\p{L}\p{M}\p{N}_-]+$/u.test(word)
}

const isWordName = (name: keyof Sentences): name is WordName => wordNames.some((word) => word === name)

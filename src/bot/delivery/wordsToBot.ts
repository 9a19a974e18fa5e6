import { type Notification, triggers } from '../../protocol/index.js'
import { findMentions, type Mention, type Mentioned, type OwnWords, ownWords } from '../../text/index.js'
import type { MaybePromise } from '../../values.js'
import { errorFields } from '../base/log.js'
import type { Delivery } from './delivery.js'
import { accountOfClient, type ClientAccount } from './ownAccount.js'

/** How a message called the bot. */
export type CalledBy = 'name' | 'group' | 'wildcard' | 'direct'

/** What the sender of a message wrote to the bot. */
export interface WordsToBot extends Omit<OwnWords, 'calledBy'> {
  readonly calledBy: CalledBy | undefined
}

type BotAccount = Pick<Delivery, 'client' | 'clock' | 'log'>

/**
 * Takes a message apart. The bot's ID, which a notification lacks, is asked for only when a mention could mean it; where it
 * can't be had, a mention by ID alone stays in the text.
 */
export function wordsToBot(notification: Notification, account: BotAccount): MaybePromise<WordsToBot> {
  const { data, bot_full_name: name } = notification
  const mentions = findMentions(data)
  if (mentions.some((mention) => isUnsure(mention, name))) return lookedUpWordsToBot(notification, mentions, account)
  return wordsTo(name === undefined ? {} : { name }, notification, mentions)
}

async function lookedUpWordsToBot(
  notification: Notification,
  mentions: readonly Mention[],
  { client, clock, log }: BotAccount,
): Promise<WordsToBot> {
  const { data, bot_full_name: name } = notification
  const isMentioned = notification.trigger === triggers.mention
  const named = ({ user_id: id, full_name }: ClientAccount) => ({ name: name ?? full_name, id })
  // The server says that somebody mentioned the bot: if no mention is of it, it has another name or ID by now.
  const isContradicted = (account: ClientAccount) =>
    isMentioned && ownWords(data, { bot: named(account), isMentioned, mentions }).calledBy === undefined
  try {
    return wordsTo(named(await accountOfClient(client, clock, isContradicted)), notification, mentions)
  } catch (error) {
    log.warn(errorFields(error), "Failed to look up the bot's own account; a mention by ID may stay in the text")
    return wordsTo(name === undefined ? {} : { name }, notification, mentions)
  }
}

function wordsTo(bot: Mentioned, { data, trigger }: Notification, mentions: readonly Mention[]): WordsToBot {
  const isMentioned = trigger === triggers.mention
  const { text, quoted, calledBy } = ownWords(data, { bot, isMentioned, mentions })
  if (trigger === triggers.directMessage) return { text, quoted, calledBy: 'direct' }
  // A mention that can't be found, as of a bot that was renamed meanwhile, is one by name.
  return { text, quoted, calledBy: isMentioned ? (calledBy ?? 'name') : undefined }
}

/** Whether it takes the bot's ID, or its name where the server sent none, to know whom a mention means. */
function isUnsure(mention: Mention, name: string | undefined): boolean {
  if (mention.silent || mention.kind !== 'account') return false
  return name === undefined || (mention.id !== undefined && (mention.name === '' || mention.name === name))
}

/** Whether the message called the bot itself, so that its sender wants to know what the bot doesn't understand. */
export function isCalledItself({ calledBy }: Pick<WordsToBot, 'calledBy'>): boolean {
  return calledBy === 'name' || calledBy === 'direct'
}

import {
  type Dialect,
  dialectWordsOf,
  disallowedNetworkStatus,
  failureNotices,
  failureText,
  type Message,
  noticeText,
  ownerNotices,
} from '../../protocol/index.js'
import { topicPath } from '../realm/conversations/messages.js'
import type { Realm } from '../realm/realm.js'
import { Refusal, refusalOn } from '../realm/world/refusal.js'
import { answerText } from './answerText.js'
import type { AttemptResult } from './attempt.js'
import type { OutgoingDelivery } from './delivery.js'
import { pythonBytesRepr, pythonRepr } from './pythonRepr.js'
import { type Reading, type ReplyFormat, readAnswer } from './readAnswer.js'

interface InterpretOptions {
  readonly dialect: Dialect
  /** Milliseconds. */
  readonly timeout: number
  /** The text of the message that triggered the delivery. */
  readonly content: string
  readonly replyFormat: ReplyFormat
}

/** How the server interprets the last result of a delivery: a usable answer, or the notices about a failure. */
function interpret(
  result: AttemptResult,
  { dialect, timeout, content, replyFormat }: InterpretOptions,
): { readonly reading?: Reading; readonly failure?: FailureNotices } {
  if (result.kind === 'not sent') return { failure: { inConversation: failureText(result.reason) } }
  if (result.kind === 'exception') return { failure: brokenExchange(dialect, result, content) }
  if (result.kind !== 'answered') return { failure: unavailable(result, timeout) }
  if (!String(result.status).startsWith('2')) return { failure: badStatus(result) }
  const reading = readAnswer(answerText(result.body, result.type), replyFormat)
  return reading.kind === 'unusable'
    ? { reading, failure: refusedAnswer(dialect, result, reading.notice) }
    : { reading }
}

/** Returns a function that posts the outcome of a delivery: the bot's reply, or notices of a failure. */
export function createOutcomes({ realm, dialect, timeout }: { realm: Realm; dialect: Dialect; timeout: number }) {
  return (delivery: OutgoingDelivery, result: AttemptResult): void => {
    const { data: content, message } = delivery.notification
    const replyFormat = delivery.slack ? 'text' : realm.assumptions.replyFormat
    const { reading, failure } = interpret(result, { dialect, timeout, content, replyFormat })
    delivery.reading = reading
    if (failure !== undefined) fail(delivery, failure)
    else if (reading?.kind !== 'reply') delivery.outcome = 'quiet'
    else {
      try {
        const { content, widget } = reading
        delivery.replyId = realm.do('postReply', { bot: delivery.bot.id, message, content, widget })
        delivery.outcome = 'replied'
      } catch (error) {
        if (!(error instanceof Refusal) || result.kind !== 'answered') throw error
        const { message: reason } = refusalOn(error, (feature) => realm.has(feature))
        fail(delivery, refusedAnswer(dialect, result, reason))
      }
    }
  }

  function fail(delivery: OutgoingDelivery, { inConversation, toOwner }: FailureNotices): void {
    const { bot, notification } = delivery
    const { message, bot_full_name } = notification
    delivery.outcome = 'failed'
    try {
      realm.do('postReply', { bot: bot.id, message, content: inConversation })
      delivery.notice = inConversation
    } catch (error) {
      // The conversation is gone; the owner still gets the message.
      if (!(error instanceof Refusal)) throw error
    }
    if (toOwner === undefined) return
    const text = ownerMessage(realm, message, bot_full_name ?? bot.full_name, toOwner)
    if (realm.do('noticeToOwner', bot.id, text) !== undefined) delivery.ownerNotice = text
  }
}

/** The messages about a failure: in the conversation, and to the bot's owner (after the first line), who may get none. */
interface FailureNotices {
  readonly inConversation: string
  readonly toOwner?: string
}

type Answered = Extract<AttemptResult, { kind: 'answered' }>

function refusedAnswer(dialect: Dialect, answer: Answered, reason: string): FailureNotices {
  const { brand } = dialectWordsOf(dialect)
  return {
    inConversation: failureText(reason),
    toOwner: noticeText(ownerNotices.refused, { brand, error: reason }) + payload(repr(answer)),
  }
}

function badStatus({ status, body }: Answered): FailureNotices {
  const line =
    status === disallowedNetworkStatus ? ownerNotices.disallowedNetwork : noticeText(ownerNotices.status, { status })
  return {
    inConversation: failureText(failureNotices.status, { status }),
    toOwner: line + payload(body.length === 0 ? '' : pythonBytesRepr(body.subarray(0, longest))),
  }
}

/** For a bot that could not be reached in any attempt. */
function unavailable(
  result: Extract<AttemptResult, { kind: 'timeout' | 'connection error' }>,
  timeout: number,
): FailureNotices {
  const line =
    result.kind === 'timeout' ? noticeText(ownerNotices.timeout, { seconds: timeout / 1000 }) : ownerNotices.connection
  return { inConversation: failureText(failureNotices.unavailable), toOwner: line }
}

function brokenExchange(
  dialect: Dialect,
  { type, text }: Extract<AttemptResult, { kind: 'exception' }>,
  content: string,
): FailureNotices {
  return {
    inConversation: failureText(failureNotices.exception, { type, content, brand: bareBrand(dialect) }),
    toOwner: noticeText(ownerNotices.exception, { type, text }),
  }
}

/** The brand after an article. */
function bareBrand(dialect: Dialect): string {
  return dialectWordsOf(dialect).brand.replace(/^the /, '')
}

function ownerMessage(realm: Realm, message: Message, botName: string, notice: string): string {
  const first = noticeText(ownerNotices.triggered, {
    link: realm.world.url() + messagePath(realm, message),
    bot: botName,
  })
  return `${first}\n${notice}`
}

/** Characters of an answer that are shown to an owner; the message is cut off far below that. */
const longest = 100_000

function repr({ body, type }: Answered): string {
  const text = answerText(body, type)
  return text === '' ? '' : pythonRepr(text.slice(0, longest))
}

function payload(written: string): string {
  return written === '' ? '' : `\n${noticeText(ownerNotices.payload, { payload: written })}`
}

/** The path at which the web client shows a message. */
function messagePath(realm: Realm, message: Message): string {
  if (message.type === 'private') {
    const ids = message.display_recipient.map(({ id }) => id).sort((one, other) => one - other)
    return `/#narrow/dm/${ids.join(',')}-pm/near/${message.id}`
  }
  const channel = { id: message.stream_id, name: message.display_recipient }
  return `${topicPath(realm, channel, message.subject)}/near/${message.id}`
}

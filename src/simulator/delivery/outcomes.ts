import type { Dialect } from '../../protocol/index.js'
import type { Realm } from '../realm/realm.js'
import { Refusal } from '../realm/refusal.js'
import { answerText } from './answerText.js'
import type { AttemptResult } from './attemptResult.js'
import type { Delivery } from './delivery.js'
import { badStatus, brokenExchange, type FailureNotices, ownerMessage, refusedAnswer, unavailable } from './notices.js'
import { type Reading, readAnswer } from './reading.js'

export interface OutcomeOptions {
  readonly realm: Realm
  readonly dialect: Dialect
  readonly timeout: number
}

type Answered = Extract<AttemptResult, { kind: 'answered' }>

/** Makes what turns the last result of a delivery into messages: the bot's reply, or notices of its failure. */
export function createOutcomes({ realm, dialect, timeout }: OutcomeOptions) {
  return (delivery: Delivery, result: AttemptResult): void => {
    if (result.kind === 'exception') fail(delivery, brokenExchange(dialect, result, delivery.notification.data))
    else if (result.kind !== 'answered') fail(delivery, unavailable(result, timeout))
    else if (String(result.status).startsWith('2')) succeed(delivery, result)
    else fail(delivery, badStatus(result))
  }

  function succeed(delivery: Delivery, answer: Answered): void {
    const reading = readAnswer(answerText(answer.body, answer.type), realm.assumptions.replyFormat)
    delivery.reading = reading
    if (reading.kind === 'quiet') delivery.outcome = 'quiet'
    else if (reading.kind === 'reply') post(delivery, answer, reading)
    else fail(delivery, refusedAnswer(dialect, answer, reading.notice))
  }

  function post(delivery: Delivery, answer: Answered, { content, widget }: Extract<Reading, { kind: 'reply' }>): void {
    try {
      const { bot, notification } = delivery
      delivery.replyId = realm.postReply({ bot: bot.id, message: notification.message, content, widget })
      delivery.outcome = 'replied'
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      fail(delivery, refusedAnswer(dialect, answer, error.message))
    }
  }

  function fail(delivery: Delivery, { inConversation, toOwner }: FailureNotices): void {
    delivery.outcome = 'failed'
    try {
      realm.postReply({ ...place(delivery), content: inConversation })
      delivery.notice = inConversation
    } catch (error) {
      // The conversation is gone; its owner is told all the same.
      if (!(error instanceof Refusal)) throw error
    }
    const { message, bot_full_name } = delivery.notification
    const text = ownerMessage(realm.url, message, bot_full_name ?? delivery.bot.fullName, toOwner)
    if (realm.noticeToOwner(delivery.bot.id, text) !== undefined) delivery.ownerNotice = text
  }

  function place(delivery: Delivery) {
    return { bot: delivery.bot.id, message: delivery.notification.message }
  }
}

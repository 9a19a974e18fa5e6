import { type Notification, triggers } from '../../protocol/index.js'
import { andThen, type MaybePromise, withoutUndefined } from '../../values.js'
import { errorFields, type Log } from '../base/log.js'
import { messageKey } from '../base/messageKey.js'
import { earlierTexts, followUp } from '../base/notification.js'
import { isConflict } from '../base/recordStore.js'
import { placeId } from '../base/storageKey.js'
import type { BotRuntime } from '../delivery/botRuntime.js'
import { Delivery, type DeliveryAccounts } from '../delivery/delivery.js'
import type { TimedSource, WaitUntil } from '../delivery/timed.js'
import { isCalledItself, wordsToBot } from '../delivery/wordsToBot.js'
import type { ChooseSentences } from '../sentences/choose.js'
import type { Sentences } from '../sentences/sentences.js'
import { readApprovalReply } from './approval.js'
import { answerApproval, isAskedBy, mostLookedUp, refusalOf } from './approvals.js'
import { choicesText, readTypedAnswer } from './ask.js'
import {
  answered,
  ConversationStore,
  conversationsOf,
  dataOf,
  type Found,
  type GoingRecord,
  heldReply,
  isBegunBy,
  isOfLostTime,
  lease,
  type PendingQuestion,
  type PendingQuestions,
  type Question,
  type QuestionAnswer,
  storeOf,
} from './conversationStore.js'
import { keptFor, Ledger } from './ledger.js'
import { isNowBeside, tellWhoIsLeft } from './moved.js'
import type { RecordedRun } from './recordedRun.js'
import { Run } from './run.js'
import { type Stopped, sayStopped } from './stopped.js'

interface ConversationsOptions {
  /** Runs the handler of a delivery with its middleware. Never throws. */
  readonly work: (run: Run) => MaybePromise<void>
  /** Whether a text is a command, which is no answer: the question stays open. */
  readonly isCommand: (text: string, sentences: Sentences, accounts: DeliveryAccounts) => boolean
  /** The built-in sentences for the author of a message. */
  readonly sentencesFor: ChooseSentences
  /** Called when a question with a time-out is stored. */
  readonly onWaiting: () => void
}

/**
 * Decides what each message is (the answer to a pending question, a message that was delivered before, or a new one), and
 * runs the handler accordingly.
 */
export class Conversations implements TimedSource {
  readonly #options: ConversationsOptions
  /** The recorded runs under way in this process. */
  readonly #running = new Map<string, RecordedRun>()
  /** What the keys of all conversations of a bot begin with: of the last bot, since there is rarely another. */
  #folder = { of: '', prefix: '' }

  constructor(options: ConversationsOptions) {
    this.#options = options
  }

  /** Whether a message may be part of a conversation; otherwise it is certainly a new one. */
  mayTake(delivery: Delivery): boolean {
    const { bot_email } = delivery.notification
    if (bot_email !== this.#folder.of) this.#folder = { of: bot_email, prefix: conversationsOf(bot_email) }
    return isAddressed(delivery.notification) && delivery.storage.mayHold?.(this.#folder.prefix) !== false
  }

  /** Handles a message that is part of a conversation; returns whether it was. */
  async take(delivery: Delivery): Promise<boolean> {
    return this.mayTake(delivery) && (await this.#isPartOfOne(delivery))
  }

  /** Handles a new message. */
  begin(delivery: Delivery): MaybePromise<void> {
    return andThen(this.#options.sentencesFor(delivery), (sentences) =>
      this.#run(new Run(delivery, sentences, { begun: this.#begun })),
    )
  }

  async due({ storage, email, clock }: BotRuntime): Promise<number | undefined> {
    const [first] = await new ConversationStore(storage, email).reminders(clock.now())
    return first?.at
  }

  async run(runtime: BotRuntime, waitUntil: WaitUntil): Promise<void> {
    const store = new ConversationStore(runtime.storage, runtime.email)
    const now = runtime.clock.now()
    for (const { id, due, at } of await store.reminders(now)) {
      if (at > now) return
      const found = await store.find(id)
      if (found?.problem !== undefined) await this.#drop(found, store, runtime.log)
      const record = goingRecord(found)
      const isClaimed =
        found && record && record.due <= due && (await this.#lookAfter(found, record, runtime, waitUntil))
      // A claim sets another reminder.
      if (!isClaimed) await store.forgetReminder(id, due)
    }
  }

  async #isPartOfOne(delivery: Delivery): Promise<boolean> {
    const { message } = delivery.notification
    const store = storeOf(delivery)
    let own: Found | undefined
    let pending: readonly PendingQuestions[]
    try {
      ;({ own, pending } = await store.around(message))
    } catch (error) {
      delivery.log.error(
        errorFields(error),
        'Failed to look up whether the message answers a question; it is handled as a new one',
      )
      return false
    }
    if (own && !own.record) return this.#lost(own, delivery)
    if (own?.record && isBegunBy(own.record, message)) {
      // An edited message is a new one.
      return dataOf(own.record) === delivery.notification.data && this.#again(own, delivery)
    }
    // It answers no question that was asked since.
    if (earlierTexts(delivery.notification)) return false
    const unreadable = pending.find(({ value }) => value === undefined)
    if (unreadable) {
      await quietly(delivery.log, () => store.forget(unreadable))
      return this.#lost(undefined, delivery)
    }
    const { text } = await wordsToBot(delivery.notification, delivery)
    const said = readApprovalReply(text)
    const toApproval = async () => {
      if (!said) return false
      return answerApproval(said, delivery, {
        sentences: await this.#options.sentencesFor(delivery),
        sentencesFor: this.#options.sentencesFor,
        again: (found) => this.#again(found, delivery),
        lost: (found) => this.#lost(found, delivery),
        conclude: (found, record, answer) => this.#conclude(found, record, answer, delivery),
      })
    }
    // A number, as buttons send, names the approval; a word alone is for a question first.
    if (said?.number !== undefined && (await toApproval())) return true
    const targets = pending.flatMap(({ value }) => value ?? [])
    const place = placeId(message)
    const here = targets.filter((target) => target.place === place)
    for (const target of here) if (await this.#isFor(target, delivery)) return true
    if (said?.number === undefined && (await toApproval())) return true
    const elsewhere = targets.filter((target) => target.place !== place)
    if (elsewhere.length === 0) return false
    if (this.#options.isCommand(text, await this.#options.sentencesFor(delivery), delivery)) return false
    let lookedUp = 0
    let isAnyLeft = here.length > 0
    for (const target of elsewhere.toReversed()) {
      const found = await store.find(target.conversation)
      if (found) isAnyLeft = true
      const record = found?.record
      const isRepeat = record?.messages.includes(messageKey(message)) === true
      if (!isRepeat && record?.state !== 'waiting') continue
      if (!isRepeat && ++lookedUp > mostLookedUp) return false
      const hasComeHere = isRepeat || (record?.state === 'waiting' && (await isNowBeside(record, delivery)))
      if (hasComeHere && (await this.#isFor(target, delivery, true))) return true
    }
    // All are long over, and need not be looked up for each message.
    if (!isAnyLeft) await quietly(delivery.log, () => Promise.all(pending.map((one) => store.forget(one))))
    return false
  }

  /** @param hasComeHere Whether its conversation is known to be where the message is. */
  async #isFor(target: PendingQuestion, delivery: Delivery, hasComeHere = false): Promise<boolean> {
    const store = storeOf(delivery)
    const found = await store.find(target.conversation)
    if (!found) return false
    const { record } = found
    if (!record) return this.#lost(found, delivery)
    const { message } = delivery.notification
    if (record.messages.includes(messageKey(message))) return this.#again(found, delivery)
    if (isOfLostTime(record, message)) {
      const { log } = delivery
      log.info({ conversation: found.id }, 'Dropped a question from before the server was restored or begun anew')
      await quietly(log, () => store.remove(found))
      return false
    }
    const question = record.state === 'waiting' ? record.questions[target.question] : undefined
    if (record.state !== 'waiting' || !question || question.answer !== undefined) return false
    const isHere = () => hasComeHere || isNowBeside(record, delivery)
    if (question.until <= delivery.clock.now()) {
      // Where it is now, it is told by the timer.
      if (await isHere()) await this.#conclude(found, record, { none: 'timed_out' }, delivery)
      return false
    }
    return this.#read(found, record, question, delivery, isHere)
  }

  /** @param looksUp Whether its conversation is where the message is: the server is asked, so only of what may be an answer. */
  async #read(
    found: Found,
    record: GoingRecord,
    question: Question,
    delivery: Delivery,
    looksUp: () => MaybePromise<boolean | undefined>,
  ): Promise<boolean> {
    const words = await wordsToBot(delivery.notification, delivery)
    const said = words.text
    const sentences = await this.#options.sentencesFor(delivery)
    const asked = await this.#sentencesOf(record, delivery)
    const message = messageKey(delivery.notification.message)
    const reading = readTypedAnswer(said, question.choices, asked)
    // A message that doesn't mention the bot by name counts as an answer only if it can't mean anything else.
    const isFollowUp = delivery.notification.trigger === followUp
    const isMeant =
      isCalledItself(words) ||
      reading.kind === 'cancelled' ||
      (isFollowUp && reading.kind === 'answer' && question.from === 'sender')
    if (!isMeant && (reading.kind === 'none' || question.choices === undefined)) return false
    const isHere = await looksUp()
    const isTakenBack = reading.kind === 'cancelled' && isAskedBy(record, delivery)
    const refusal = isTakenBack ? undefined : await refusalOf(question, delivery, sentences)
    if (refusal !== undefined) {
      if (isFollowUp || reading.kind === 'none' || !isHere || this.#options.isCommand(said, sentences, delivery))
        return false
      await delivery.reply(refusal)
      return true
    }
    if (!isHere) {
      // The topic has this name again: what is said there may be for the bot anew.
      if (reading.kind !== 'cancelled' && this.#options.isCommand(said, sentences, delivery)) return false
      delivery.answer(record.notification)
    }
    if (reading.kind === 'answer') {
      return this.#conclude(found, record, { text: reading.text, message }, delivery)
    }
    if (reading.kind === 'cancelled') {
      return this.#conclude(found, record, { none: 'cancelled', message }, delivery)
    }
    if (question.choices && this.#options.isCommand(said, sentences, delivery)) return false
    delivery.log.debug({ conversation: found.id }, 'The answer is none of the choices')
    await delivery.reply(choicesText(question.choices, sentences))
    await tellWhoIsLeft(record, delivery, this.#options.sentencesFor)
    return true
  }

  /** Stores the answer to the last question and resumes the handler; false if another process already has. */
  async #conclude(found: Found, record: GoingRecord, answer: QuestionAnswer, delivery: Delivery): Promise<boolean> {
    const ready = answered(record, answer)
    // Of a conversation that has moved away, the webhook's response is no part.
    ready.turn.isSent = delivery.answers !== delivery.notification
    const run = await this.#claim(found, ready, delivery)
    if (run) await this.#goOn(record, run)
    return run !== undefined
  }

  /** Handles a message that was delivered before, perhaps since the answer got lost. */
  async #again(found: Found, delivery: Delivery): Promise<boolean> {
    const underWay = this.#running.get(nameOf(delivery, found.id))?.done.happened
    if (underWay) await underWay
    const { record } = underWay ? ((await storeOf(delivery).find(found.id)) ?? found) : found
    if (!record) return this.#lost(found, delivery)
    delivery.log.info({ conversation: found.id }, 'The message was delivered before')
    if (record.turn.message !== messageKey(delivery.notification.message)) return true
    if (record.state === 'running' && !underWay) {
      const run = await this.#claim(found, record, delivery, true)
      if (run) await this.#run(run)
      return true
    }
    // The process may have died before it added the question to the pending ones.
    if (record.state === 'waiting') await storeOf(delivery).addPending(record, keptFor(record, delivery.clock.now()))
    const held = heldReply(record)
    if (held) await delivery.reply(held.content, withoutUndefined({ widgetContent: held.widgetContent }))
    return true
  }

  async #claim(
    { version }: Found,
    record: GoingRecord,
    delivery: Delivery,
    isDeliveredAgain = false,
  ): Promise<Run | undefined> {
    const ledger = new Ledger(delivery, record, version)
    try {
      await ledger.take()
    } catch (error) {
      if (isConflict(error)) return undefined
      throw error
    }
    const sentences = await this.#sentencesOf(record, delivery)
    return new Run(delivery, sentences, { begun: this.#begun, ledger, isDeliveredAgain })
  }

  async #goOn(record: GoingRecord, run: Run): Promise<void> {
    await tellWhoIsLeft(record, run.delivery, this.#options.sentencesFor)
    await this.#run(run)
  }

  #run(run: Run): MaybePromise<void> {
    return andThen(this.#options.work(run), () => andThen(run.end(), () => this.#ended(run)))
  }

  /** Only a run that is recorded can be met again; a step after the end of its handler begins nothing. */
  readonly #begun = (run: RecordedRun): void => {
    if (!run.done.hasHappened) this.#running.set(nameOf(run.delivery, run.id), run)
  }

  #ended(run: Run): MaybePromise<void> {
    run.done.happen()
    const name = run.isRecorded ? nameOf(run.delivery, run.id) : undefined
    if (name !== undefined && this.#running.get(name) === run) this.#running.delete(name)
    return run.stopped && this.#stopped(run.stopped, run)
  }

  async #stopped(stopped: Stopped, run: Run): Promise<void> {
    const { delivery } = run
    if (stopped.kind !== 'waiting') return sayStopped(stopped, delivery, await this.#options.sentencesFor(delivery))
    run.log.debug({ conversation: run.id }, 'The handler is waiting for an answer')
    this.#options.onWaiting()
    const { replaced } = stopped
    if (replaced && replaced.conversation !== run.id) await this.#replace(replaced.conversation, delivery)
  }

  async #replace(id: number, delivery: Delivery): Promise<void> {
    const found = await storeOf(delivery).find(id)
    const record = goingRecord(found)
    if (!found || record?.state !== 'waiting') return
    const own = (await isNowBeside(record, delivery)) ? delivery : delivery.of(record.notification)
    await this.#conclude(found, record, { none: 'replaced' }, own)
  }

  /**
   * Claims a question whose time is up, or a handler whose lease has expired because its process died. Returns whether it
   * claimed it.
   */
  async #lookAfter(found: Found, record: GoingRecord, runtime: BotRuntime, waitUntil: WaitUntil): Promise<boolean> {
    const { log } = runtime
    const delivery = deliveryFor(record, runtime)
    if (record.state === 'running' && this.#running.has(nameOf(delivery, found.id))) {
      await storeOf(delivery).remind(found.id, runtime.clock.now() + lease, true)
      return false
    }
    if (record.state === 'running') {
      log.warn({ conversation: found.id }, 'The process of a conversation has died; resuming it here')
    }
    const ready = record.state === 'waiting' ? answered(record, { none: 'timed_out' }) : record
    const run = await this.#claim(found, ready, delivery)
    if (run) waitUntil(this.#goOn(record, run))
    return run !== undefined
  }

  /** The built-in sentences for the person who began a conversation. */
  #sentencesOf({ notification }: GoingRecord, { storage, log }: Delivery): MaybePromise<Sentences> {
    return this.#options.sentencesFor({ notification, storage, log })
  }

  async #lost(found: Found | undefined, delivery: Delivery): Promise<true> {
    if (found) await this.#drop(found, storeOf(delivery), delivery.log)
    else delivery.log.error({}, "The stored list of pending questions can't be read; dropping it")
    const { conversationLost } = await this.#options.sentencesFor(delivery)
    await delivery.reply(conversationLost)
    return true
  }

  async #drop(found: Found, store: ConversationStore, log: Log): Promise<void> {
    log.error({ conversation: found.id, problem: found.problem }, "A stored conversation can't be read; dropping it")
    await quietly(log, () => store.remove(found))
  }
}

const isAddressed = ({ trigger }: Notification) =>
  trigger === triggers.mention || trigger === triggers.directMessage || trigger === followUp

const nameOf = ({ notification }: Delivery, id: number) => `${notification.bot_email.toLowerCase()} ${id}`

function goingRecord(found: Found | undefined): GoingRecord | undefined {
  const record = found?.record
  return record?.state === 'ended' ? undefined : record
}

/** A delivery that no message brought: replies are sent as messages. */
function deliveryFor({ notification }: GoingRecord, runtime: BotRuntime): Delivery {
  const { storage, clock, log, signal, following } = runtime
  const id = `conversation-${notification.message.id}`
  return new Delivery({ id, notification, accounts: runtime, storage, clock, log, signal, following })
}

/** Cleans up; a failure is only logged. */
async function quietly(log: Log, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    log.warn(errorFields(error), 'Failed to clean up after a conversation')
  }
}

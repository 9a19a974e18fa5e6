import { type Notification, triggers } from '../../protocol/index.js'
import { StorageConflictError } from '../../storage/index.js'
import type { Delivery } from '../delivery/delivery.js'
import { ownText } from '../delivery/identity.js'
import type { Run } from '../delivery/run.js'
import type { BotRuntime } from '../delivery/runtime.js'
import { errorFields, type Log } from '../log.js'
import { sendToConversation } from '../outgoing/sendToConversation.js'
import type { TimedSource, WaitUntil } from '../timed.js'
import { ConversationStore, type Found, type Pointer, storeOf } from './conversationStore.js'
import { dataOf, keptFor, lease, ledgerOf } from './ledger.js'
import { choicesText, readAnswer } from './reading.js'
import { type GoingRecord, heldReply, messagesOf, newStretch, type Record } from './record.js'
import { ConversationRun, type Stopped } from './run.js'
import { farewell } from './stopped.js'
import type { Question } from './stored.js'

export interface ConversationsOptions {
  /** Runs the handler of a delivery with what stands around it. Never fails. */
  readonly work: (run: Run, log: Log) => Promise<void>
  /** Whether a text is something else that was asked of the bot, for which the question can wait. */
  readonly isCommand: (text: string) => boolean
  /** A question waits whose time is up at some time. */
  readonly onWaiting: () => void
}

/**
 * Says of each message what it is: the answer to a question that waits, a message that was delivered before, or a new one.
 * Runs the handler accordingly.
 */
export class Conversations implements TimedSource {
  readonly #options: ConversationsOptions
  /** What runs in this process, by bot and first message. */
  readonly #running = new Map<string, Running>()

  constructor(options: ConversationsOptions) {
    this.#options = options
  }

  async take(delivery: Delivery, log: Log): Promise<void> {
    const mayBePart = isAddressed(delivery.notification) && storeOf(delivery).mayHold
    if (mayBePart && (await this.#isPartOfOne(delivery, log))) return
    await this.#run(new ConversationRun({ delivery, log }), delivery, log)
  }

  async due({ storage, email }: BotRuntime): Promise<number | undefined> {
    const [first] = await new ConversationStore(storage, email).reminders()
    return first?.due
  }

  async run(runtime: BotRuntime, waitUntil: WaitUntil): Promise<void> {
    const store = new ConversationStore(runtime.storage, runtime.email)
    const now = runtime.clock.now()
    for (const { id, due } of await store.reminders()) {
      if (due > now) return
      const found = await store.find(id)
      if (found && 'problem' in found.content) await this.#drop(found, store, runtime.log)
      const record = goingRecord(found)
      const isClaimed =
        found && record && record.due <= now && (await this.#lookAfter(found, record, runtime, waitUntil))
      // Whoever claims it sets another.
      if (!isClaimed) await store.forgetReminder(id, due)
    }
  }

  /** Whether the message was dealt with. */
  async #isPartOfOne(delivery: Delivery, log: Log): Promise<boolean> {
    const { message } = delivery.notification
    const store = storeOf(delivery)
    let own: Found | undefined
    let pointers: readonly Pointer[]
    try {
      ;[own, pointers] = await Promise.all([store.find(message.id), store.pointersAt(message)])
    } catch (error) {
      log.error(
        errorFields(error),
        'It could not be looked up whether the message answers a question; it is taken for a new one',
      )
      return false
    }
    if (own && 'problem' in own.content) return this.#lost(own, delivery, log)
    // Edited since, it is another message.
    if (own && 'record' in own.content && dataOf(own.content.record) !== delivery.notification.data) return false
    if (own) return this.#again(own, delivery, log)
    for (const pointer of pointers) if (await this.#isFor(pointer, delivery, log)) return true
    return false
  }

  async #isFor(pointer: Pointer, delivery: Delivery, log: Log): Promise<boolean> {
    const store = storeOf(delivery)
    const { target } = pointer
    const found = target && (await store.find(target.conversation))
    if (!target || (found && 'problem' in found.content)) {
      await quietly(log, () => store.forget(pointer))
      return this.#lost(found, delivery, log)
    }
    if (!found || !('record' in found.content)) return false
    const { record } = found.content
    if (messagesOf(record).includes(delivery.notification.message.id)) return this.#again(found, delivery, log)
    const question = record.state === 'waiting' ? record.questions[target.question] : undefined
    if (record.state !== 'waiting' || !question || question.answer !== undefined) return false
    if (question.until <= delivery.clock.now()) {
      await this.#conclude(found, record, { none: 'timed_out' }, delivery, log)
      return false
    }
    return this.#read(found, record, question, delivery, log)
  }

  async #read(found: Found, record: GoingRecord, question: Question, delivery: Delivery, log: Log): Promise<boolean> {
    const said = await ownText(delivery, log)
    const message = delivery.notification.message.id
    const reading = readAnswer(said, question.choices)
    if (reading.kind === 'answer') {
      return this.#conclude(found, record, { text: reading.text, message }, delivery, log)
    }
    if (reading.kind === 'cancelled') {
      return this.#conclude(found, record, { none: 'cancelled', message }, delivery, log)
    }
    if (question.choices && this.#options.isCommand(said)) return false
    log.debug({ conversation: found.id }, 'It is none of the choices')
    await delivery.reply(choicesText(question.choices))
    return true
  }

  /** Gives the last question its answer and goes on; false when somebody else has. */
  async #conclude(found: Found, record: GoingRecord, answer: Answer, delivery: Delivery, log: Log): Promise<boolean> {
    const run = await this.#claim(found, answered(record, answer), delivery, log)
    if (run) await this.#run(run, delivery, log)
    return run !== undefined
  }

  /** A message that was delivered before, since the server did not hear the answer, or twice for no reason. */
  async #again(found: Found, delivery: Delivery, log: Log): Promise<boolean> {
    const underWay = this.#running.get(nameOf(delivery, found.id))?.until
    if (underWay) await underWay
    const { content } = underWay ? ((await storeOf(delivery).find(found.id)) ?? found) : found
    if (!('record' in content)) return this.#lost(found, delivery, log)
    const { record } = content
    log.info({ conversation: found.id }, 'The message was delivered before')
    if (record.stretch.message !== delivery.notification.message.id) return true
    if (record.state === 'running' && !underWay) {
      const run = await this.#claim(found, record, delivery, log, true)
      if (run) await this.#run(run, delivery, log)
      return true
    }
    // The process may have died before it had said where the question waits.
    if (record.state === 'waiting') await storeOf(delivery).point(record, keptFor(record, delivery.clock.now()))
    const held = heldReply(record)
    if (held) await delivery.reply(held.content, held.widget === undefined ? {} : { widget: held.widget })
    return true
  }

  /** Takes a conversation on, to run its handler once more; undefined when somebody else does. */
  async #claim(
    { version }: Found,
    record: GoingRecord,
    delivery: Delivery,
    log: Log,
    isDeliveredAgain = false,
  ): Promise<ConversationRun | undefined> {
    const ledger = ledgerOf(delivery, record, version)
    try {
      await ledger.take()
    } catch (error) {
      if (error instanceof StorageConflictError) return undefined
      throw error
    }
    return new ConversationRun({ delivery, ledger, log, isDeliveredAgain })
  }

  async #run(run: ConversationRun, delivery: Delivery, log: Log): Promise<void> {
    await this.#note(nameOf(delivery, run.id), this.#workToItsEnd(run, log))
    if (run.stopped) await this.#stopped(run.stopped, run, delivery, log)
  }

  async #workToItsEnd(run: ConversationRun, log: Log): Promise<void> {
    await this.#options.work(run, log)
    await run.end()
  }

  /** Lets others wait for it as long as it runs. */
  async #note(name: string, until: Promise<void>): Promise<void> {
    const running: Running = { until }
    this.#running.set(name, running)
    try {
      await until
    } finally {
      if (this.#running.get(name) === running) this.#running.delete(name)
      running.until = undefined
    }
  }

  async #stopped(stopped: Stopped, run: ConversationRun, delivery: Delivery, log: Log): Promise<void> {
    if (stopped.kind !== 'waiting') return farewell(stopped, delivery, log)
    log.debug({ conversation: run.id }, 'The handler waits for an answer')
    this.#options.onWaiting()
    const { replaced } = stopped
    if (replaced && replaced.conversation !== run.id) await this.#replace(replaced.conversation, delivery, log)
  }

  async #replace(id: number, delivery: Delivery, log: Log): Promise<void> {
    const found = await storeOf(delivery).find(id)
    const record = goingRecord(found)
    if (found && record?.state === 'waiting') await this.#conclude(found, record, { none: 'replaced' }, delivery, log)
  }

  /**
   * Claims a question whose time is up, or a handler that has written nothing for so long that its process must be gone.
   * Says whether it will be looked after anew.
   */
  async #lookAfter(found: Found, record: GoingRecord, runtime: BotRuntime, waitUntil: WaitUntil): Promise<boolean> {
    const { log } = runtime
    const delivery = deliveryFor(record, runtime)
    if (record.state === 'running' && this.#running.has(nameOf(delivery, found.id))) {
      await storeOf(delivery).remind(found.id, runtime.clock.now() + lease)
      return false
    }
    if (record.state === 'running') {
      log.warn({ conversation: found.id }, 'A conversation stood still; its process must have died. It goes on here')
    }
    const ready = record.state === 'waiting' ? answered(record, { none: 'timed_out' }) : record
    const run = await this.#claim(found, ready, delivery, log)
    if (run) waitUntil(Promise.resolve(this.#run(run, delivery, log)))
    return run !== undefined
  }

  /** A conversation that can't be read; the sender can begin anew. */
  async #lost(found: Found | undefined, delivery: Delivery, log: Log): Promise<true> {
    if (found) await this.#drop(found, storeOf(delivery), log)
    else log.error({}, 'What points to a question can’t be read; it is dropped')
    await delivery.reply('I have lost track of what we were talking about. Please begin again.')
    return true
  }

  async #drop(found: Found, store: ConversationStore, log: Log): Promise<void> {
    const problem = 'problem' in found.content ? found.content.problem : undefined
    log.error({ conversation: found.id, problem }, "A stored conversation can't be read; it is dropped")
    await quietly(log, () => store.remove(found))
  }
}

/** What a map leaves behind when it grows must not hold all that belongs to a run that has ended. */
interface Running {
  until: Promise<void> | undefined
}

type Answer = NonNullable<Question['answer']>

function answered(record: GoingRecord, answer: Answer): GoingRecord {
  const last = record.questions.at(-1)
  if (last) last.answer = answer
  record.stretch = newStretch(answer.message)
  return record
}

const isAddressed = ({ trigger }: Notification) => trigger === triggers.mention || trigger === triggers.directMessage

const nameOf = ({ notification }: Delivery, id: number) => `${notification.bot_email.toLowerCase()} ${id}`

function goingRecord(found: Found | undefined): GoingRecord | undefined {
  const record: Record | undefined = found && 'record' in found.content ? found.content.record : undefined
  return record?.state === 'ended' ? undefined : record
}

/** A delivery for what no message has brought about: replies go as messages. */
function deliveryFor({ notification }: GoingRecord, runtime: BotRuntime): Delivery {
  const { client, owner, ownEmails, storage, clock, log, signal } = runtime
  return {
    id: `conversation-${notification.message.id}`,
    notification,
    client,
    ...(owner && { owner }),
    ownEmails,
    storage,
    clock,
    log,
    signal,
    reply: (content, { widget } = {}) =>
      sendToConversation(
        client,
        notification,
        widget === undefined ? { content } : { content, widget_content: JSON.stringify(widget) },
        log,
      ),
  }
}

/** Does what is no more than tidy. */
async function quietly(log: Log, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    log.warn(errorFields(error), 'Something that is of no use any more could not be taken away')
  }
}

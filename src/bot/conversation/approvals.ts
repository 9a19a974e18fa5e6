import { StorageConflictError } from '../../storage/index.js'
import { asCode, codeSafe } from '../../text/index.js'
import type { Delivery } from '../delivery/delivery.js'
import { senderOf } from '../events/notification.js'
import { errorFields, type Log } from '../log.js'
import { approvalNumber, approvalsText, type Said } from './approval.js'
import { isOneOf, peopleText } from './askedPeople.js'
import { type Found, type GoingRecord, messagesOf, type Question, storeOf } from './conversationStore.js'
import { keptFor } from './ledger.js'

type Answer = NonNullable<Question['answer']>

interface Going {
  /** A message that was delivered before. */
  readonly again: (found: Found) => Promise<boolean>
  /** One that can't be read. */
  readonly lost: (found: Found) => Promise<boolean>
  /** Ends the wait and goes on; false when somebody else has. */
  readonly conclude: (found: Found, record: GoingRecord, answer: Answer) => Promise<boolean>
}

interface Waiting {
  readonly found: Found
  readonly record: GoingRecord
  readonly question: Question
  readonly number: string
}

/** Takes what somebody said as an answer to an approval that waits in the same place; false where there is none. */
export async function answerApproval(said: Said, delivery: Delivery, log: Log, going: Going): Promise<boolean> {
  const { message } = delivery.notification
  const isMeant = ({ number, record }: Waiting) =>
    (said.number === undefined || said.number === number) && (said.kind !== 'cancelled' || isAskedBy(record, delivery))
  for (;;) {
    const all = await storeOf(delivery).approvalsAt(message)
    const before = all.find(({ record }) => record && messagesOf(record).includes(message.id))
    if (before) return going.again(before)
    const [waiting, another] = all.flatMap(waitingIn).filter(isMeant)
    const broken = all.find(({ problem }) => problem !== undefined)
    if (!waiting) return broken ? going.lost(broken) : false
    const { found, record, question } = waiting
    if (question.until <= delivery.clock.now()) {
      await going.conclude(found, record, { none: 'timed_out' })
    } else if (another) {
      await delivery.reply(whichOne(all.flatMap(waitingIn).filter(isMeant)))
      return true
    } else if (await answer(said, waiting, delivery, log, going)) return true
  }
}

/** False when somebody else has answered meanwhile; then what it means is another matter. */
async function answer(said: Said, waiting: Waiting, delivery: Delivery, log: Log, going: Going): Promise<boolean> {
  const { found, record, question } = waiting
  const { answers = [], quorum = 1 } = question
  const { id, name } = senderOf(delivery.notification)
  const messageId = delivery.notification.message.id
  const { kind } = said
  if (kind === 'cancelled') return going.conclude(found, record, { none: kind, message: messageId })
  const refusal = isAskedBy(record, delivery)
    ? 'You have asked for this yourself, so others decide. Say `cancel` to take it back.'
    : await refusalOf(question, delivery, log)
  if (refusal !== undefined) return reply(delivery, refusal)
  if (kind === 'approved' && answers.some(({ user }) => user.id === id)) {
    return reply(delivery, `You have approved this before. ${approvalsText(answers, quorum)}`)
  }
  answers.push({ user: { id, name }, answer: kind, messageId, time: delivery.clock.now() })
  question.answers = answers
  log.info({ conversation: found.id, question: question.about, user: id, answer: kind }, 'An approval was answered')
  if (kind === 'rejected' || answers.length >= quorum) {
    return going.conclude(found, record, { text: kind, message: messageId })
  }
  try {
    await storeOf(delivery).write(found.id, record, found.version, keptFor(record, delivery.clock.now()))
  } catch (error) {
    if (error instanceof StorageConflictError) return false
    throw error
  }
  return reply(delivery, `Thank you. ${approvalsText(answers, quorum)}`)
}

/** Why somebody's answer doesn't count, in words for them; undefined where it does. */
export async function refusalOf({ from }: Question, delivery: Delivery, log: Log): Promise<string | undefined> {
  if (typeof from === 'string') return undefined
  try {
    if (await isOneOf(from, senderOf(delivery.notification).id, delivery)) return undefined
  } catch (error) {
    log.error(errorFields(error), 'It could not be looked up whether the sender may answer')
    return "I couldn't look up whether you may answer that. Please try again."
  }
  return 'users' in from ? 'Only those who were asked may answer that.' : `Only ${peopleText(from)} may answer that.`
}

function waitingIn(found: Found): Waiting[] {
  const { record } = found
  const at = record?.state === 'waiting' ? record.questions.length - 1 : -1
  const question = record?.state === 'waiting' ? record.questions[at] : undefined
  if (record?.state !== 'waiting' || question?.quorum === undefined || question.answer !== undefined) return []
  return [{ found, record, question, number: approvalNumber(found.id, at) }]
}

export const isAskedBy = ({ notification }: GoingRecord, delivery: Delivery) =>
  notification.message.sender_id === senderOf(delivery.notification).id

function whichOne(several: readonly Waiting[]): string {
  const listed = several.map(({ number, question }) => `* ${asCode(number)}: ${codeSafe(question.about ?? '')}`)
  return ['More than one approval waits here. Say its number with your answer:', ...listed].join('\n')
}

async function reply(delivery: Delivery, text: string): Promise<true> {
  await delivery.reply(text)
  return true
}

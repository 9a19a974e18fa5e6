import { asCode, codeSafe } from '../../text/index.js'
import { errorFields } from '../base/log.js'
import { messageKey } from '../base/messageKey.js'
import { senderOf } from '../base/notification.js'
import { isConflict } from '../base/recordStore.js'
import type { Delivery } from '../delivery/delivery.js'
import { isOneOf, peopleText } from '../people/whoMayAnswer.js'
import type { ChooseSentences } from '../sentences/choose.js'
import type { Sentences } from '../sentences/sentences.js'
import { type ApprovalReply, approvalNumber, meaningOf } from './approval.js'
import { type Found, type GoingRecord, type Question, type QuestionAnswer, storeOf } from './conversationStore.js'
import { keptFor } from './ledger.js'
import { isBeside, isNowBeside, tellWhoIsLeft } from './moved.js'

interface Going {
  /** For the person who answered. */
  readonly sentences: Sentences
  readonly sentencesFor: ChooseSentences
  /** Handles a message that was delivered before. */
  readonly again: (found: Found) => Promise<boolean>
  /** Handles a record that can't be read. */
  readonly lost: (found: Found) => Promise<boolean>
  /** Stores the answer and resumes the handler; false if another process already has. */
  readonly conclude: (found: Found, record: GoingRecord, answer: QuestionAnswer) => Promise<boolean>
}

interface Waiting {
  readonly found: Found
  readonly record: GoingRecord
  readonly question: Question
  readonly number: string
}

type Meaning = NonNullable<ReturnType<typeof meaningOf>>

/** Takes a message as an answer to a pending approval in the same place, or in one that has moved there; false if there is none. */
export async function answerApproval(said: ApprovalReply, delivery: Delivery, going: Going): Promise<boolean> {
  for (;;) {
    const { message } = delivery.notification
    const all = await storeOf(delivery).approvalsFor(message)
    const before = all.find(({ record }) => record?.messages.includes(messageKey(message)))
    if (before) return going.again(before)
    const possible = (
      await Promise.all(all.flatMap(waitingIn).map((one) => meaningFor(one, said, delivery, going)))
    ).flat()
    const isAskedHere = ({ waiting }: Meant) => isBeside(waiting.record, delivery)
    const isHere = ({ waiting }: Meant) => isNowBeside(waiting.record, delivery)
    const here = possible.filter(isAskedHere)
    const elsewhere = possible.filter((one) => !isAskedHere(one)).slice(-mostLookedUp)
    const areCome = await Promise.all(elsewhere.map(isHere))
    const come = elsewhere.filter((_, at) => areCome[at])
    const looksUp = here.length + come.length > 1 ? mostListed : 0
    const areLeft = await Promise.all(here.map((one, at) => (at < looksUp ? isHere(one) : undefined)))
    const shown = [...here.filter((_, at) => areLeft[at]), ...come]
    // While one is here, those that have moved away aren't meant.
    const inPlace = [...here.filter((_, at) => areLeft[at] !== false), ...come]
    const meant = inPlace.length > 0 ? inPlace : here
    const [first, another] = meant
    if (!first) {
      const broken = all.find(({ problem }) => problem !== undefined)
      return broken && meaningOf(said.word, going.sentences) ? going.lost(broken) : false
    }
    const { waiting, meaning } = first
    const { found, record, question } = waiting
    if (question.until <= delivery.clock.now()) {
      await going.conclude(found, record, { none: 'timed_out' })
    } else if (another) {
      await delivery.reply(whichOne(meant, shown, going.sentences))
      return true
    } else if (await answer(meaning, waiting, delivery, going)) return true
  }
}

interface Meant {
  readonly waiting: Waiting
  readonly meaning: Meaning
}

/** The meaning of a word, in English or in the language of the person who answers or asked; empty if it has none. */
async function meaningFor(
  waiting: Waiting,
  { word, number, isDoubted }: ApprovalReply,
  delivery: Delivery,
  going: Going,
): Promise<Meant[]> {
  const { record } = waiting
  if (number !== undefined && number !== waiting.number) return []
  const { storage, log } = delivery
  const asked = await going.sentencesFor({ notification: record.notification, storage, log })
  const meaning = meaningOf(word, going.sentences) ?? meaningOf(word, asked)
  if (meaning === undefined || (meaning === 'approved' && isDoubted)) return []
  if (meaning === 'cancelled' && !isAskedBy(record, delivery)) return []
  return [{ waiting, meaning }]
}

/** How many pending approvals of one topic are looked up for a message that may mean several; the oldest. */
const mostListed = 10

/** How many pending questions of other topics are looked up for a message; the newest. */
export const mostLookedUp = 3

/** False if somebody else has answered meanwhile: then it has to be judged again. */
async function answer(meaning: Meaning, waiting: Waiting, delivery: Delivery, going: Going): Promise<boolean> {
  const { sentences } = going
  const { found, record, question } = waiting
  const { answers = [], quorum = 1 } = question
  const { id, name } = senderOf(delivery.notification)
  const message = messageKey(delivery.notification.message)
  const followConversation = async () => {
    if (isBeside(record, delivery) && !(await isNowBeside(record, delivery))) delivery.answer(record.notification)
  }
  const progress = async (sentence: string) => {
    await tellWhoIsLeft(record, delivery, going.sentencesFor)
    return reply(delivery, sentence, sentences.approvalsSoFar(answers.length, quorum))
  }
  if (meaning === 'cancelled') {
    await followConversation()
    return going.conclude(found, record, { none: meaning, message })
  }
  const refusal = isAskedBy(record, delivery)
    ? sentences.othersDecide(asCode(sentences.cancelWord))
    : await refusalOf(question, delivery, sentences)
  if (refusal !== undefined) return reply(delivery, refusal)
  await followConversation()
  if (meaning === 'approved' && answers.some(({ user }) => user.id === id)) {
    return progress(sentences.approvedBefore)
  }
  const { log, clock } = delivery
  const messageId = delivery.notification.message.id
  answers.push({ user: { id, name }, answer: meaning, messageId, time: clock.now() })
  question.answers = answers
  log.info({ conversation: found.id, question: question.about, user: id, answer: meaning }, 'An approval was answered')
  if (meaning === 'rejected' || answers.length >= quorum) {
    return going.conclude(found, record, { text: meaning, message })
  }
  record.messages.push(message)
  try {
    await storeOf(delivery).write(found.id, record, found.version, keptFor(record, clock.now()))
  } catch (error) {
    if (isConflict(error)) return false
    throw error
  }
  return progress(sentences.approvalNoted)
}

/** Tells the sender why their answer doesn't count; undefined if it does. */
export async function refusalOf(
  { from }: Question,
  delivery: Delivery,
  sentences: Sentences,
): Promise<string | undefined> {
  if (typeof from === 'string') return undefined
  try {
    if (await isOneOf(from, senderOf(delivery.notification).id, delivery)) return undefined
  } catch (error) {
    delivery.log.error(errorFields(error), 'Failed to look up whether the sender may answer')
    return sentences.rightUnknown
  }
  return sentences.onlyTheyMayAnswer('users' in from ? undefined : peopleText(from, sentences))
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

/** @param shown Those that may be read here; of others, only the number is listed. */
function whichOne(several: readonly Meant[], shown: readonly Meant[], sentences: Sentences): string {
  const listed = several.map((one) => {
    const { number, question } = one.waiting
    return `* ${asCode(number)}${shown.includes(one) ? `: ${codeSafe(question.about ?? '')}` : ''}`
  })
  return [sentences.whichApproval, ...listed].join('\n')
}

async function reply(delivery: Delivery, ...sentences: readonly string[]): Promise<true> {
  await delivery.reply(sentences.join(' '))
  return true
}

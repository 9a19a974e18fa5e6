import { type Notification, readNotification } from '../../protocol/index.js'
import { type Ended, type Going, type Reply, Stored } from './stored.js'

/** A conversation as it is stored. */
export type Record = GoingRecord | EndedRecord
export type GoingRecord = Omit<Going, 'notification'> & { notification: Notification }
export type EndedRecord = Ended
export type HeldReply = Reply

/** Reads what is stored; gives what is wrong with it where it can't be read. */
export function readRecord(text: string): { readonly record: Record } | { readonly problem: string } {
  try {
    const checked = Stored.safeParse(JSON.parse(text))
    if (!checked.success) {
      return { problem: checked.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ') }
    }
    const { data } = checked
    if (data.state === 'ended') return { record: data }
    const read = readNotification(data.notification)
    if (read.ok) return { record: { ...data, notification: read.notification } }
    return { problem: `the message: ${read.problems.map(({ path, problem }) => `${path}: ${problem}`).join('; ')}` }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

/** The first record of a conversation that a message begins. The bot's secret, which is in a notification, is not kept. */
export function newRecord(notification: Notification, stretch: GoingRecord['stretch']): GoingRecord {
  return {
    format: 1,
    state: 'running',
    notification: { ...notification, token: '' },
    steps: [],
    questions: [],
    stretch,
    due: 0,
  }
}

/** What the handler says from here on is said in the answer to this message, if there is one. */
export function newStretch(message: number | undefined): GoingRecord['stretch'] {
  return message === undefined ? { replies: [], isSent: false } : { message, replies: [], isSent: false }
}

/**
 * The reply that was held to be the webhook's own answer. A server that delivers the message again has not seen it.
 */
export function heldReply({ stretch }: Record): HeldReply | undefined {
  return stretch.replies.length === 1 && !stretch.isSent ? stretch.replies[0] : undefined
}

/** What is left of it after its end. */
export function endedRecord(record: GoingRecord): EndedRecord {
  const { notification, stretch } = record
  return { format: 1, state: 'ended', data: notification.data, messages: messagesOf(record), stretch }
}

/** The messages that were part of it: the first one, and those that were answers. */
export function messagesOf(record: Record): number[] {
  if (record.state === 'ended') return record.messages
  const answers = record.questions.flatMap(({ answer }) => (answer?.message === undefined ? [] : [answer.message]))
  return [record.notification.message.id, ...answers]
}

import {
  type Dialect,
  disallowedNetworkStatus,
  failureNotices,
  failureText,
  type Message,
  noticeText,
  ownerNotices,
} from '../../protocol/index.js'
import { topicPath } from '../realm/messages/narrowLinks.js'
import { answerText } from './answerText.js'
import type { AttemptResult } from './attemptResult.js'
import { pythonBytesRepr, pythonRepr } from './pythonRepr.js'

/** What is said of a failure: to everybody in the conversation, and to the bot's owner below the first line. */
export interface FailureNotices {
  readonly inConversation: string
  readonly toOwner: string
}

type Answered = Extract<AttemptResult, { kind: 'answered' }>

/** Of a good answer that could not be used or posted. */
export function refusedAnswer(dialect: Dialect, answer: Answered, reason: string): FailureNotices {
  const { brand } = dialect.words
  return {
    inConversation: failureText(reason),
    toOwner: noticeText(ownerNotices.refused, { brand, error: reason }) + payload(repr(answer)),
  }
}

/** Of an answer whose status is no success. */
export function badStatus({ status, body }: Answered): FailureNotices {
  const line =
    status === disallowedNetworkStatus ? ownerNotices.disallowedNetwork : noticeText(ownerNotices.status, { status })
  return {
    inConversation: failureText(failureNotices.status, { status }),
    toOwner: line + payload(body.length === 0 ? '' : pythonBytesRepr(body.subarray(0, longest))),
  }
}

/** Of a bot that could not be reached in any attempt. */
export function unavailable(
  result: Extract<AttemptResult, { kind: 'timeout' | 'connection error' }>,
  timeout: number,
): FailureNotices {
  const line =
    result.kind === 'timeout' ? noticeText(ownerNotices.timeout, { seconds: timeout / 1000 }) : ownerNotices.connection
  return { inConversation: failureText(failureNotices.unavailable), toOwner: line }
}

/** Of an exchange that broke in another way. */
export function brokenExchange(
  dialect: Dialect,
  { type, text }: Extract<AttemptResult, { kind: 'exception' }>,
  content: string,
): FailureNotices {
  return {
    inConversation: failureText(failureNotices.exception, { type, content, brand: bareBrand(dialect) }),
    toOwner: noticeText(ownerNotices.exception, { type, text }),
  }
}

/** The brand where an article stands before it already. */
function bareBrand({ words }: Dialect): string {
  return words.brand.replace(/^the /, '')
}

/** The whole direct message to the owner. */
export function ownerMessage(site: string, message: Message, botName: string, notice: string): string {
  const first = noticeText(ownerNotices.triggered, { link: site + messagePath(message), bot: botName })
  return `${first}\n${notice}`
}

/** Characters of an answer that are shown to an owner; the message they go into is cut far below that. */
const longest = 100_000

function repr({ body, type }: Answered): string {
  const text = answerText(body, type)
  return text === '' ? '' : pythonRepr(text.slice(0, longest))
}

function payload(written: string): string {
  return written === '' ? '' : `\n${noticeText(ownerNotices.payload, { payload: written })}`
}

/** The path at which the web client shows a message. */
function messagePath(message: Message): string {
  if (message.type === 'private') {
    const ids = message.display_recipient.map(({ id }) => id).sort((one, other) => one - other)
    return `/#narrow/dm/${ids.join(',')}-pm/near/${message.id}`
  }
  const channel = { id: message.stream_id, name: message.display_recipient }
  return `${topicPath(channel, message.subject)}/near/${message.id}`
}

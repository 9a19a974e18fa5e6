import {
  type Dialect,
  disallowedNetworkStatus,
  failureNotices,
  failureText,
  type Message,
  noticeText,
  ownerNotices,
} from '../../protocol/index.js'
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
    inConversation: failureText(failureNotices.exception, { type, content, brand: dialect.words.brand }),
    toOwner: noticeText(ownerNotices.exception, { type, text }),
  }
}

/** The whole direct message to the owner. */
export function ownerMessage(site: string, message: Message, botName: string, notice: string): string {
  const first = noticeText(ownerNotices.triggered, { link: `${site}/${narrowLink(message)}`, bot: botName })
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

/** Where the web page shows a message. */
function narrowLink(message: Message): string {
  if (message.type === 'private') {
    const ids = message.display_recipient.map(({ id }) => id).sort((one, other) => one - other)
    return `#narrow/dm/${ids.join(',')}-pm/near/${message.id}`
  }
  const channel = hashPart(`${message.stream_id}-${message.display_recipient.replaceAll(' ', '-')}`)
  return `#narrow/channel/${channel}/topic/${hashPart(message.subject)}/near/${message.id}`
}

/** One part of such a link: percent-encoded through and through, with a dot for every percent sign. */
function hashPart(text: string): string {
  return encodeURIComponent(text)
    .replace(/[!'()*.]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%', '.')
}

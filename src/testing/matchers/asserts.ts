import type { EndpointName } from '../../protocol/index.js'
import type { MessageToTouch, TestChat, Where } from '../chat.js'
import { called, type ExpectedParameters, type Replied, reacted, replied, said } from './checks.js'
import type { ExpectedText } from './fits.js'
import type { Verdict } from './verdict.js'

/** A chat went another way than a test expects. The message shows the chat. */
export class ChatAssertionError extends Error {
  override readonly name = 'ChatAssertionError'
  readonly code = 'ERR_ASSERTION'
}

/**
 * What `say`, `dm`, `advance` and the like gave is just these texts, in this order; without any, it is not nothing. A chat
 * stands for the replies to what somebody said last. For test runners without `expect`, such as `node:test`.
 *
 * @throws {ChatAssertionError} when it is not
 * @example `assertReplied(await chat.as('iago').say('@**Echo** hi'), 'You said: hi')`
 */
export function assertReplied(to: Replied, ...expected: readonly ExpectedText[]): void {
  demand(replied(to, expected), true)
}

/** The bot said nothing. @throws {ChatAssertionError} when it did */
export function assertNoReply(to: Replied): void {
  demand(replied(to, []), false)
}

/** The bot has said this at some time, in a place or anywhere. @throws {ChatAssertionError} when it has not */
export function assertSaid(chat: TestChat, expected: ExpectedText, where?: Where): void {
  demand(said(chat, expected, where), true)
}

/** An emoji of the bot is on a message, or on any. @throws {ChatAssertionError} when it is not */
export function assertReacted(chat: TestChat, emoji: string, message?: MessageToTouch): void {
  demand(reacted(chat, emoji, message), true)
}

/**
 * The bot has made a call that the server took. Parameters that are not named may be anything.
 *
 * @throws {ChatAssertionError} when it has not
 */
export function assertCalled<Name extends EndpointName>(
  chat: TestChat,
  endpoint: Name,
  parameters?: ExpectedParameters<Name>,
): void {
  demand(called(chat, endpoint, parameters), true)
}

/** The bot has made no such call that the server took. @throws {ChatAssertionError} when it has */
export function assertNotCalled<Name extends EndpointName>(
  chat: TestChat,
  endpoint: Name,
  parameters?: ExpectedParameters<Name>,
): void {
  demand(called(chat, endpoint, parameters), false)
}

function demand({ pass, message }: Verdict, wanted: boolean): void {
  if (pass !== wanted) throw new ChatAssertionError(message())
}

import { EarshotError } from '../../errors.js'
import type { EndpointName } from '../../protocol/index.js'
import type { MessageToTouch, TestChat, Where } from '../chat.js'
import {
  called,
  type ExpectedParameters,
  type ExpectedText,
  type Replied,
  reacted,
  replied,
  said,
  type Verdict,
} from './checks.js'

/** A chat differs from what the test expects. The message shows the chat. */
export class ChatAssertionError extends EarshotError {
  override readonly name = 'ChatAssertionError'

  constructor(message: string) {
    super('assertion_failed', message)
  }
}

/**
 * Asserts that the replies which `say`, `dm`, `advance` and the like returned are exactly these texts, in this order;
 * without texts, that there is any reply. A chat stands for the replies to the latest message. For test runners without
 * `expect`, such as `node:test`.
 *
 * @throws {ChatAssertionError} if they aren't
 * @example `assertReplied(await chat.as('iago').say('@**Echo** hi'), 'You said: hi')`
 */
export function assertReplied(to: Replied, ...expected: readonly ExpectedText[]): void {
  demand(replied(to, expected), true)
}

/** Asserts that the bot said nothing. @throws {ChatAssertionError} if it did */
export function assertNoReply(to: Replied): void {
  demand(replied(to, []), false)
}

/** Asserts that the bot has said this, in a place or anywhere. @throws {ChatAssertionError} if it hasn't */
export function assertSaid(chat: TestChat, expected: ExpectedText, where?: Where): void {
  demand(said(chat, expected, where), true)
}

/** Asserts that the bot has reacted to a message, or to any. @throws {ChatAssertionError} if it hasn't */
export function assertReacted(chat: TestChat, emoji: string, message?: MessageToTouch): void {
  demand(reacted(chat, emoji, message), true)
}

/**
 * Asserts that the bot has made a call that the server accepted. Parameters that are left out may be anything.
 *
 * @throws {ChatAssertionError} if it hasn't
 */
export function assertCalled<Name extends EndpointName>(
  chat: TestChat,
  endpoint: Name,
  parameters?: ExpectedParameters<Name>,
): void {
  demand(called(chat, endpoint, parameters), true)
}

/** Asserts that the bot has made no such call that the server accepted. @throws {ChatAssertionError} if it has */
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

/**
 * Matchers for a framework that has `expect.extend`. For Vitest, `import 'earshot/testing/vitest'` does that, and brings
 * their types.
 *
 * @example `expect.extend(matchers)`
 */
export const matchers = {
  toHaveReplied: (to: Replied, ...expected: readonly ExpectedText[]): Verdict => replied(to, expected),
  toHaveSaid: said,
  toHaveReacted: reacted,
  toHaveCalled: called,
}

/** The matchers of `expect` once it is extended; `Result` is the return type of the framework's own matchers. */
export interface ChatMatchers<Result = void> {
  /**
   * The replies that `say`, `dm`, `advance` and the like returned are exactly these texts, in this order; without texts,
   * there is any reply. A chat stands for the replies to the latest message.
   *
   * @example `expect(await chat.as('iago').say('@**Echo** hi')).toHaveReplied('You said: hi')`
   */
  toHaveReplied(...expected: readonly ExpectedText[]): Result
  /** The bot has said this, in a place or anywhere. */
  toHaveSaid(expected: ExpectedText, where?: Where): Result
  /** The bot has reacted to a message, or to any. */
  toHaveReacted(emoji: string, message?: MessageToTouch): Result
  /**
   * The bot has made a call that the server accepted. Parameters that are left out may be anything.
   *
   * @example `expect(chat).toHaveCalled('users.setOwnStatus', { status_text: /baking/ })`
   */
  toHaveCalled<Name extends EndpointName>(endpoint: Name, parameters?: ExpectedParameters<Name>): Result
}

import type { EndpointName } from '../../protocol/index.js'
import type { MessageToTouch, TestChat, Where } from '../chat.js'
import { called, type ExpectedParameters, type Replied, reacted, replied, said } from './checks.js'
import type { ExpectedText } from './fits.js'
import type { Verdict } from './verdict.js'

/**
 * Matchers for a framework that has `expect.extend`. For Vitest, `import 'earshot/testing/vitest'` does that, and brings
 * their types.
 *
 * @example `expect.extend(matchers)`
 */
export const matchers = {
  toHaveReplied: (to: Replied, ...expected: readonly ExpectedText[]): Verdict => replied(to, expected),
  toHaveSaid: (chat: TestChat, expected: ExpectedText, where?: Where): Verdict => said(chat, expected, where),
  toHaveReacted: (chat: TestChat, emoji: string, message?: MessageToTouch): Verdict => reacted(chat, emoji, message),
  toHaveCalled: <Name extends EndpointName>(
    chat: TestChat,
    endpoint: Name,
    parameters?: ExpectedParameters<Name>,
  ): Verdict => called(chat, endpoint, parameters),
}

/** What `expect` has once it is extended; `Result` is what the framework's own matchers return. */
export interface ChatMatchers<Result = void> {
  /**
   * What `say`, `dm`, `advance` and the like gave is just these texts, in this order; without any, it is not nothing. A
   * chat stands for the replies to what somebody said last.
   *
   * @example `expect(await chat.as('iago').say('@**Echo** hi')).toHaveReplied('You said: hi')`
   */
  toHaveReplied(...expected: readonly ExpectedText[]): Result
  /** The bot has said this at some time, in a place or anywhere. */
  toHaveSaid(expected: ExpectedText, where?: Where): Result
  /** An emoji of the bot is on a message, or on any. */
  toHaveReacted(emoji: string, message?: MessageToTouch): Result
  /**
   * The bot has made a call that the server took. Parameters that are not named may be anything.
   *
   * @example `expect(chat).toHaveCalled('users.setOwnStatus', { status_text: /baking/ })`
   */
  toHaveCalled<Name extends EndpointName>(endpoint: Name, parameters?: ExpectedParameters<Name>): Result
}

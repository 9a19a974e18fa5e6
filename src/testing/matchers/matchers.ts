import type { EndpointName } from '../../protocol/index.js'
import type { MessageToTouch, Where } from '../chat.js'
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

/**
 * Matchers for a framework that has `expect.extend`. For Vitest, `import 'earshot/testing/vitest'` does that, and brings
 * their types. Without `expect`, such as in `node:test`, call them: each returns whether it passes, and why not.
 *
 * @example `expect.extend(matchers)`
 * @example `const { pass, message } = matchers.toHaveReplied(await chat.as('iago').say('@**Echo** hi'), 'You said: hi')`
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

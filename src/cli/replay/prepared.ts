import { type NotificationProblem, readNotification } from '../../protocol/index.js'
import { isObject } from '../../values.js'
import type { Recorded } from './recorded.js'

export interface Changes {
  /** The token to send; undefined leaves the recorded one. */
  readonly token: string | undefined
  /** An ID for the message, so that the bot does not take it for one that it has answered; undefined leaves it. */
  readonly messageId: number | undefined
}

/** A delivery that is ready to be sent, and what is wrong with it. */
export interface Prepared {
  readonly body: string
  readonly bot: string
  readonly messageId: number | undefined
  /** Wrong fields without which a receiver can't act, and so refuses the delivery. */
  readonly problems: readonly NotificationProblem[]
  /** Wrong fields that a receiver can do without. */
  readonly warnings: readonly NotificationProblem[]
}

/** Puts token and message ID into a delivery and holds it against the contract. */
export function prepared(recorded: Recorded, changes: Changes): Prepared {
  const { json, text } = recorded
  if (!isObject(json)) {
    const problem = { path: 'body', problem: json === undefined ? 'is no JSON' : 'is no object' }
    return { body: text, bot: 'nobody', messageId: undefined, problems: [problem], warnings: [] }
  }
  const changed = withChanges(json, changes)
  const read = readNotification(changed)
  const { message, bot_email: bot } = changed
  return {
    // What was not changed goes out as it was written.
    body: changed === json ? text : JSON.stringify(changed),
    bot: typeof bot === 'string' ? bot : 'nobody',
    messageId: isObject(message) && typeof message.id === 'number' ? message.id : undefined,
    problems: read.ok ? [] : read.problems,
    warnings: read.ok ? read.warnings : [],
  }
}

function withChanges(json: Readonly<Record<string, unknown>>, { token, messageId }: Changes) {
  const { message } = json
  const isNumbered = isObject(message) && typeof message.id === 'number'
  if (token === undefined && (messageId === undefined || !isNumbered)) return json
  return {
    ...json,
    ...(token !== undefined && { token }),
    ...(messageId !== undefined && isNumbered && { message: { ...message, id: messageId } }),
  }
}

/** Whether the token of a delivery was masked, as in what a simulator exports. */
export function isMasked({ json }: Recorded): boolean {
  return isObject(json) && typeof json.token === 'string' && /^\*+$/.test(json.token)
}

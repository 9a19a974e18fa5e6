import { type Message, resolvedTopicMark } from '../../../protocol/index.js'
import type { QueueNarrow } from '../world/eventQueues.js'
import { refuse } from '../world/refusal.js'
import type { World } from '../world/world.js'

/** Refuses operators that event queues don't support. Unknown operands are accepted. @throws {Refusal} */
export function checkQueueNarrow(world: World, narrow: QueueNarrow): void {
  for (const [operator, operand] of narrow) {
    const isKnown = operator === 'channel' ? world.has('channelNarrows') : Object.hasOwn(queueOperators, operator)
    if (!isKnown) refuse('operatorNotSupported', { operator })
    if (operator === 'is' && operand === 'followed' && world.has('followedNarrow')) {
      refuse('operandNotSupported', { operand })
    }
  }
}

/** Whether a message that is about to go into an event queue meets the queue's conditions. */
export function fitsQueue(world: World, narrow: QueueNarrow, seen: SeenMessage): boolean {
  return narrow.every(([operator, operand]) => queueOperators[operator]?.(world, seen, operand) !== false)
}

/** A message as the client sees it: what it sees decides, not what is stored. */
interface SeenMessage {
  readonly message: Message
  readonly flags: readonly string[]
}

type QueueOperator = (world: World, seen: SeenMessage, operand: string) => boolean

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Only names are understood here, no IDs. */
const inChannelNamed: QueueOperator = (_, { message }, operand) =>
  message.type === 'stream' && isSame(message.display_recipient, operand)

const queueOperators: Readonly<Record<string, QueueOperator>> = {
  channel: inChannelNamed,
  stream: inChannelNamed,
  topic: (_, { message }, operand) => message.type === 'stream' && isSame(message.subject, operand),
  sender: (_, { message }, operand) => isSame(message.sender_email, operand),
  is: (world, seen, operand) => queueStates[operand]?.(world, seen) !== false,
}

/** An operand of `is` that isn't here fits all messages. */
const queueStates: Readonly<Record<string, (world: World, seen: SeenMessage) => boolean>> = {
  dm: (world, { message }) => !world.has('directNarrows') || message.type === 'private',
  private: (_, { message }) => message.type === 'private',
  starred: (_, { flags }) => flags.includes('starred'),
  unread: (_, { flags }) => !flags.includes('read'),
  mentioned: (_, { flags }) => flags.includes('mentioned'),
  // Alert words are compared with the same flag.
  alerted: (_, { flags }) => flags.includes('mentioned'),
  resolved: (_, { message }) => message.type === 'stream' && message.subject.startsWith(resolvedTopicMark),
}

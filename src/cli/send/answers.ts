import { type Client, type Clock, pause } from '../../client/index.js'
import type { Message } from '../../protocol/index.js'
import type { MessageDestination } from './place.js'

export interface AnswersOptions {
  readonly client: Client
  readonly clock: Clock
  /** Maximum time in milliseconds. */
  readonly wait: number
  /** ID of the message to be answered. */
  readonly after: number
  readonly place: MessageDestination
  readonly onAnswer: (message: Message) => void
  /** Whether it is known that no answer will come. */
  readonly isOver: () => Promise<boolean>
}

/** Waits until it is known that no answer will come, a second after the newest answer, or until the time is up. */
export async function answersTo(waiting: AnswersOptions): Promise<readonly Message[]> {
  const { clock, wait, onAnswer, isOver } = waiting
  const answers = new Map<number, Message>()
  const until = clock.now() + wait
  let quietSince = clock.now()
  let wasOver = false
  while (true) {
    const news = (await newMessages(waiting)).filter(({ id }) => !answers.has(id))
    for (const message of news) {
      answers.set(message.id, message)
      onAnswer(message)
    }
    if (news.length > 0) quietSince = clock.now()
    const isQuiet = clock.now() - quietSince >= quiet
    // Polls once more after the end, for answers posted since the last poll.
    if (isQuiet && (answers.size > 0 || wasOver)) return [...answers.values()]
    wasOver = await isOver()
    if (clock.now() >= until) return [...answers.values()]
    await pause(clock, Math.min(between, until - clock.now()))
  }
}

/** Milliseconds without a further answer after which waiting ends. */
const quiet = 1_000
/** Milliseconds between two polls. */
const between = 200

async function newMessages({ client, after, place }: AnswersOptions): Promise<readonly Message[]> {
  const found = new Map<number, Message>()
  for (const narrow of place.narrows) {
    const { messages } = await client.messages.list({
      narrow,
      anchor: after,
      include_anchor: false,
      num_before: 0,
      num_after: 100,
      apply_markdown: false,
    })
    for (const message of messages) if (message.sender_email !== client.email) found.set(message.id, message)
  }
  return [...found.values()].sort((one, other) => one.id - other.id)
}

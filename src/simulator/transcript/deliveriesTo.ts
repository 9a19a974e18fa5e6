import type { JournalEntry } from '../journal/entries.js'

/** The deliveries to a bot, as far as the journal has been read. */
export interface DeliveriesTo {
  take(entry: JournalEntry): void
  /** The message that the bot was most likely working on; undefined if none was delivered. */
  messageBehind(done: { readonly reply?: number; readonly by: ReadonlySet<number> }): number | undefined
  /** The bot has a delivery that it hasn't answered yet. */
  readonly isAtWork: boolean
  /** A delivery to any bot is under way. Playing a transcript waits until none is. */
  readonly isBusy: boolean
}

/** Follows the deliveries to a bot. `replies` are the messages that deliveries brought, with what each answers. */
export function createDeliveriesTo(bot: number, replies: ReadonlyMap<number, number>): DeliveriesTo {
  /** The messages of deliveries under way, by delivery. */
  const underWay = new Map<number, number>()
  const busy = new Set<number>()
  let latest: number | undefined

  return {
    take(entry) {
      if (entry.kind !== 'delivery') return
      if (entry.stage === 'queued' && entry.bot.user_id === bot) {
        underWay.set(entry.delivery, entry.messageId)
        latest = entry.messageId
      }
      // One that is held back waits for somebody, not for time to pass.
      if (entry.stage === 'attempted' || (entry.stage === 'queued' && entry.outcome !== 'held'))
        busy.add(entry.delivery)
      if (entry.stage !== 'ended') return
      underWay.delete(entry.delivery)
      busy.delete(entry.delivery)
    },
    messageBehind({ reply, by }) {
      const answered = reply === undefined ? undefined : replies.get(reply)
      if (answered !== undefined) return answered
      const candidates = [...underWay.values()]
      return candidates.find((message) => by.has(message)) ?? candidates[0] ?? latest
    },
    get isAtWork() {
      return underWay.size > 0
    },
    get isBusy() {
      return busy.size > 0
    },
  }
}

/** The replies of bots, each with the message that it answers. */
export function repliesIn(entries: readonly JournalEntry[]): ReadonlyMap<number, number> {
  const about = new Map<number, number>()
  const replies = new Map<number, number>()
  for (const entry of entries) {
    if (entry.kind !== 'delivery') continue
    if (entry.stage === 'queued') about.set(entry.delivery, entry.messageId)
    const message = about.get(entry.delivery)
    if (entry.stage === 'ended' && typeof entry.replyId === 'number' && message !== undefined)
      replies.set(entry.replyId, message)
  }
  return replies
}

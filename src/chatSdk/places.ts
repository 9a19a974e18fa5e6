import type { StateAdapter } from 'chat'
import type { Delivery, Destination } from '../bot/index.js'
import { decodeThreadId, encodeThreadId, type ZulipThreadId } from './threadId.js'

/**
 * Where the topics of threads are now. A topic that was renamed or moved has another thread ID; what is posted to the old one
 * still arrives, and never where others could read it than those who can read what it answers.
 */
export class Places {
  readonly #state: () => StateAdapter
  /** The newest message of a thread, which knows where it is now. */
  readonly #newest = new Map<string, Delivery>()

  constructor(state: () => StateAdapter) {
    this.#state = state
  }

  /** Notes that a message came in a thread: whatever moved away from there, that is where the thread is. */
  async note(threadId: string, delivery: Delivery): Promise<void> {
    this.#newest.delete(threadId)
    this.#newest.set(threadId, delivery)
    const [oldest] = this.#newest.keys()
    if (this.#newest.size > remembered && oldest !== undefined) this.#newest.delete(oldest)
    const move = await this.#move(threadId)
    if (move !== null && delivery.notification.message.id > move.last) await this.#state().delete(movedKey(threadId))
  }

  /**
   * Notes that a whole topic was renamed or moved, and takes its subscription along.
   * @param last ID of the newest message that was moved.
   */
  async moved(from: string, to: string, last: number): Promise<void> {
    const state = this.#state()
    await state.delete(movedKey(to))
    await state.set(movedKey(from), { to, last } satisfies Move, aliasAge)
    if (!(await state.isSubscribed(from))) return
    await state.subscribe(to)
    await state.unsubscribe(from)
  }

  /** The thread as it is now. */
  async current(threadId: string): Promise<string> {
    let current = threadId
    for (let moves = 0; moves < mostMoves; moves += 1) {
      const next = await this.#move(current)
      if (next === null || next.to === threadId) return current
      current = next.to
    }
    return current
  }

  /**
   * Where to send what is for a thread: to the sender directly if the thread's newest message is gone, since it may be where the
   * bot can't read it. After an hour nothing answers that message any more.
   * @throws the client's errors if the server can't be asked.
   */
  async find(threadId: string): Promise<CurrentPlace> {
    const current = await this.current(threadId)
    const thread = decodeThreadId(current)
    const newest = this.#newest.get(threadId)
    if (newest === undefined || thread.kind === 'direct' || current !== threadId) return at(thread)
    const place = await newest.place()
    if (place === undefined && newest.duration < anHour) {
      return at({ kind: 'direct', userIds: [newest.notification.message.sender_id] })
    }
    if (place === undefined || !('channel' in place)) return at(thread)
    return at({ kind: 'topic', channelId: Number(place.channel), topic: place.topic })
  }

  #move(threadId: string): Promise<Move | null> {
    return this.#state().get<Move>(movedKey(threadId))
  }
}

interface Move {
  readonly to: string
  /** ID of the newest message that was moved. */
  readonly last: number
}

export interface CurrentPlace {
  readonly threadId: string
  readonly destination: Destination
}

function at(thread: ZulipThreadId): CurrentPlace {
  const destination =
    thread.kind === 'direct' ? { to: thread.userIds } : { channel: thread.channelId, topic: thread.topic }
  return { threadId: encodeThreadId(thread), destination }
}

const movedKey = (threadId: string) => `zulip:moved:${threadId}`

/** Milliseconds. */
const anHour = 3_600_000
/** Threads whose newest messages are kept. */
const remembered = 500
/** Renames in a row that are followed. */
const mostMoves = 20
/** Milliseconds. The Chat SDK keeps the state of a thread for as long. */
const aliasAge = 30 * 86_400_000

import { type StateAdapter, THREAD_STATE_TTL_MS } from 'chat'
import { type Delivery, type Destination, senderOf } from '../bot/index.js'
import { decodeThreadId, encodeThreadId, type ZulipThreadId } from './threadId.js'

/**
 * Where threads are now. Renaming or moving a topic changes its thread ID. Posts to the old ID follow the topic, but never to a
 * place where people could read them who can't read the message that they answer.
 */
export class ThreadPlaces {
  readonly #state: () => StateAdapter
  /** By thread ID: the newest delivery, which can look up where its message is now. */
  readonly #newest = new Map<string, Delivery>()

  constructor(state: () => StateAdapter) {
    this.#state = state
  }

  /** Notes a message in a thread that is new, or that something was done to. If the thread had moved away, posts no longer follow that move. */
  async note(threadId: string, delivery: Delivery): Promise<void> {
    this.#newest.delete(threadId)
    this.#newest.set(threadId, delivery)
    const [oldest] = this.#newest.keys()
    if (this.#newest.size > mostNewest && oldest !== undefined) this.#newest.delete(oldest)
    const move = await this.#move(threadId)
    if (move !== null && delivery.notification.message.id > move.last) await this.#state().delete(movedKey(threadId))
  }

  /**
   * Notes that a whole topic was renamed or moved, and moves its subscription and what the bot keeps of the thread.
   * @param last The ID of the newest message that was moved.
   */
  async noteMove(from: string, to: string, last: number): Promise<void> {
    const state = this.#state()
    await state.delete(movedKey(to))
    await state.set(movedKey(from), { to, last } satisfies Move, THREAD_STATE_TTL_MS)
    const kept = await state.get(threadStateKey(from))
    if (kept !== null) {
      await state.set(threadStateKey(to), kept, THREAD_STATE_TTL_MS)
      await state.delete(threadStateKey(from))
    }
    if (!(await state.isSubscribed(from))) return
    await state.subscribe(to)
    await state.unsubscribe(from)
  }

  /** The thread's ID after all moves. */
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
   * Where to post to a thread. If the message that came last can't be found, or the server doesn't say where it is, that is a
   * direct message to who sent it or reacted to it: it may have been moved to where the bot can't read. This holds for an hour, after which nothing answers that message any more.
   * @throws The client's errors, if the server can't be asked.
   */
  async find(threadId: string): Promise<CurrentPlace> {
    const current = await this.current(threadId)
    const thread = decodeThreadId(current)
    const newest = this.#newest.get(threadId)
    if (newest === undefined || thread.kind === 'direct' || current !== threadId) return placeOf(thread)
    const place = await newest.placeIfKnown()
    if (place === undefined && newest.duration < anHour) {
      return placeOf({ kind: 'direct', userIds: [senderOf(newest.notification).id] })
    }
    if (place === undefined || !('channel' in place)) return placeOf(thread)
    return placeOf({ kind: 'topic', channelId: Number(place.channel), topic: place.topic })
  }

  #move(threadId: string): Promise<Move | null> {
    return this.#state().get<Move>(movedKey(threadId))
  }
}

interface Move {
  readonly to: string
  /** The ID of the newest message that was moved. */
  readonly last: number
}

export interface CurrentPlace {
  readonly threadId: string
  readonly destination: Destination
}

function placeOf(thread: ZulipThreadId): CurrentPlace {
  const destination =
    thread.kind === 'direct' ? { to: thread.userIds } : { channel: thread.channelId, topic: thread.topic }
  return { threadId: encodeThreadId(thread), destination }
}

const movedKey = (threadId: string) => `zulip:moved:${threadId}`
/** Where the Chat SDK keeps what a bot gives to `thread.setState`. */
const threadStateKey = (threadId: string) => `thread-state:${threadId}`

/** Milliseconds. */
const anHour = 3_600_000
/** How many threads' newest messages are kept. */
const mostNewest = 500
/** How many moves in a row are followed. */
const mostMoves = 20

import { systemClock } from '../../clock.js'
import type { HappeningKind, JournalEntry } from '../journal/entries.js'
import type { Journal } from '../journal/journal.js'
import type { EventQueues } from '../realm/world/eventQueues.js'
import { Refusal, refuse } from '../realm/world/refusal.js'
import type { ControlContext } from './controlEndpoint.js'

/** A user's event queue, and the last event that the reader has received from it. */
export interface FollowedQueue {
  readonly userId: number
  readonly id: string
  readonly lastEventId: number
}

/**
 * Passes on a queue's events until it is stopped or the queue is gone. The newest events stay in the queue, so that a reader
 * who loses the connection can request them again. A queue has one active follower: the newest that hasn't stopped.
 *
 * Returns a function that stops it.
 */
export function followQueue(
  queues: EventQueues,
  { userId, id, lastEventId }: FollowedQueue,
  onEvents: (events: readonly unknown[]) => void,
  onGone: (reason: string) => void,
): () => void {
  const followers = followersOf(queues, id)
  let kept = lastEventId
  let passedOn = lastEventId
  let isFollowing = false
  // Two followers waiting for one queue would wake each other forever.
  const isNewest = () => followers.at(-1) === resume
  followers.push(resume)
  resume()
  return stop

  /**
   * Requests of one page can overtake each other: its first request may arrive last, on a connection that it has closed
   * by then. When that follower stops, the other continues.
   */
  function stop(): void {
    const at = followers.indexOf(resume)
    if (at === -1) return
    followers.splice(at, 1)
    followers.at(-1)?.()
  }

  function resume(): void {
    if (!isFollowing) void follow()
  }

  async function follow(): Promise<void> {
    isFollowing = true
    try {
      while (isNewest()) {
        const waiting = queues.take(userId, id, kept)
        // After a return to a checkpoint, the queue reuses numbers of events that were passed on.
        if ((waiting.at(-1)?.id ?? kept) < passedOn) refuse('eventNotInQueue', { event_id: passedOn })
        const fresh = waiting.filter((event) => event.id > passedOn)
        if (fresh.length > 0) onEvents(fresh.filter(({ type }) => type !== 'heartbeat'))
        passedOn = fresh.at(-1)?.id ?? passedOn
        kept = waiting.at(-spared)?.id ?? kept
        await queues.waitQuietly(userId, id, passedOn)
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (isNewest()) onGone(error.message)
    } finally {
      isFollowing = false
    }
  }
}

/** How many events stay in the queue after they have been passed on. */
const spared = 500

const everyFollower = new WeakMap<EventQueues, Map<string, (() => void)[]>>()

/** The functions that resume each follower of a queue, the newest last. */
function followersOf(queues: EventQueues, id: string): (() => void)[] {
  const byQueue = everyFollower.get(queues) ?? new Map<string, (() => void)[]>()
  everyFollower.set(queues, byQueue)
  const followers = byQueue.get(id) ?? []
  byQueue.set(id, followers)
  return followers
}

/** The entries to stream: those after a number, of these kinds. */
interface StreamedEntries {
  readonly after: number
  readonly kinds?: readonly HappeningKind[] | undefined
}

/** Sends further events in the same stream. Returns a function that stops it. */
type Alongside = (send: (event: string, data: unknown) => void) => () => void

/**
 * The journal as server-sent events: the entries after a number, then new ones until the reader leaves or the simulator
 * is closed. A comment every 15 seconds of real time keeps the connection alive.
 */
export function entryStream(
  { method, signal }: Request,
  journal: Journal,
  { after, kinds }: StreamedEntries,
  onClose: ControlContext['onClose'],
  alongside: Alongside,
): Response {
  if (method === 'HEAD') return new Response(null, { headers })
  let leave = () => {}
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const encoder = new TextEncoder()
      const write = (text: string) => controller.enqueue(encoder.encode(text))
      const writeEntry = (entry: JournalEntry) => {
        // JSON has no line breaks, so an entry is one line of data.
        write(`id: ${entry.number}\nevent: ${entry.kind}\ndata: ${JSON.stringify(entry)}\n\n`)
      }
      write('retry: 1000\n\n')
      for (let from = after, done = false; !done; ) {
        const { entries, next, missed } = journal.read({ since: from, limit: 1000, ...(kinds && { kinds }) })
        if (missed > 0) write(`event: missed\ndata: ${JSON.stringify({ missed })}\n\n`)
        entries.forEach(writeEntry)
        done = next <= from || next >= journal.last
        from = next
      }
      const stop = journal.subscribe((entry) => {
        if (kinds === undefined || kinds.includes(entry.kind)) writeEntry(entry)
      })
      const stopAlongside = alongside((event, data) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`))
      let cancelBeat = () => {}
      const beat = () => {
        const writeBeat = () => {
          write(': still here\n\n')
          beat()
        }
        cancelBeat = systemClock.later(heartbeat, writeBeat, { unref: true })
      }
      beat()
      const end = () => {
        leave()
        controller.close()
      }
      const forget = onClose(end)
      signal.addEventListener('abort', end, { once: true })
      leave = () => {
        stop()
        stopAlongside()
        cancelBeat()
        forget()
        signal.removeEventListener('abort', end)
      }
    },
    cancel: () => leave(),
  })
  return new Response(stream, { headers })
}

const heartbeat = 15_000

const headers = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no',
  'X-Content-Type-Options': 'nosniff',
}

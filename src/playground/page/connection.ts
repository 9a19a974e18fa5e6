import { signal } from '@preact/signals'
import type { Health } from '../../simulator/control/endpoints/server.js'
import type { JournalEntry } from '../../simulator/journal/entries.js'
import type { ChatEvent } from './chat/messages.js'
import { tell } from './notices.js'
import { control } from './simulator.js'

/**
 * Whether the page is up to date. `live` means that the stream is open, and that the simulator that the page was loaded
 * from has answered a request since.
 */
export const connection = signal<'connecting' | 'live' | 'lost'>('connecting')
const health = signal<Health | undefined>(undefined)

/** Calls the listener when a lost connection is live again. Returns a function that stops it. */
export function onReconnected(listener: () => void): () => void {
  let wasLost = false
  return connection.subscribe((now) => {
    if (now === 'live' && wasLost) listener()
    wasLost = now === 'lost' || (wasLost && now !== 'live')
  })
}

type Listener = (entries: readonly JournalEntry[]) => void
const listeners = new Set<Listener>()

/**
 * Calls the listener with the journal's entries, in order and without a gap, in batches during a burst. Returns a
 * function that stops it.
 */
export function onEntries(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Somebody's event queue and its listener. */
export interface Followed {
  readonly userId: number
  readonly id: string
  /** The last known event. */
  readonly lastEventId: number
  heard(events: readonly ChatEvent[]): void
  /** Called if the queue no longer exists and a new one has to be registered. */
  gone(): void
}

const queues = new Map<string, { readonly followed: Followed; last: number }>()
/** Number of the newest journal entry that has arrived. */
let newest = 0
let source: EventSource | undefined
let isReopening = false

/** Starts following the journal after this entry. Called once, when the page has started. */
export function connect(since: number): void {
  newest = since
  open()
  setInterval(() => {
    if (document.visibilityState === 'visible') void prove()
  }, provesEvery)
}

/** Also follows an event queue, without a gap. Returns a function that stops it. */
export function follow(followed: Followed): () => void {
  queues.set(followed.id, { followed, last: followed.lastEventId })
  reopen()
  return () => {
    queues.delete(followed.id)
    reopen()
  }
}

/** A browser opens few connections to one server, so one stream carries everything; it is reopened when that changes. */
function reopen(): void {
  if (isReopening || source === undefined) return
  isReopening = true
  queueMicrotask(() => {
    isReopening = false
    open()
  })
}

function open(): void {
  source?.close()
  const followed = [...queues.values()].map(({ followed: { userId, id }, last }) => `${userId}/${id}/${last}`)
  const query = new URLSearchParams({
    since: String(newest),
    ...(followed.length > 0 && { queues: followed.join(',') }),
  })
  const opened = new EventSource(`/sim/journal/stream?${query}`)
  source = opened
  for (const kind of kinds) opened.addEventListener(kind, ({ data }) => arrived(JSON.parse(data)))
  opened.addEventListener('chat', ({ data }) => told(JSON.parse(data)))
  opened.addEventListener('gone', ({ data }) => {
    const { queue } = JSON.parse(data) as { queue: string }
    const known = queues.get(queue)
    queues.delete(queue)
    known?.followed.gone()
  })
  opened.addEventListener('open', () => void prove())
  // The browser's own reconnect would ask for old events of the queues again.
  opened.addEventListener('error', () => {
    if (opened !== source) return
    opened.close()
    connection.value = 'lost'
    setTimeout(() => {
      if (opened === source) open()
    }, triesEvery)
  })
}

function told({ queue, events }: { readonly queue: string; readonly events: readonly ChatEvent[] }): void {
  const known = queues.get(queue)
  const fresh = events.filter(({ id }) => known !== undefined && id > known.last)
  const last = fresh.at(-1)
  if (known === undefined || last === undefined) return
  known.last = last.id
  handEvents(fresh.map((event) => ({ followed: known.followed, event })))
}

const handEvents = inFrames<{ readonly followed: Followed; readonly event: ChatEvent }>(10, (those) => {
  for (const followed of new Set(those.map((one) => one.followed))) {
    followed.heard(those.flatMap((one) => (one.followed === followed ? [one.event] : [])))
  }
})

const kinds = ['call', 'answer', 'event', 'delivery', 'clock', 'level', 'fault', 'memory', 'notice', 'change'] as const
const provesEvery = 15_000
const triesEvery = 1_000

const handEntries = inFrames<JournalEntry>(20, (entries) => {
  for (const listener of listeners) listener(entries)
})

function arrived(entry: JournalEntry): void {
  // A reopened stream can repeat entries that are known.
  if (entry.number <= newest) return
  newest = entry.number
  handEntries([entry])
}

/** Passes on what has arrived in batches of at most `most`, one a frame, so that a burst never blocks the page. */
function inFrames<Item>(most: number, hand: (items: readonly Item[]) => void) {
  let waiting: Item[] = []
  const later = () => {
    // A page in the background gets no frames.
    if (document.visibilityState === 'visible') requestAnimationFrame(next)
    else setTimeout(next, 100)
  }
  const next = () => {
    const now = waiting.slice(0, most)
    waiting = waiting.slice(most)
    if (waiting.length > 0) later()
    hand(now)
  }
  return (items: readonly Item[]) => {
    const isFirst = waiting.length === 0
    waiting.push(...items)
    if (isFirst && waiting.length > 0) later()
  }
}

const reloaded = 'reloaded'

/** Reloads the page for another simulator, which then says so. */
function reload({ url }: Health): void {
  sessionStorage.setItem(reloaded, `Another simulator answers at ${url} now, so the page was reloaded.`)
  location.reload()
}

/** Says why the page reloaded itself, if it did. */
export function tellOfReload(): void {
  const text = sessionStorage.getItem(reloaded)
  sessionStorage.removeItem(reloaded)
  if (text) tell('problem', text)
}

/** Checks that the simulator answers, and that it is still the same one. */
async function prove(): Promise<void> {
  const asked = source
  try {
    const now = await control<Health>('GET', '/health')
    if (health.value !== undefined && health.value.instance !== now.instance) return reload(now)
    health.value = now
    if (asked === source) connection.value = source?.readyState === EventSource.OPEN ? 'live' : 'connecting'
  } catch {
    connection.value = 'lost'
  }
}

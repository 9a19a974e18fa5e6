import { type ReadonlySignal, signal } from '@preact/signals'
import type { JournalEntry } from '../../journal/entries.js'
import { control } from './simulator.js'

/**
 * Whether the page hears of what happens. `live` is earned: the stream is open, and a question asked since was answered
 * by the very simulator that the page was loaded from.
 */
export type Connection = 'connecting' | 'live' | 'lost'

export interface Health {
  readonly instance: string
  readonly url: string
  readonly featureLevel: number
  readonly dialect: string
  readonly time: number
}

const state = signal<Connection>('connecting')
const latest = signal<Health | undefined>(undefined)

export const connection: ReadonlySignal<Connection> = state
export const health: ReadonlySignal<Health | undefined> = latest

type Listener = (entries: readonly JournalEntry[]) => void
const listeners = new Set<Listener>()

/**
 * Hears of what happens in the simulator, in order and without a gap, several entries at a time where much happens.
 * Gives back how to stop it.
 */
export function onEntries(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Begins to listen to what happens, from an entry of the journal on. Is called once, when the page has been set up. */
export async function connect(since: number): Promise<void> {
  const source = new EventSource(`/sim/journal/stream?since=${since}`)
  for (const kind of kinds) source.addEventListener(kind, (event) => arrived(JSON.parse((event as MessageEvent).data)))
  source.addEventListener('open', () => void prove(source))
  source.addEventListener('error', () => lost(source))
  setInterval(() => {
    if (document.visibilityState === 'visible') void prove(source)
  }, provesEvery)
}

const kinds = ['call', 'answer', 'event', 'delivery', 'clock', 'level', 'fault', 'memory', 'change'] as const
const provesEvery = 15_000

let waiting: JournalEntry[] = []

/** Hands out what has come in one go for each frame, so that a storm of entries does not draw the page as often. */
function arrived(entry: JournalEntry): void {
  waiting.push(entry)
  if (waiting.length > 1) return
  const hand = () => {
    const entries = waiting
    waiting = []
    for (const listener of listeners) listener(entries)
  }
  // A page in the background is drawn no frames.
  if (document.visibilityState === 'visible') requestAnimationFrame(hand)
  else setTimeout(hand, 100)
}

/** Asks who is there. Another simulator on the same address is no longer the one that the page knows. */
async function prove(source: EventSource): Promise<void> {
  try {
    const now = await control<Health>('GET', '/health')
    if (latest.value !== undefined && latest.value.instance !== now.instance) return location.reload()
    latest.value = now
    state.value = source.readyState === EventSource.OPEN ? 'live' : 'connecting'
  } catch {
    lost(source)
  }
}

function lost(source: EventSource): void {
  state.value = 'lost'
  // A browser gives up by itself where the answer was no stream, as while another program has the port.
  if (source.readyState !== EventSource.CLOSED) return
  setTimeout(() => {
    control('GET', '/health').then(
      () => location.reload(),
      () => lost(source),
    )
  }, 1_000)
}

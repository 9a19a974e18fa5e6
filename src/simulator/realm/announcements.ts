import type { Clock } from '../clock.js'
import type { Audience, EventBodies, EventType, Listener, RealmEvent } from './events.js'

/** Tells everybody who listens of what changes. */
export interface Announcements {
  /** Whether anybody listens. */
  readonly areHeard: boolean
  /** Hears of everything from now on. Gives back how to stop that. */
  listen(listener: Listener): () => void
  make<Type extends EventType>(type: Type, audience: Audience, body: EventBodies[Type]): void
  /** Forgets what has not been told yet. */
  forget(): void
}

/** Events that a listener causes come after the one that it is hearing of, for every listener. */
export function createAnnouncements(clock: Clock, nextId: () => number): Announcements {
  /** Replaced when it changes: whoever comes while something is told hears of the next. */
  let listeners: readonly Listener[] = []
  const waiting: RealmEvent[] = []
  let isTelling = false

  return {
    get areHeard() {
      return listeners.length > 0
    },
    listen(listener) {
      listeners = [...listeners, listener]
      return () => {
        listeners = listeners.filter((other) => other !== listener)
      }
    },
    make(type, audience, body) {
      if (listeners.length === 0) return
      waiting.push({ id: nextId(), at: clock.now(), audience, type, ...body } as RealmEvent)
      if (isTelling) return
      isTelling = true
      try {
        for (let event = waiting.shift(); event !== undefined; event = waiting.shift()) {
          for (const listener of listeners) listener(event)
        }
      } finally {
        isTelling = false
      }
    },
    forget() {
      waiting.length = 0
    },
  }
}

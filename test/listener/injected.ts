/** Lets events of another shape reach a listener among those of the server, whose IDs move up. */
export function injector() {
  /** By the IDs that the listener sees, from 0: those of the server, undefined for what was put in. */
  const ids: (number | undefined)[] = []
  let waiting: ((id: number) => unknown)[] = []
  const seen: Record<string, unknown>[] = []
  let registrations = 0
  return {
    /** Events of the server that have passed. */
    seen,
    get registrations() {
      return registrations
    },
    /** Puts events in before the next one of the server. */
    put(...events: ((id: number) => unknown)[]) {
      waiting.push(...events)
    },
    /** @param fetch The server's. */
    through(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
      return async (input, init) => {
        const url = new URL(String(input))
        if (url.pathname.endsWith('/register')) {
          registrations += 1
          ids.length = 0
        }
        if (!url.pathname.endsWith('/events') || init?.method === 'DELETE') return fetch(input, init)
        const last = Number(url.searchParams.get('last_event_id'))
        url.searchParams.set('last_event_id', String(ids.slice(0, last + 1).findLast((id) => id !== undefined) ?? -1))
        const response = await fetch(url.href, init)
        const answer = (await response.json()) as { events?: Record<string, unknown>[] }
        if (!Array.isArray(answer.events)) return Response.json(answer, { status: response.status })
        const events: unknown[] = []
        ids.length = last + 1
        const add = (event: (id: number) => unknown, id?: number) => {
          events.push(event(ids.length))
          ids.push(id)
        }
        if (answer.events.some(({ type }) => type !== 'heartbeat')) {
          for (const event of waiting) add(event)
          waiting = []
        }
        for (const event of answer.events) {
          seen.push(event)
          add((id) => ({ ...event, id }), Number(event.id))
        }
        return Response.json({ ...answer, events })
      }
    },
  }
}

import { systemClock } from '../../clock.js'
import type { HappeningKind, JournalEntry } from '../journal/entries.js'
import type { Journal } from '../journal/journal.js'
import type { ControlContext } from './context.js'

/** Which entries are streamed: those after a number, and of these kinds. */
export interface StreamedEntries {
  readonly after: number
  readonly kinds?: readonly HappeningKind[] | undefined
}

/** Writes events of its own into the stream. Returns how to stop it. */
export type Alongside = (send: (event: string, data: unknown) => void) => () => void

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
        // JSON has no line breaks in it, so that an entry is one line of data.
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
      const forget = onClose(() => {
        leave()
        controller.close()
      })
      const abort = () => {
        leave()
        controller.error(signal.reason)
      }
      signal.addEventListener('abort', abort, { once: true })
      leave = () => {
        stop()
        stopAlongside()
        cancelBeat()
        forget()
        signal.removeEventListener('abort', abort)
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

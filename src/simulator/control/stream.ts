import { systemClock } from '../../clock.js'
import type { Journey } from '../faults/sink.js'
import type { HappeningKind, JournalEntry } from '../journal/entries.js'
import type { Journal } from '../journal/journal.js'
import type { ControlContext } from './context.js'

/** Which entries are streamed: those after a number, and of these kinds. */
export interface StreamedEntries {
  readonly after: number
  readonly kinds?: readonly HappeningKind[] | undefined
}

/** Writes events of its own into the stream, until it is stopped by what it gives back. */
export type Alongside = (send: (event: string, data: unknown) => void) => () => void

/**
 * The journal as server-sent events: what has happened since a number, and then what happens, until the reader leaves
 * or the simulator is closed. A comment every 15 seconds of real time shows that the connection lives.
 */
export function entryStream(
  journal: Journal,
  { after, kinds }: StreamedEntries,
  onClose: ControlContext['onClose'],
  alongside: Alongside = () => () => {},
): Journey {
  return {
    travel(sink) {
      const encoder = new TextEncoder()
      const write = (text: string) => sink.part(encoder.encode(text))
      const isWanted = ({ kind }: JournalEntry) => kinds === undefined || kinds.includes(kind)
      sink.head(200, headers, undefined)
      write('retry: 1000\n\n')

      for (let from = after, done = false; !done; ) {
        const { entries, next, missed } = journal.read({ since: from, limit: 1000, ...(kinds && { kinds }) })
        if (missed > 0) write(`event: missed\ndata: ${JSON.stringify({ missed })}\n\n`)
        for (const entry of entries) write(eventOf(entry))
        done = next <= from || next >= journal.last
        from = next
      }
      const stop = journal.subscribe((entry) => {
        if (isWanted(entry)) write(eventOf(entry))
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
      const leave = () => {
        stop()
        stopAlongside()
        cancelBeat()
        forget()
      }
      const forget = onClose(() => {
        leave()
        sink.end()
      })
      return leave
    },
  }
}

const heartbeat = 15_000

const headers = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no',
  'X-Content-Type-Options': 'nosniff',
}

/** JSON has no line breaks in it, so that an entry is one line of data. */
function eventOf(entry: JournalEntry): string {
  return `id: ${entry.number}\nevent: ${entry.kind}\ndata: ${JSON.stringify(entry)}\n\n`
}

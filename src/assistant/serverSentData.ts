import { createParser } from 'eventsource-parser'
import { ModelError } from './errors.js'

/** The data of each event of an event stream. @throws {ModelError} for an event that is too long. */
export async function* serverSentData(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const events: string[] = []
  let length = 0
  const parser = createParser({
    onEvent: ({ data }) => void (data !== '' && events.push(data)),
    // Comments keep the connection alive while the model thinks; they are no part of an event.
    onComment: (comment) => {
      length -= comment.length + ': \n\n'.length
    },
  })
  const reader = body.getReader()
  const decoder = new TextDecoder()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      const text = decoder.decode(value, { stream: !done })
      // Some servers leave out the blank line after the last event.
      parser.feed(done ? `${text}\n\n` : text)
      length = events.length > 0 ? 0 : Math.max(0, length + text.length)
      if (length > longestEvent) throw new ModelError('unreadable', 'The model sent an endless event.')
      yield* events.splice(0)
      if (done) return
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/** UTF-16 units. */
const longestEvent = 1_000_000

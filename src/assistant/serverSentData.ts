import { ModelError } from './errors.js'

/** The data of each event of an event stream. @throws {ModelError} for an event that is too long. */
export async function* serverSentData(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  let data: string[] = []
  let length = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true })
      const lines = rest.split(/\r\n|\r|\n/)
      rest = done ? '' : (lines.pop() ?? '')
      for (const line of lines) {
        if (line.startsWith('data:')) {
          data.push(line.slice(5).replace(/^ /, ''))
          length += line.length
        } else if (line === '' && data.length > 0) {
          yield data.join('\n')
          data = []
          length = 0
        }
      }
      if (length + rest.length > longestEvent) throw new ModelError('unreadable', 'The model sent an endless event.')
      if (done && data.length > 0) yield data.join('\n')
      if (done) return
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/** UTF-16 units. */
const longestEvent = 1_000_000

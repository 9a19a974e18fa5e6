import { escapeMentions } from '../text/index.js'

/** Escapes mentions in a stream of text, even if a mention is split between pieces. */
export async function* silenced(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let held = ''
  for await (const piece of pieces) {
    if (typeof piece !== 'string') {
      // Rejected by whoever reads the stream.
      yield piece
      continue
    }
    const text = held + piece
    // The next piece decides whether this begins a mention.
    held = text.endsWith('@') ? '@' : ''
    const ready = escapeMentions(held === '' ? text : text.slice(0, -1))
    if (ready !== '') yield ready
  }
  if (held !== '') yield held
}

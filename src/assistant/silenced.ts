import { escapeMentions } from '../text/index.js'

/** A text in pieces that mentions nobody, wherever it was cut. */
export async function* silenced(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let held = ''
  for await (const piece of pieces) {
    if (typeof piece !== 'string') yield piece
    const text = held + piece
    // Whether it begins a mention, the next piece says.
    held = text.endsWith('@') ? '@' : ''
    const ready = escapeMentions(held === '' ? text : text.slice(0, -1))
    if (ready !== '') yield ready
  }
  if (held !== '') yield held
}

// That of this module goes on when a test replaces the global one.
import { setImmediate } from 'node:timers'

/**
 * Writes a line to the standard output, together with the others of the same turn of the event loop: most of what a line
 * costs is the way there. None is lost where the process ends by itself or by an error; and where nobody reads any more,
 * nothing fails.
 */
export function writeLine(line: string): void {
  if (!isReady) getReady()
  // As bytes: a text that is put together of many is as many objects until it is written.
  const most = line.length * bytesOfACharacter + 1
  if (filled + most > waiting.length) writeWaiting()
  if (most > waiting.length) {
    process.stdout.write(`${line}\n`)
    return
  }
  if (filled === 0) setImmediate(writeWaiting)
  filled += waiting.write(line, filled)
  filled = waiting.writeUInt8(lineBreak, filled)
}

const waiting = Buffer.alloc(16_384)
/** Bytes of `waiting` that are to be written. */
let filled = 0
let isReady = false

/** Of UTF-8, at most, for each unit of a text in JavaScript. */
const bytesOfACharacter = 3
const lineBreak = 10

function getReady(): void {
  isReady = true
  process.stdout.on('error', () => {})
  process.once('exit', writeWaiting)
}

function writeWaiting(): void {
  const lines = waiting.toString('utf8', 0, filled)
  filled = 0
  if (lines !== '') process.stdout.write(lines)
}

import { writeSync } from 'node:fs'
import { hostname } from 'node:os'
// Not the global, which tests replace.
import { setImmediate } from 'node:timers'

/**
 * Writes a line to standard output, together with the others of this turn of the event loop. Doesn't fail if its reader is gone;
 * if it is slow, lines beyond a limit are dropped.
 */
export function writeLine(line: string): void {
  if (!isListening) {
    process.stdout.on('error', () => {})
    process.on('exit', () => {
      isExiting = true
      flushLines()
    })
  }
  isListening = true
  if (waiting.length >= mostWaiting) {
    dropped += 1
    return
  }
  if (waiting === '') setImmediate(writeWaiting)
  waiting += `${line}\n`
  if (isExiting) flushLines()
}

let isListening = false
let isExiting = false
let waiting = ''
let dropped = 0

/** Characters. */
const mostWaiting = 4_000_000

function writeWaiting(): void {
  const { stdout } = process
  if (stdout.writableNeedDrain) {
    stdout.once('drain', writeWaiting)
    return
  }
  stdout.write(waiting)
  waiting = ''
  if (dropped === 0) return
  const lines = dropped
  dropped = 0
  const msg = 'Dropped lines of the log, since standard output was read too slowly'
  writeLine(JSON.stringify({ level: 40, time: Date.now(), ...processFields(), lines, msg }))
}

/** Writes what is waiting before the process ends. A stream would leave what a full pipe doesn't take for a later turn. */
function flushLines(): void {
  const end = Date.now() + longestFlush
  let bytes = Buffer.from(waiting)
  waiting = ''
  while (bytes.length > 0 && Date.now() < end) {
    try {
      bytes = bytes.subarray(writeSync(process.stdout.fd, bytes))
    } catch (error) {
      // The pipe is full; any other error means that nobody reads.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return
    }
  }
}

/** Milliseconds. */
const longestFlush = 1_000

export function processFields(): { readonly pid: number; readonly hostname: string } {
  return { pid: process.pid, hostname: hostname() }
}

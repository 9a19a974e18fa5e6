import { writeSync } from 'node:fs'
import { hostname } from 'node:os'
// Not the global, which tests replace.
import { setImmediate } from 'node:timers'
import { printable } from '../text/printable.js'

/** Characters that may wait for a slow reader. */
const mostPending = 4_000_000
/** Milliseconds. */
const longestFlush = 1_000

let isPrepared = false
let isExiting = false
/** Lines that aren't written yet, each with its line break. */
let pending = ''
/** Lines dropped since the last write. */
let dropped = 0

/**
 * Writes a line to standard output, in one write with the other lines of this turn of the event loop. If the reader is gone,
 * lines are lost without an error; if it is slow, lines beyond a limit are dropped, and their number is logged.
 */
export function writeLine(line: string): void {
  if (!isPrepared) prepare()
  if (pending.length >= mostPending) {
    dropped += 1
    return
  }
  if (pending === '') setImmediate(writePending)
  pending += `${printable(line)}\n`
  if (isExiting) flushPending()
}

function prepare(): void {
  isPrepared = true
  process.stdout.on('error', () => {})
  process.on('exit', () => {
    isExiting = true
    flushPending()
  })
}

function writePending(): void {
  const { stdout } = process
  if (stdout.writableNeedDrain) {
    stdout.once('drain', writePending)
    return
  }
  stdout.write(pending)
  pending = ''
  if (dropped === 0) return
  const lines = dropped
  dropped = 0
  const msg = 'Dropped lines of the log, since standard output was read too slowly'
  writeLine(JSON.stringify({ level: 40, time: Date.now(), ...processFields(), lines, msg }))
}

/** Writes what is pending, synchronously: at exit there is no later turn in which a stream could write what a full pipe refused. */
function flushPending(): void {
  const end = Date.now() + longestFlush
  let bytes = Buffer.from(pending)
  pending = ''
  while (bytes.length > 0 && Date.now() < end) {
    try {
      bytes = bytes.subarray(writeSync(process.stdout.fd, bytes))
    } catch (error) {
      // The pipe is full; any other error means that nobody reads.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return
    }
  }
}

/** The fields of every log line that say which process wrote it. */
export function processFields(): { readonly pid: number; readonly hostname: string } {
  return { pid: process.pid, hostname: hostname() }
}

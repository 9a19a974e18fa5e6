import type { ServerResponse } from 'node:http'
// That of this module goes on when a test replaces the global one.
import { setImmediate } from 'node:timers'
import type { Told } from '../../receiver/told.js'

/** Writes answers. */
export type WriteAnswer = (told: Told, outgoing: ServerResponse) => void

/**
 * Writes the answers of one turn of the event loop after one another, some at a time. A client, or the proxy before the bot,
 * that has nothing to do sleeps, and waking it is the dearest part of a write: of several that come at once it is woken by
 * the first. Where only one answer is to be given, that waits for nothing.
 */
export function answersTogether(): WriteAnswer {
  let waiting: Waiting[] = []
  const writeAll = () => {
    const all = waiting
    waiting = []
    for (const { told, outgoing } of all) write(told, outgoing)
  }
  return (told, outgoing) => {
    if (waiting.length === 0) setImmediate(writeAll)
    waiting.push({ told, outgoing })
    if (waiting.length === most) writeAll()
  }
}

/** More would save little, and keep the first waiting and its request in memory. */
const most = 4

interface Waiting {
  readonly told: Told
  readonly outgoing: ServerResponse
}

function write({ status, headers, body, isHungUp }: Told, outgoing: ServerResponse): void {
  if (isHungUp === true) return
  const lines: string[] = []
  for (const name in headers) lines.push(name, headers[name] ?? '')
  lines.push('content-length', String(Buffer.byteLength(body)))
  outgoing.writeHead(status, lines)
  outgoing.write(body)
  // Node holds it back until `end` has put an empty piece behind it; alone it is sent by a call that takes less.
  outgoing.socket?.uncork()
  outgoing.end()
}

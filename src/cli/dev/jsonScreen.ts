import type { Show } from './events.js'

/** Prints what happens as JSON, one object a line. */
export function jsonScreen(write: (text: string) => void): Show {
  return (event) => write(`${JSON.stringify(event)}\n`)
}

import { hostname } from 'node:os'

/** Writes a line to the standard output. Nothing fails if its reader is gone. */
export function writeLine(line: string): void {
  if (!isListening) process.stdout.on('error', () => {})
  isListening = true
  process.stdout.write(`${line}\n`)
}

let isListening = false

/** The fields with which pino tells one process from another. */
export function processFields(): { readonly pid: number; readonly hostname: string } {
  return { pid: process.pid, hostname: hostname() }
}

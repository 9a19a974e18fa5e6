/**
 * Writes a line to the standard output, together with the others of the same turn of the event loop: most of what a line
 * costs is the way there. None is lost where the process ends by itself or by an error; and where nobody reads any more,
 * nothing fails.
 */
export function writeLine(line: string): void {
  if (!isReady) getReady()
  if (waiting === '') setImmediate(writeWaiting)
  waiting += `${line}\n`
}

let waiting = ''
let isReady = false

function getReady(): void {
  isReady = true
  process.stdout.on('error', () => {})
  process.once('exit', writeWaiting)
}

function writeWaiting(): void {
  const lines = waiting
  waiting = ''
  if (lines !== '') process.stdout.write(lines)
}

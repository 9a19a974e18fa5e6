import type { Side } from '../shared/terminal.js'

/** Prints the progress every few seconds, on a terminal only. */
export function progressOn(err: Side, now = () => performance.now()): (count: number, found: number) => void {
  let told = now()
  return (count, found) => {
    if (!err.isTerminal || now() - told < 3_000) return
    told = now()
    const findings = found === 0 ? 'nothing found' : `${found} found`
    err.write(err.paint('faint', `${count} conversations, ${findings} so far\n`))
  }
}

import type { Side } from '../shared/terminal.js'

/** Tells whoever is looking how far it is, every few seconds. A file or another program gets the report alone. */
export function progressOn(err: Side, now = () => performance.now()): (count: number, found: number) => void {
  let told = now()
  return (count, found) => {
    if (!err.isTerminal || now() - told < 3_000) return
    told = now()
    const findings = found === 0 ? 'nothing found' : `${found} found`
    err.write(err.paint('faint', `${count} conversations, ${findings} so far\n`))
  }
}

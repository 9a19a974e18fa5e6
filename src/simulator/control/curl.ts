import type { Letter } from '../delivery/network.js'

/** A request as a command to paste into a shell. It carries the real token, or no receiver would take it. */
export function curlOf({ method, url, headers, body }: Letter): string {
  const sent = Object.entries(headers).filter(([name]) => !curlsOwn.has(name.toLowerCase()))
  return [
    `curl -sS -X ${method} ${shellQuoted(url)}`,
    ...sent.map(([name, value]) => `  -H ${shellQuoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`  --data-binary ${shellQuoted(body)}`]),
  ].join(' \\\n')
}

/** What curl writes itself. */
const curlsOwn: ReadonlySet<string> = new Set(['content-length', 'connection', 'accept-encoding', 'accept'])

/** In single quotes nothing means anything to a shell but the quote itself. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

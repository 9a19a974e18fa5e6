import type { Letter } from '../delivery/network.js'

/** A request as a command to paste into a shell. It carries the real token, or no receiver would take it. */
export function curlOf({ method, url, headers, body }: Letter): string {
  const sent = Object.entries(headers).filter(([name]) => !curlsOwn.has(name.toLowerCase()))
  return [
    `curl -sS -X ${method} ${quoted(url)}`,
    ...sent.map(([name, value]) => `  -H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`  --data-binary ${quoted(body)}`]),
  ].join(' \\\n')
}

/** What curl writes itself. */
const curlsOwn: ReadonlySet<string> = new Set(['content-length', 'connection', 'accept-encoding', 'accept'])

/** In single quotes nothing means anything to a shell but the quote itself. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

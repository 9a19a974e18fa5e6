import type { DeliveryRequest } from '../delivery/network.js'

/** A delivery as a shell command. It has the real token, or the receiver would reject it. */
export function deliveryAsCurl({ method, url, headers, body }: DeliveryRequest): string {
  const sent = Object.entries(headers).filter(([name]) => !curlsOwn.has(name.toLowerCase()))
  return curlCommand(method, url, [
    ...sent.map(([name, value]) => ['-H', `${name}: ${value}`] as const),
    ...(body === undefined ? [] : [['--data-binary', body] as const]),
  ])
}

/** A curl command. Values are in single quotes, in which only the quote itself means anything to a shell. */
export function curlCommand(
  method: string,
  url: string,
  options: readonly (readonly [option: string, value: string])[],
): string {
  const verb = method === 'GET' ? '-G' : method === 'HEAD' ? '-I' : `-X ${method}`
  const lines = options.map(([option, value]) => `  ${option} ${quoted(value)}`)
  return [`curl -sS ${verb} ${quoted(url)}`, ...lines].join(' \\\n')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** Headers that curl adds itself. */
const curlsOwn: ReadonlySet<string> = new Set(['content-length', 'connection', 'accept-encoding', 'accept'])

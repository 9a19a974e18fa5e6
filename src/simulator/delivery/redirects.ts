import type { AttemptResult } from './attemptResult.js'
import type { Letter } from './network.js'

/**
 * Where a redirect leads, as the server's HTTP library reads it: 301, 302 and 303 turn a POST into a GET without a
 * body; 307 and 308 keep both. Credentials do not follow to another host.
 */
export function nextHop(letter: Letter, status: number, location: string): Letter | AttemptResult {
  if (!URL.canParse(location, letter.url)) return exception('InvalidURL', `Failed to parse: ${location}`)
  const target = new URL(location, letter.url)
  if (target.protocol !== 'http:' && target.protocol !== 'https:') {
    return exception('InvalidSchema', `No connection adapters were found for '${target.href}'`)
  }
  const dropped = new Set<string>()
  const keepsBody = status === 307 || status === 308
  if (!keepsBody) for (const name of ['Content-Type', 'Content-Length']) dropped.add(name)
  if (new URL(letter.url).host !== target.host) dropped.add('Authorization')
  return {
    method: keepsBody ? letter.method : 'GET',
    url: target.href,
    headers: Object.fromEntries(Object.entries(letter.headers).filter(([name]) => !dropped.has(name))),
    body: keepsBody ? letter.body : undefined,
  }
}

function exception(type: string, text: string): AttemptResult {
  return { kind: 'exception', type, text }
}

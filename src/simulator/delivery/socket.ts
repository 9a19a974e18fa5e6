import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { Parts } from '../base/bytes.js'
import type { Network } from './network.js'

/** Delivers over a socket, with a new connection for each request and no extra headers, like the server's HTTP library. */
export const socketNetwork: Network = ({ method, url, headers, body, signal }) =>
  new Promise((resolve, reject) => {
    const send = url.startsWith('https:') ? requestHttps : requestHttp
    const outgoing = send(url, { method, headers, signal, agent: false })
    outgoing.on('error', reject)
    outgoing.on('response', (incoming) => {
      resolve({
        status: incoming.statusCode ?? 0,
        header(name) {
          const value = incoming.headers[name]
          return Array.isArray(value) ? value.join(', ') : value
        },
        body: partsOf(incoming),
        decoded: false,
      })
    })
    outgoing.end(body)
  })

function partsOf(incoming: AsyncIterable<Uint8Array> & { destroy(): unknown }): Parts {
  const parts = incoming[Symbol.asyncIterator]()
  return {
    async next() {
      const part = await parts.next()
      return part.done === true ? undefined : part.value
    },
    cancel: () => void incoming.destroy(),
  }
}

import type { Endpoint } from 'earshot/protocol'
import type { EncodedRequest, ReceivedRequest } from '../../src/protocol/index.js'

/** What a server receives of an encoded request: everything goes through its text. */
export function received(endpoint: Endpoint, encoded: EncodedRequest): ReceivedRequest {
  const fields = [...encoded.query, ...encoded.form].map(([name, text]): [string, string] => [name, text])
  const sent = new URLSearchParams(fields).toString()
  return {
    path: pathParameters(endpoint.path, new URL(`https://chat.example.com${encoded.path}`).pathname),
    fields: new Map(new URLSearchParams(sent)),
    files: encoded.files.map(([, file]) => file),
  }
}

function pathParameters(template: string, path: string): Record<string, string> {
  const segments = path.split('/')
  return Object.fromEntries(
    template.split('/').flatMap((part, at) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1]
      return name === undefined ? [] : [[name, decodeURIComponent(segments[at] ?? '')]]
    }),
  )
}

import { createServer } from 'node:http'
import { listening } from './listening.mjs'

/** Nothing but Node: parses the body and says what the message says. */
export function start() {
  const server = createServer((request, response) => {
    const chunks = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const { message } = JSON.parse(Buffer.concat(chunks).toString('utf8'))
      const answer = JSON.stringify({ content: message.content })
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(answer) })
      response.end(answer)
    })
  })
  return listening(server)
}

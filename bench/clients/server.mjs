import { createServer } from 'node:http'
import { createSimulator } from '../../dist/simulator/index.js'
import { listening } from '../receivers/listening.mjs'
import { path, user } from './call.mjs'

/** Answers what the simulator would, which it has asked before, at no cost to speak of. Replies are taken and forgotten. */
export async function start() {
  const simulator = createSimulator()
  const { email, apiKey } = simulator.credentials('iago')
  const authorization = `Basic ${btoa(`${email}:${apiKey}`)}`
  const answers = new Map()
  for (const asked of [path, '/api/v1/server_settings']) {
    const answer = await simulator.fetch(new URL(asked, simulator.url).href, { headers: { authorization } })
    answers.set(asked, Buffer.from(await answer.text()))
  }
  await simulator.close()
  if (!answers.get(path).includes(user)) throw new Error(`The simulator does not know ${user}.`)
  const sent = Buffer.from('{"result":"success","msg":"","id":1,"ignored_parameters_unsupported":[]}')
  const nothing = Buffer.from('{"result":"error","code":"not_found","msg":"Not found"}')
  return listening(
    createServer((request, response) => {
      const isReply = request.method === 'POST' && request.url === '/api/v1/messages'
      const body = isReply ? sent : (answers.get(decodeURIComponent(request.url ?? '')) ?? nothing)
      const head = { 'content-type': 'application/json', 'content-length': body.length }
      request.resume().once('end', () => response.writeHead(body === nothing ? 404 : 200, head).end(body))
    }),
  )
}

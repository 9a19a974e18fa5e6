import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished } from 'vitest'
import { createRandom } from '../../../src/simulator/base/random.js'
import { programOf, startProgram } from '../../processes/program.js'

const program = programOf(`
import { openSimulator } from 'earshot/simulator'
const [data, bot] = process.argv.slice(2)
const log = { warn() {}, error: console.error }
const simulator = await openSimulator({ data, log })
simulator.connect('echo', bot)
const { url } = await simulator.serve()
const { email, apiKey } = simulator.credentials('iago')
console.log(JSON.stringify({ url, authorization: 'Basic ' + btoa(email + ':' + apiKey) }))
`)

interface Running {
  readonly url: string
  readonly authorization: string
  kill(): Promise<void>
}

/** A simulator in a process of its own. */
async function started(data: string, bot: string): Promise<Running> {
  const child = startProgram(program, [data, bot])
  const ended = once(child, 'exit')
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines = createInterface({ input: child.stdout })
  const [line] = (await Promise.race([once(lines, 'line'), ended])) as [unknown]
  if (typeof line !== 'string') throw new Error(`The simulator ended with ${String(line)} before it listened.`)
  return {
    ...(JSON.parse(line) as { url: string; authorization: string }),
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** A bot of another process, as far as the simulator can tell. */
async function startedBot(): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.setHeader('Content-Type', 'application/json')
      response.end(JSON.stringify({ content: 'Heard.' }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

interface Kept {
  readonly messages: Map<number, string>
  readonly files: Map<string, string>
}

/** Sends and uploads without a pause until so many things were answered, and the simulator is killed; or until it breaks. */
async function work(simulator: Running, name: string, kept: Kept, isEnough: () => boolean): Promise<void> {
  const { url, authorization } = simulator
  const post = async (path: string, body: URLSearchParams | FormData) => {
    const response = await fetch(`${url}/api/v1${path}`, { method: 'POST', headers: { authorization }, body })
    return (await response.json()) as { id: number; url: string }
  }
  for (let count = 0; !isEnough(); count += 1) {
    const content = `${count % 7 === 0 ? '@**Echo** ' : ''}${name} ${count}`
    try {
      const message = { type: 'stream', to: 'kitchen', topic: 'bread', content }
      kept.messages.set((await post('/messages', new URLSearchParams(message))).id, content)
      if (count % 5 > 0) continue
      const form = new FormData()
      form.append('file', new File([content], 'recipe.txt'))
      kept.files.set((await post('/user_uploads', form)).url, content)
    } catch {
      return
    }
  }
  await simulator.kill()
}

it('loses nothing that it has answered, whenever it is killed', async () => {
  const data = await mkdtemp(join(tmpdir(), 'earshot-killed-'))
  onTestFinished(() => rm(data, { recursive: true }))
  const bot = await startedBot()
  const random = createRandom('killed')
  const kept: Kept = { messages: new Map(), files: new Map() }
  const rounds = process.env.EARSHOT_TESTS === 'full' ? 10 : 2
  for (let round = 0; round < rounds; round += 1) {
    const simulator = await started(data, bot)
    const enough = kept.messages.size + 5 + random.below(60)
    const clients = ['a', 'b', 'c', 'd'].map((name) =>
      work(simulator, `${name}${round}`, kept, () => kept.messages.size >= enough),
    )
    await Promise.all(clients)
  }
  expect(kept.messages.size).toBeGreaterThan(rounds * 10)

  const { url, authorization } = await started(data, bot)
  const get = (path: string) => fetch(`${url}${path}`, { headers: { authorization } })
  const narrow = encodeURIComponent(JSON.stringify([{ operator: 'channel', operand: 'kitchen' }]))
  const list = async () => {
    const response = await get(
      `/api/v1/messages?anchor=newest&num_before=5000&num_after=0&apply_markdown=false&narrow=${narrow}`,
    )
    const { messages } = (await response.json()) as { messages: { id: number; content: string }[] }
    return messages
  }
  const found = await list()
  const contents = new Map(found.map(({ id, content }) => [id, content]))
  expect(contents.size).toBe(found.length)
  for (const [id, content] of kept.messages) expect(contents.get(id), content).toBe(content)
  for (const [path, content] of kept.files) expect(await (await get(path)).text(), path).toBe(content)

  // Each of those that called the bot is answered in the end.
  const calls = [...kept.messages.values()].filter((content) => content.startsWith('@**Echo**')).length
  const answers = async () => (await list()).filter(({ content }) => content === 'Heard.').length
  await expect.poll(answers).toBeGreaterThanOrEqual(calls)
})

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { createMemoryState } from '@chat-adapter/state-memory'
import { createSimulator } from 'earshot/simulator'
import { describe, expect, it } from 'vitest'
import { gate } from '../receiver/kit.js'
import { connect, contents } from './kit.js'

const program = fileURLToPath(new URL('crashMember.mjs', import.meta.url))

/** Serves a state of the Chat SDK to other processes. */
async function serveState() {
  const state = createMemoryState()
  await state.connect()
  const server = createServer(async (request, response) => {
    const { method, args } = JSON.parse(await text(request))
    const called: unknown = method === 'disconnect' ? undefined : Reflect.get(state, method)
    const result = typeof called === 'function' ? await called.apply(state, args) : null
    response.end(JSON.stringify({ result: result ?? null }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close().closeAllConnections() }
}

function startMember(settings: object, hangs: boolean) {
  const env = { ...process.env, CRASH_MEMBER: JSON.stringify(settings), HANGS: hangs ? 'yes' : 'no' }
  const child: ChildProcess = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk
  })
  return { child, output: () => output }
}

describe('a process with a bot of the Chat SDK that is killed', () => {
  it('is replaced by one that answers once what was open, and nothing again that had ended', async () => {
    const simulator = createSimulator({ randomSeed: 1 })
    const { url: site } = await simulator.serve({ port: 0 })
    simulator.addBot({ full_name: 'Robo', type: 'generic' })
    const { email, apiKey } = simulator.credentials('Robo')
    const state = await serveState()
    const settings = { credentials: { site, email, apiKey, mode: 'events' }, stateAt: state.url }
    const say = (words: string, topic: string) =>
      simulator.say('iago', { channel: 'kitchen', topic }, `@**Robo** ${words}`)
    const answers = (topic: string) => contents(simulator, topic).filter((content) => content.startsWith('Heard'))

    const first = startMember(settings, true)
    await expect.poll(first.output).toContain('ready\n')
    say('quick', 'rye')
    await expect.poll(() => answers('rye')).toEqual(['Heard @Robo quick'])
    say('slow', 'spelt')
    await expect.poll(first.output).toContain('begins @Robo slow\n')
    first.child.kill('SIGKILL')
    await once(first.child, 'exit')
    say('meanwhile', 'rye')

    const second = startMember(settings, false)
    await expect.poll(second.output).toContain('ready\n')
    await expect.poll(() => answers('spelt')).toEqual(['Heard @Robo slow'])
    await expect.poll(() => answers('rye')).toEqual(['Heard @Robo quick', 'Heard @Robo meanwhile'])
    expect(
      second
        .output()
        .match(/begins .*/g)
        ?.sort(),
    ).toEqual(['begins @Robo meanwhile', 'begins @Robo slow'])
    second.child.kill('SIGKILL')
    await once(second.child, 'exit')
    await simulator.close()
    state.close()
  })
})

describe('a bot by events with slow handlers', () => {
  it('runs 1,000 of them at once and reads on when one ends, so that a burst takes no more memory than that', async () => {
    const { opened, open } = gate()
    let begun = 0
    await using robo = await connect({
      by: 'events',
      concurrency: 'concurrent',
      declare: (sdk) =>
        sdk.onNewMention(async () => {
          begun += 1
          await opened
        }),
    })
    for (let count = 0; count < 1_050; count += 1) robo.say('@**Robo** go', `topic ${count % 50}`)
    await expect.poll(() => begun).toBe(1_000)
    for (let turn = 0; turn < 2_000; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    expect(begun).toBe(1_000)
    open()
    await expect.poll(() => begun).toBe(1_050)
  })
})

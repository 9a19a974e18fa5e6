import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSimulator } from 'earshot/simulator'
import { afterEach, expect, it } from 'vitest'
import { seededRandom } from '../crash/seededRandom.js'
import { programIn, startProgram } from '../processes/program.js'
import { seed } from '../seed.js'

const program = programIn(new URL('streamBot.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'earshot-stream-'))
const children: ChildProcess[] = []

afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const [kills, texts] = process.env.EARSHOT_TESTS === 'full' ? [20, 20] : [1, 2]

it('completes or marks every streamed text while its process is repeatedly killed', async () => {
  const random = seededRandom(seed)
  const simulator = createSimulator()
  const { url: site } = await simulator.serve({ port: 0 })
  const { email, apiKey, token = '' } = simulator.credentials('echo')
  const echo = simulator.realm.account('echo').id
  const start = async () => {
    const child = startProgram(program, [site, email, apiKey, token, join(folder, 'bot.sqlite')])
    children.push(child)
    const [first] = await once(child.stdout, 'data')
    simulator.connect('echo', String(first).trim())
    return child
  }
  const said = (topic: string) =>
    simulator
      .messages({ channel: 'kitchen', topic })
      .filter(({ sender_id }) => sender_id === echo)
      .map(({ content }) => content)
  const wordsOf = (topic: string) => said(topic).join('\n').match(/w\d+/g) ?? []
  const isCutOff = (topic: string) => said(topic).at(-1)?.endsWith('[cut off: I was interrupted]') === true

  let child = await start()
  const topics = Array.from({ length: texts }, (_, at) => `topic ${at}`)
  for (const [at, topic] of topics.entries()) {
    simulator.say('iago', { channel: 'kitchen', topic }, `@**Echo** ${at % 2 === 0 ? 'resume' : 'cut off'}`)
  }
  // What was never acknowledged is lost, and the server says so.
  await simulator.idle()
  for (let kill = 0; kill < kills; kill += 1) {
    await new Promise((resolve) => setTimeout(resolve, 500 + 1_000 * random()))
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
    child = await start()
  }
  const isDone = (topic: string) => wordsOf(topic).length === 40 || isCutOff(topic)
  const undone = () => topics.filter((topic) => !isDone(topic)).map((topic) => [topic, ...said(topic)].map(briefly))
  await expect.poll(undone).toEqual([])
  const all = Array.from({ length: 40 }, (_, at) => `w${at}`)
  for (const [at, topic] of topics.entries()) {
    const words = wordsOf(topic)
    expect(words).toEqual(all.slice(0, words.length))
    if (at % 2 === 0) expect(words).toHaveLength(40)
  }
  await simulator.close()
})

const briefly = (text: string) => text.replaceAll(/\.{3,}\s*/g, '')

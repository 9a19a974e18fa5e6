import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSimulator } from 'earshot/simulator'
import { afterEach, expect, it } from 'vitest'
import { programIn, startProgram } from '../processes/program.js'

const program = programIn(new URL('conversationBot.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'earshot-ask-'))
const children: ChildProcess[] = []

afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

async function startBot(args: readonly string[]): Promise<{ child: ChildProcess; url: string }> {
  const child = startProgram(program, args)
  children.push(child)
  const [first] = await once(child.stdout, 'data')
  return { child, url: String(first).trim() }
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

it('a conversation continues in a new process after each question when its process is killed, repeating nothing', async () => {
  const simulator = createSimulator()
  const { url: site } = await simulator.serve({ port: 0 })
  const { email, apiKey, token = '' } = simulator.credentials('echo')
  const args = [site, email, apiKey, token, join(folder, 'bot.sqlite')]
  const iago = simulator.realm.account('iago').id
  const echo = simulator.realm.account('echo').id
  const say = async (text: string) => {
    simulator.say(iago, { to: [echo] }, text)
    await simulator.idle()
  }
  let running = await startBot(args)
  simulator.connect('echo', running.url)
  const restart = async () => {
    await kill(running.child)
    running = await startBot(args)
    simulator.connect('echo', running.url)
  }

  await say('order bread')
  await restart()
  await say('yes')
  await restart()
  await say('large')

  const texts = (where: Parameters<typeof simulator.messages>[0]) =>
    simulator
      .messages(where)
      .filter(({ sender_id }) => sender_id === echo)
      .map(({ content }) => content)
  expect(texts({ dm: [iago, echo] })).toEqual(['Order bread?', 'How large?', 'Done; the number is old.'])
  expect(texts({ channel: 'general', topic: 'orders' })).toEqual(['begun: bread', 'ended: yes, large'])
  await kill(running.child)
  await simulator.close()
})

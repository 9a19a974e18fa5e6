import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Bot, type Log, silent } from 'earshot'
import { listen, sqlite, sqliteStorage } from 'earshot/node'
import { createSimulator } from 'earshot/simulator'
import { describe, expect, it, onTestFinished } from 'vitest'
import { programOf, startProgram } from '../processes/program.js'

/** A bot that listens, and prints what it logs. */
const program = programOf(`
import { Bot } from 'earshot'
import { listen, sqlite } from 'earshot/node'
const [credentials, file] = process.argv.slice(2)
const print = (_, message) => console.log(message)
await listen(new Bot().onDirectMessage((ctx) => 'Psst: ' + ctx.text), {
  credentials: { ...JSON.parse(credentials), allowInsecure: true },
  queue: sqlite(file),
  // Nobody would wait for so long.
  lease: 600_000,
  environment: {},
  log: { debug() {}, info: print, warn: print, error: print },
})
`)

async function opened() {
  const simulator = createSimulator()
  const { url: site } = await simulator.serve()
  const folder = mkdtempSync(join(tmpdir(), 'earshot-killed-'))
  onTestFinished(async () => {
    await simulator.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const { token: _, ...account } = simulator.addBot({ full_name: 'Ear', type: 'generic' })
  const said = () => simulator.messages({ dm: ['Iago', 'Ear'] }).map(({ content }) => content)
  const say = (text: string) => simulator.say('Iago', { to: ['Ear'] }, text)
  return { credentials: { ...account, site }, file: join(folder, 'bots.db'), said, say }
}

/** Starts the program; `until` resolves when it has logged something. */
function started(credentials: object, file: string) {
  const child = startProgram(program, [JSON.stringify(credentials), file])
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines: string[] = []
  createInterface(child.stdout).on('line', (line) => lines.push(line))
  return { child, lines, until: (line: string) => expect.poll(() => lines).toContain(line) }
}

describe('a listening process', () => {
  it('takes over at once from a killed one on the same machine, and handles missed messages', async () => {
    const { credentials, file, said, say } = await opened()
    const first = started(credentials, file)
    await first.until('Listening')
    say('one')
    // From then on it works on nothing.
    await first.until('Handled')
    const ended = once(first.child, 'exit')
    first.child.kill('SIGKILL')
    await ended
    say('two')
    const second = started(credentials, file)
    await second.until('Listening')
    await expect.poll(said).toEqual(['one', 'Psst: one', 'two', 'Psst: two'])
    expect(second.lines).not.toContain("Not listening yet: waiting for another instance's lease")
  })

  it('waits while another one runs, and takes over when that is killed', async () => {
    const { credentials, file, said, say } = await opened()
    const first = started(credentials, file)
    await first.until('Listening')
    const second = started(credentials, file)
    await second.until("Not listening yet: waiting for another instance's lease")
    expect(second.lines).not.toContain('Listening')
    first.child.kill('SIGKILL')
    await second.until('Listening')
    say('one')
    await expect.poll(said).toEqual(['one', 'Psst: one'])
  })

  it("isn't ready while it waits for the lease of another machine", async () => {
    const { credentials, file } = await opened()
    const storage = await sqliteStorage(file)
    const lock = `lock/${encodeURIComponent(`listener/${credentials.email}/lock`)}`
    await storage.set(lock, 'of another machine', { expiresIn: 60_000 })
    const messages: string[] = []
    const note = (_: object, message: string) => void messages.push(message)
    const log: Log = { ...silent, info: note, warn: note }
    const listening = await listen(new Bot(), {
      credentials: { ...credentials, allowInsecure: true },
      storage: sqlite(file),
      lease: 1_500,
      healthPort: 0,
      handleSignals: false,
      log,
    })
    const ready = async () => {
      const response = await fetch(`${listening.healthUrl}/readyz`)
      return { status: response.status, ...((await response.json()) as object) }
    }
    await expect.poll(() => messages).toContain("Not listening yet: waiting for another instance's lease")
    expect(messages).not.toContain('Listening')
    expect(await ready()).toMatchObject({
      status: 'not ready',
      checks: {
        process: 'ok',
        listener: expect.stringMatching(/^waits for another instance's lease, at most [12] s$/),
      },
    })
    await expect.poll(() => messages).toContain('Listening')
    expect(await ready()).toMatchObject({ status: 'ready', checks: { listener: 'ok' } })
    await listening.close()
    await storage.close()
  })

  it("isn't ready before it has reached the chat server", async () => {
    const { credentials } = await opened()
    let isUp = false
    const listening = await listen(new Bot(), {
      credentials: { ...credentials, allowInsecure: true },
      fetch: async (...request) => {
        if (!isUp) throw new TypeError('fetch failed')
        return fetch(...request)
      },
      healthPort: 0,
      handleSignals: false,
      log: silent,
    })
    const ready = async () => (await fetch(`${listening.healthUrl}/readyz`)).json()
    await expect.poll(ready).toMatchObject({ checks: { listener: 'has not reached the chat server yet' } })
    isUp = true
    await expect.poll(ready).toMatchObject({ status: 'ready', checks: { listener: 'ok' } })
    await listening.close()
  })
})

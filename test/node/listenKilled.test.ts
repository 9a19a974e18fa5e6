import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Bot, type Log, silent } from 'earshot'
import { listen, sqlite, sqliteStorage } from 'earshot/node'
import { createSimulator } from 'earshot/simulator'
import { describe, expect, it, onTestFinished } from 'vitest'
import { eventually } from '../eventually.js'
import { programOf, startProgram } from '../processes/program.js'
import { hasRedis, startRedis } from '../storage/redisServer.js'

/** A bot that listens, and prints what it logs. Told to block, it blocks its process. It may look as if it were of another machine. */
const program = programOf(`
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import { Bot } from 'earshot'
import { listen, redis, sqlite } from 'earshot/node'
const [credentials, place, lease, hostname = os.hostname()] = process.argv.slice(2)
os.hostname = () => hostname
syncBuiltinESMExports()
const print = (_, message) => console.log(message)
const bot = new Bot().onDirectMessage((ctx) => {
  const [, blocked = 0] = /block ([0-9]+)/.exec(ctx.text) ?? []
  for (const end = performance.now() + Number(blocked); performance.now() < end; );
  return 'Psst: ' + ctx.text
})
await listen(bot, {
  credentials: { ...JSON.parse(credentials), allowInsecure: true },
  ...(place.startsWith('redis:') ? { storage: redis(place) } : { queue: sqlite(place) }),
  lease: Number(lease),
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

/** Nobody would wait for so long. */
const longLease = 600_000

/** Starts the program; `until` resolves when it has logged something. */
function started(credentials: object, place: string, lease = longLease, ...hostname: string[]) {
  const child = startProgram(program, [JSON.stringify(credentials), place, String(lease), ...hostname])
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

  it.skipIf(!hasRedis).each(['is stopped', 'blocks itself', 'is killed', 'is killed elsewhere'])(
    'with a storage in Redis answers each message once if it %s beside another one',
    async (what) => {
      const { credentials, said, say } = await opened()
      const server = await startRedis()
      onTestFinished(() => server.stop())
      // A machine that is busy may keep a thread from beating for a second, which is no reason to lose the lease.
      const leases: Partial<Record<typeof what, number>> = { 'is killed': longLease, 'blocks itself': 4_000 }
      const lease = leases[what] ?? 800
      const first = started(credentials, server.address, lease)
      await first.until('Listening')
      // One on the same machine would see without any beat that the first lives.
      const elsewhere = what === 'blocks itself' || what === 'is killed elsewhere' ? ['elsewhere'] : []
      const second = started(credentials, server.address, lease, ...elsewhere)
      await second.until("Not listening yet: waiting for another instance's lease")
      const text = what === 'blocks itself' ? 'block 7000' : 'one'
      if (what === 'is stopped') first.child.kill('SIGSTOP')
      if (what.startsWith('is killed')) first.child.kill('SIGKILL')
      say(text)
      if (what === 'is stopped') {
        const began = performance.now()
        await eventually(() => expect(performance.now() - began).toBeGreaterThan(2_000))
        expect(said()).toEqual([text])
        first.child.kill('SIGCONT')
      }
      await expect.poll(said).toEqual([text, `Psst: ${text}`])
      expect(second.lines.includes('Listening')).toBe(what.startsWith('is killed'))
      say('two')
      await expect.poll(said).toEqual([text, `Psst: ${text}`, 'two', 'Psst: two'])
    },
  )

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

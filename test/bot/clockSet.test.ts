import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Bot, silent } from 'earshot'
import { sqliteStorage } from 'earshot/node'
import { createReceiver } from 'earshot/receiver'
import { createSimulator } from 'earshot/simulator'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { turns } from '../queue/town.js'

const hours = 3 * 3_600_000
let folder = ''
let files = 0
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-clock-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** A machine with one file, whose processes may see different times. */
function machine(bot: (process: string) => Bot) {
  const simulator = createSimulator({ clock: 'frozen' })
  const account = simulator.realm.account('echo')
  const { token = '', ...credentials } = simulator.credentials(account.id)
  files += 1
  const file = join(folder, `${files}.db`)
  onTestFinished(() => simulator.close())
  return {
    /** @param set Milliseconds by which its clock is ahead. */
    async start(name: string, set = 0) {
      let isDead = false
      const clock = {
        now: () => simulator.clock.now() + set,
        later: (wait: number, action: () => void) => simulator.clock.later(wait, () => isDead || action()),
      }
      const storage = await sqliteStorage(file, { clock })
      const receiver = createReceiver({
        bots: [{ bot: bot(name), credentials, tokens: [token] }],
        ...{ clock, storage, log: silent, handlerTimeout: 10 * hours },
        fetch: async (input, init) => simulator.fetch(new Request(input, init)),
      })
      receiver.start()
      if (name === 'one') simulator.connect(account.id, async (request) => receiver.fetch(request))
      const kill = async () => {
        if (isDead) return
        isDead = true
        await storage.close()
      }
      onTestFinished(kill)
      return { kill }
    },
    async pass(minutes: number) {
      for (let minute = 0; minute < minutes; minute += 1) {
        await simulator.clock.advance('1m')
        for (let turn = 0; turn < 5; turn += 1) await turns()
      }
    },
    async say(text: string) {
      simulator.say('iago', { to: [account.id] }, text)
      for (let turn = 0; turn < 5; turn += 1) await turns()
    },
  }
}

describe('a schedule', () => {
  function resting() {
    const runs: string[] = []
    let end = () => {}
    const place = machine((process) =>
      new Bot().every('every minute', { catchUp: 'last' }, () => {
        runs.push(process)
        return new Promise<void>((resolve) => {
          end = resolve
        })
      }),
    )
    return { ...place, runs, end: () => end() }
  }

  it.each([hours, -hours])('runs once at a time beside a process whose clock is %i ms ahead', async (ahead) => {
    const { start, pass, runs, end } = resting()
    await start('one')
    await pass(2)
    await start('other', ahead)
    await pass(20)
    expect(runs).toEqual(['one'])
    end()
    await pass(3)
    expect(runs).toHaveLength(2)
  })

  it('goes on at its next time if the process of its run has died, and whose clock was ahead', async () => {
    const { start, pass, runs } = resting()
    const one = await start('one', hours)
    await pass(2)
    await one.kill()
    await start('other')
    await pass(3)
    expect(runs).toEqual(['one', 'other'])
  })
})

describe('a handler that goes on after an answer', () => {
  function baking() {
    const baked: string[] = []
    const place = machine((process) =>
      new Bot().command('bake', { description: 'Bake' }, async (ctx) => {
        await ctx.ask('What?')
        baked.push(process)
        await ctx.sleep('40m')
        return 'Baked.'
      }),
    )
    const begin = async () => {
      await place.say('bake')
      await place.say('rye')
    }
    return { ...place, begin, baked }
  }

  it.each([hours, -hours])('runs once beside a process whose clock is %i ms ahead', async (ahead) => {
    const { start, begin, pass, baked } = baking()
    await start('one')
    await begin()
    await start('other', ahead)
    await pass(60)
    expect(baked).toEqual(['one'])
  })

  it.each([
    ['a quarter of an hour after its process died', 0, 13],
    ['at once if the clock of its process was hours ahead', hours, 0],
  ])('goes on elsewhere %s', async (_, ahead, wait) => {
    const { start, begin, pass, baked } = baking()
    const one = await start('one', ahead)
    await begin()
    await one.kill()
    await start('other')
    await pass(wait)
    expect(baked).toEqual(['one'])
    await pass(3)
    expect(baked).toEqual(['one', 'other'])
  })
})

import { Bot } from 'earshot'
import { describe, expect, it } from 'vitest'
import { village } from './village.js'

const echo = () => new Bot().onMention((ctx) => `You said ${ctx.text}.`)

/** What has become of a promise. */
function watch(promise: Promise<unknown>) {
  const watched = { isSettled: false }
  const note = () => {
    watched.isSettled = true
  }
  promise.then(note, note)
  return watched
}

describe('ready', () => {
  it('resolves when a message that is sent from then on is answered, with nothing stored before', async () => {
    const { listen, say, said, settle } = await village()
    const { ready } = listen(echo())
    await ready
    say('@**Ear** one')
    await settle()
    expect(said()).toEqual(['You said one.'])
  })

  it("waits while the server can't be reached", async () => {
    const { listen, settle, simulator } = await village()
    const process = listen(echo())
    process.unplug()
    const watched = watch(process.ready)
    await simulator.advance('5m')
    expect(watched.isSettled).toBe(false)
    process.plugIn()
    await simulator.advance('2m')
    await settle()
    expect(watched.isSettled).toBe(true)
  })

  it('waits in a process that stands by, until it takes over', async () => {
    const { listen, settle, simulator } = await village()
    const first = listen(echo())
    await first.ready
    const watched = watch(listen(echo()).ready)
    await settle()
    expect(watched.isSettled).toBe(false)
    first.die()
    await simulator.advance('2m')
    await settle()
    expect(watched.isSettled).toBe(true)
  })

  it("resolves when the account can't listen, with the reason in `ended`", async () => {
    const { listen } = await village({ kind: 'outgoing webhook' })
    const { ready, ended } = listen(echo())
    await ready
    expect(await ended).toMatchObject([{ name: 'ListenerError' }])
  })

  it('resolves when the server refuses the key', async () => {
    const { listen } = await village()
    const change = () =>
      Response.json({ result: 'error', msg: 'Invalid API key', code: 'INVALID_API_KEY' }, { status: 401 })
    const { ready, ended } = listen(echo(), { change })
    await ready
    expect(await ended).toHaveLength(1)
  })

  it('resolves when it is stopped before it listens', async () => {
    const { listen, simulator } = await village()
    const process = listen(echo())
    process.unplug()
    await simulator.advance('1m')
    await process.stop()
    await process.ready
    expect(await process.ended).toEqual([])
  })
})

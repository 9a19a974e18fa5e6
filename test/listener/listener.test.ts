import { Bot } from 'earshot'
import { Client } from 'earshot/client'
import { describe, expect, it } from 'vitest'
import { village } from './village.js'

const echo = () => new Bot().onMention((ctx) => `You said ${ctx.text}.`).onDirectMessage((ctx) => `Psst: ${ctx.text}`)

// A day is thousands of attempts, and half an hour a hundred.
const awayFor = process.env.EARSHOT_TESTS === 'full' ? ['30m', '1d'] : ['30m']

describe('a listener', () => {
  it('replies to mentions and direct messages and nothing else', async () => {
    const { listen, say, said, settle, simulator } = await village()
    listen(echo())
    await settle()
    say('@**Ear** one')
    say('two')
    say('`@**Ear**` three')
    simulator.say('Iago', { to: ['Ear'] }, 'four')
    await settle()
    expect(said()).toEqual(['You said one.'])
    expect(simulator.messages({ dm: ['Iago', 'Ear'] }).map(({ content }) => content)).toEqual(['four', 'Psst: four'])
  })

  it('replies to messages that came while it was stopped, in order and once', async () => {
    const { listen, say, said, settle } = await village()
    const first = listen(echo())
    await settle()
    say('@**Ear** one')
    await settle()
    await first.stop()
    say('@**Ear** two')
    say('@**Ear** three')
    listen(echo())
    await settle()
    expect(said()).toEqual(['You said one.', 'You said two.', 'You said three.'])
  })

  it('asks a question and receives the answer', async () => {
    const { listen, say, said, settle } = await village()
    listen(
      new Bot().onMention(async (ctx) => {
        const flour = await ctx.ask('Which flour?')
        return `${flour} it is.`
      }),
    )
    await settle()
    say('@**Ear** bread')
    await settle()
    say('@**Ear** rye')
    await settle()
    expect(said()).toEqual(['Which flour?', 'rye it is.'])
  })

  it('recreates a lost event queue and replies once to each message, including missed ones', async () => {
    const { listen, say, said, settle, simulator, lines } = await village()
    const process = listen(echo())
    await settle()
    say('@**Ear** one')
    await settle()
    process.unplug()
    await simulator.advance('1h')
    say('@**Ear** two')
    await simulator.advance('5m')
    expect(said()).toEqual(['You said one.'])
    process.plugIn()
    await simulator.advance('2m')
    await settle()
    expect(said()).toEqual(['You said one.', 'You said two.'])
    const messages = lines.map(({ message }) => message)
    expect(messages).toContain('The event queue is lost; making another one')
    expect(messages.filter((message) => message.includes('not answer as it should'))).toHaveLength(1)
  })

  it.each(awayFor)('skips messages older than `catchUp` after an outage of %s, and logs their number', async (time) => {
    const { listen, say, said, settle, simulator, lines } = await village()
    const process = listen(echo(), { catchUp: { atMost: '20m' } })
    await settle()
    process.unplug()
    say('@**Ear** one')
    say('@**Ear** two')
    await simulator.advance(time)
    say('@**Ear** three')
    process.plugIn()
    await simulator.advance('2m')
    await settle()
    expect(said()).toEqual(['You said three.'])
    expect(lines).toContainEqual({
      message: 'Left messages unanswered that came too long ago',
      fields: expect.objectContaining({ messages: 2 }),
    })
  })

  describe('whose clock is wrong by hours', () => {
    const hours = 3_600_000
    /** Starts a process with its clock ahead, after a message has waited for this long. */
    async function restarted(waited: string, ahead: number, fetchFrom?: (real: typeof fetch) => typeof fetch) {
      const { listen, say, said, settle, simulator, lines } = await village()
      const first = listen(echo())
      await settle()
      await first.stop()
      say('@**Ear** one')
      await simulator.advance(waited)
      listen(echo(), { ahead, ...(fetchFrom && { fetch: fetchFrom(simulator.fetch) }) })
      await settle()
      const left = lines.filter(({ message }) => message.startsWith('Left messages unanswered'))
      return { said: said(), left: left.length }
    }

    it.each([5 * hours, -5 * hours, 400 * 24 * hours])(
      'answers what it missed a while ago (%s ms ahead)',
      async (ahead) => {
        expect(await restarted('20m', ahead)).toEqual({ said: ['You said one.'], left: 0 })
      },
    )

    it.each([5 * hours, -5 * hours])(
      'leaves what is too old by the time of the server (%s ms ahead)',
      async (ahead) => {
        expect(await restarted('2h', ahead)).toEqual({ said: [], left: 1 })
      },
    )

    it.each(['', 'yesterday'])('goes by its own clock if the server tells no time: Date is "%s"', async (date) => {
      const dateless =
        (real: typeof fetch) =>
        async (...request: Parameters<typeof fetch>) => {
          const response = await real(...request)
          response.headers.set('date', date)
          return response
        }
      expect(await restarted('20m', 0, dateless)).toEqual({ said: ['You said one.'], left: 0 })
      expect(await restarted('2h', 0, dateless)).toEqual({ said: [], left: 1 })
    })

    it.each([5 * hours, -5 * hours, 0])(
      'answers in a topic that was renamed before it heard of the message (%s ms ahead)',
      async (ahead) => {
        const { listen, say, said, settle, simulator } = await village()
        const process = listen(echo(), { ahead })
        await settle()
        process.unplug()
        const message_id = say('@**Ear** one')
        await simulator.advance('10s')
        const desdemona = new Client({ ...simulator.credentials('Desdemona'), fetch: simulator.fetch })
        await desdemona.messages.edit({ message_id, topic: 'buns', propagate_mode: 'change_all' })
        process.plugIn()
        await simulator.advance('2m')
        await settle()
        expect([said(), said('buns')]).toEqual([[], ['You said one.']])
      },
    )

    it('answers what came during an outage in which its clock was set', async () => {
      const { listen, say, said, settle, simulator } = await village()
      const process = listen(echo())
      await settle()
      process.unplug()
      say('@**Ear** one')
      await simulator.advance('20m')
      process.setClock(5 * hours)
      process.plugIn()
      await simulator.advance('2m')
      await settle()
      expect(said()).toEqual(['You said one.'])
    })
  })

  it('runs in one process at a time, and another takes over when it dies', async () => {
    const { listen, say, said, settle, simulator } = await village()
    const [first, second] = [listen(echo()), listen(echo())]
    await settle()
    say('@**Ear** one')
    await settle()
    expect(said()).toEqual(['You said one.'])
    first.die()
    say('@**Ear** two')
    await simulator.advance('2m')
    await settle()
    expect(said()).toEqual(['You said one.', 'You said two.'])
    await second.stop()
  })

  it('with a queue handles each message once despite killed processes', async () => {
    const { listen, say, said, settle, simulator } = await village()
    const texts = Array.from({ length: 12 }, (_, index) => `m${index}`)
    let process = listen(echo(), { hasQueue: true })
    await settle()
    for (const [index, text] of texts.entries()) {
      say(`@**Ear** ${text}`)
      if (index % 3 !== 2) continue
      if (index % 2 === 0) await simulator.advance(50)
      process.die()
      process = listen(echo(), { hasQueue: true })
    }
    await simulator.advance('10m')
    await settle()
    expect(said()).toEqual(texts.map((text) => `You said ${text}.`))
  })

  it("doesn't reply again to messages that another process handled in the meantime", async () => {
    const { listen, say, said, settle, simulator } = await village()
    const [first, second] = [listen(echo()), listen(echo())]
    await settle()
    say('@**Ear** one')
    await settle()
    first.unmount()
    await simulator.advance('1m')
    say('@**Ear** two')
    await settle()
    expect(said()).toEqual(['You said one.', 'You said two.'])
    first.mount()
    await second.stop()
    await simulator.advance('1m')
    say('@**Ear** three')
    await settle()
    expect(said()).toEqual(['You said one.', 'You said two.', 'You said three.'])
  })

  it('leaves waiting messages to the process that took over', async () => {
    const { listen, say, said, settle, simulator } = await village()
    const slow = new Bot().onMention(async (ctx) => {
      if (ctx.text === 'one') await ctx.sleep('2m')
      return `You said ${ctx.text}.`
    })
    const first = listen(slow, { concurrency: 1 })
    await settle()
    say('@**Ear** one', 'slow')
    say('@**Ear** two', 'quick')
    await settle()
    expect([...said('slow'), ...said('quick')]).toEqual([])
    const second = listen(slow)
    first.unmount()
    await simulator.advance('1m')
    expect(said('quick')).toEqual(['You said two.'])
    first.mount()
    await second.stop()
    await simulator.advance('3m')
    expect([said('slow'), said('quick')]).toEqual([['You said one.'], ['You said two.']])
  })

  it.each([
    ['has', true],
    ['has no', false],
  ])("continues after a sender that can't be looked up, when it %s queue", async (_, hasQueue) => {
    const { listen, say, said, settle, simulator } = await village()
    const { id } = simulator.realm.account('Iago')
    const refusal = { result: 'error', msg: 'No such user', code: 'BAD_REQUEST' }
    const change = (url: string) => (url.includes(`/users/${id}`) ? Response.json(refusal, { status: 400 }) : undefined)
    listen(echo(), { change, hasQueue })
    await settle()
    say('@**Ear** one')
    say('@**Ear** two', 'bread', 'Hamlet')
    await settle()
    expect(said()).toEqual(['You said one.', 'You said two.'])
  })

  it.each([false, true])('runs a timed-out handler once and reports it once (queue: %s)', async (hasQueue) => {
    const { listen, say, said, settle, simulator } = await village()
    const runs: string[] = []
    const bot = new Bot().onMention((ctx) => {
      runs.push(ctx.text)
      return ctx.text === 'two' ? 'Two!' : new Promise<string>(() => {})
    })
    listen(bot, { hasQueue })
    await settle()
    say('@**Ear** one')
    say('@**Ear** two')
    await settle()
    await simulator.advance('1h')
    await settle()
    expect(runs).toEqual(['one', 'two'])
    expect(said()).toEqual([expect.stringMatching(/^I had to stop before I was done/), 'Two!'])
  })

  it("doesn't reply to itself or other bots unless `answerBots` is set", async () => {
    const { listen, say, said, settle, simulator } = await village()
    simulator.addBot({ full_name: 'Mouth', type: 'generic' })
    const silent = listen(echo())
    await settle()
    simulator.say('Mouth', { to: ['Ear'] }, 'hello')
    simulator.say('Ear', { to: ['Iago'] }, 'hello')
    await settle()
    expect(simulator.messages({ dm: ['Mouth', 'Ear'] })).toHaveLength(1)
    await silent.stop()
    listen(echo(), { answerBots: true })
    await settle()
    simulator.say('Mouth', { to: ['Ear'] }, 'again')
    await settle()
    expect(simulator.messages({ dm: ['Mouth', 'Ear'] }).map(({ content }) => content)).toEqual([
      'hello',
      'again',
      'Psst: again',
    ])
    say('nothing')
    expect(said()).toEqual([])
  })

  it('ends with one log line when its API key is revoked', async () => {
    const { listen, settle, simulator, lines } = await village()
    const { ended } = listen(echo())
    await settle()
    const bot = simulator.realm.account('Ear')
    const owner = simulator.credentials(Number(bot.owner_id))
    const path = `${simulator.url}/api/v1/bots/${bot.id}/api_key/regenerate`
    const headers = { authorization: `Basic ${btoa(`${owner.email}:${owner.apiKey}`)}` }
    expect((await simulator.fetch(path, { method: 'POST', headers })).status).toBe(200)
    await simulator.advance('3m')
    expect(await ended).toEqual([expect.objectContaining({ code: 'listener_refused' })])
    expect(lines.filter(({ message }) => message === "The bot can't listen any more")).toHaveLength(1)
  })

  it('refuses the account of an outgoing webhook, with a hint', async () => {
    const { listen, settle } = await village({ kind: 'outgoing webhook' })
    const { ended } = listen(echo())
    await settle()
    const [error] = await ended
    expect(error).toMatchObject({ code: 'listener_account' })
    expect(error?.message).toContain('Create a bot of the kind "Generic bot"')
  })

  it.each([0, 50, 150, 300])('works with a server of level %i', async (featureLevel) => {
    const { listen, say, said, settle } = await village({ featureLevel })
    const first = listen(echo())
    await settle()
    say('@**Ear** one')
    await settle()
    await first.stop()
    say('@**Ear** two')
    listen(echo())
    await settle()
    expect(said()).toEqual(['You said one.', 'You said two.'])
  })

  it.each([
    ['no JSON', () => new Response('<h1>Tea</h1>')],
    ['far too much', () => new Response(`{"result":"success","msg":"","events":[],"x":"${'x'.repeat(40_000_000)}"}`)],
    ['events of unknown types', () => Response.json({ result: 'success', msg: '', events: [{ id: 1, type: 'tea' }] })],
    ['an error', () => Response.json({ result: 'error', msg: 'Later', code: 'X' }, { status: 502 })],
  ])('continues when the event queue answers %s', async (_, answer) => {
    let times = 0
    const change = (url: string) => {
      if (!url.includes('/events?')) return undefined
      times += 1
      return times <= 2 ? answer() : undefined
    }
    const { listen, say, said, settle, simulator } = await village()
    listen(echo(), { change })
    await simulator.advance('10s')
    say('@**Ear** one')
    await settle()
    expect(times).toBeGreaterThan(2)
    expect(said()).toEqual(['You said one.'])
  })

  it.each([
    ['an event queue is lost', 'the next 2 events to Ear lose the event queue'],
    ['events come twice', 'every event to Ear is told twice'],
    ['an event is missing', 'the next event to Ear is dropped'],
    ['events come late and out of order', 'the next event to Ear is delayed by 3s'],
    ['a heartbeat is late', 'every heartbeat is delayed by 10m'],
    ['heartbeats are missing', 'every heartbeat is dropped'],
    ['an answer is cut off', 'every third call of events.get breaks off after 20 bytes'],
  ])('replies to each message once when %s', async (_, fault) => {
    const { listen, say, said, settle, simulator } = await village()
    simulator.faults.add(fault)
    listen(echo())
    await settle()
    for (const text of ['one', 'two', 'three', 'four']) {
      say(`@**Ear** ${text}`)
      await simulator.advance('2s')
    }
    await simulator.advance('10m')
    say('@**Ear** five')
    await simulator.advance('2m')
    const answers = ['one', 'two', 'three', 'four', 'five'].map((text) => `You said ${text}.`)
    expect(said().toSorted()).toEqual(answers.toSorted())
    expect(said().at(-1)).toBe('You said five.')
    // What is late may be overtaken, and only that.
    if (!fault.includes('delayed by 3s')) expect(said()).toEqual(answers)
  })

  it('reads the feature level again after a server restart', async () => {
    const { listen, say, said, settle, simulator } = await village({ featureLevel: 100 })
    listen(new Bot().onMention(async (ctx) => String(await ctx.client.featureLevel())))
    await settle()
    say('@**Ear** level')
    await settle()
    simulator.setFeatureLevel(400)
    await settle()
    say('@**Ear** level')
    await settle()
    expect(said()).toEqual(['100', '400'])
  })
})

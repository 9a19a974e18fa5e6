import { CheckpointError, type Simulator, virtualClock } from 'earshot/simulator'
import { describe, expect, it } from 'vitest'
import { virtualStart } from '../../../src/simulator/base/clock.js'
import { kitchens, lunch, quiet, says } from '../delivery/kitchen.js'
import { opener } from '../ways.js'

const bread = { channel: 'kitchen', topic: 'bread' }
const soup = { channel: 'kitchen', topic: 'soup' }

const textsOf = (simulator: Simulator) => simulator.messages(bread).map(({ content }) => content)

describe('a checkpoint', () => {
  const open = opener()

  it('can be restored repeatedly', async () => {
    const { simulator } = await open({ clock: 'frozen' })
    simulator.say('iago', bread, 'Rye')
    simulator.checkpoint('rye')
    for (const more of ['Wheat', 'Oats']) {
      simulator.say('iago', bread, more)
      expect(textsOf(simulator)).toEqual(['Rye', more])
      simulator.restore('rye')
      expect(textsOf(simulator)).toEqual(['Rye'])
    }
  })

  it('is listed with its time and its counts', async () => {
    const { simulator } = await open({ clock: 'frozen' })
    expect(simulator.checkpoints).toEqual([])
    const first = simulator.checkpoint('empty')
    expect(first).toMatchObject({ name: 'empty', time: virtualStart })
    await simulator.advance('1m')
    simulator.say('iago', bread, 'Rye')
    simulator.addUser({ full_name: 'Ariel' })
    simulator.addBot({ full_name: 'Puck' })
    const { time, counts } = simulator.checkpoint('more')
    expect(time).toBe(virtualStart + 60 * 1000)
    expect(counts).toEqual({
      ...first.counts,
      users: first.counts.users + 1,
      bots: first.counts.bots + 1,
      messages: first.counts.messages + 1,
    })
    expect(simulator.checkpoints.map(({ name }) => name)).toEqual(['empty', 'more'])
    simulator.restore('empty')
    expect(simulator.checkpoints).toHaveLength(2)
    simulator.checkpoint('empty')
    expect(simulator.checkpoints.map(({ name }) => name)).toEqual(['more', 'empty'])
  })

  it('contains the time, the random state, the IDs and the feature level', async () => {
    const { simulator } = await open({ clock: 'frozen', featureLevel: 300 })
    simulator.checkpoint('before')
    const live = () => {
      const id = simulator.say('iago', bread, 'Rye')
      const { apiKey } = simulator.addUser({ full_name: 'Ariel' })
      return { id, apiKey, at: simulator.clock.now(), level: simulator.realm.featureLevel }
    }
    const first = live()
    await simulator.advance('2d')
    simulator.realm.featureLevel = 100
    expect(live()).not.toEqual(first)
    simulator.restore('before')
    expect(live()).toEqual(first)
  })

  it('contains timers, which run again after it is restored', async () => {
    const { simulator, call } = await open({ clock: 'frozen' })
    const due = simulator.clock.now() / 1000 + 60
    const { body } = await call('iago', 'POST', '/scheduled_messages', {
      type: 'stream',
      to: '2',
      topic: 'bread',
      content: 'Proof the dough',
      scheduled_delivery_timestamp: String(due),
    })
    expect(body.result).toBe('success')
    const place = { channel: simulator.realm.channel(2).name, topic: 'bread' }
    const sent = () => simulator.messages(place).map(({ content, timestamp }) => [content, timestamp])
    simulator.checkpoint('waiting')
    await simulator.advance('2m')
    expect(sent()).toEqual([['Proof the dough', due]])
    simulator.restore('waiting')
    expect(sent()).toEqual([])
    await simulator.advance('59s')
    expect(sent()).toEqual([])
    await simulator.advance('1s')
    expect(sent()).toEqual([['Proof the dough', due]])
    await simulator.advance('1d')
    expect(sent()).toHaveLength(1)
  })

  it('contains event queues', async () => {
    const { simulator, call } = await open({ clock: 'frozen' })
    const { body } = await call('iago', 'POST', '/register', { event_types: '["message"]' })
    const events = async () =>
      (
        await call('iago', 'GET', '/events', {
          queue_id: String(body.queue_id),
          last_event_id: '-1',
          dont_block: 'true',
        })
      ).body
    simulator.say('hamlet', { to: ['iago'] }, 'One')
    simulator.checkpoint('one')
    simulator.say('hamlet', { to: ['iago'] }, 'Two')
    expect((await events()).events).toHaveLength(2)
    simulator.restore('one')
    expect((await events()).events).toHaveLength(1)
    simulator.reset()
    expect(await events()).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' })
  })

  it('works with a real clock and with a clock that was passed in', async () => {
    const real = await open()
    real.simulator.checkpoint('a')
    real.simulator.say('iago', bread, 'Rye')
    real.simulator.restore('a')
    expect(textsOf(real.simulator)).toEqual([])
    const clock = virtualClock(1_000_000)
    const own = await open({ clock })
    own.simulator.checkpoint('a')
    clock.advance(5000)
    own.simulator.restore('a')
    expect(clock.now()).toBe(1_000_000)
  })

  it("can be forgotten, after which it can't be restored", async () => {
    const { simulator } = await open()
    simulator.checkpoint('a')
    simulator.checkpoint('b')
    simulator.say('iago', bread, 'Rye')
    simulator.forget('a')
    expect(simulator.checkpoints.map(({ name }) => name)).toEqual(['b'])
    expect(textsOf(simulator)).toEqual(['Rye'])
    expect(() => simulator.restore('a')).toThrow(CheckpointError)
    expect(() => simulator.forget('a')).toThrow('There is no checkpoint "a"; there is "b".')
    expect(simulator.journal.read({ kinds: ['memory'] }).entries.at(-1)).toMatchObject({ what: 'forget', name: 'a' })
    simulator.restore('b')
    expect(textsOf(simulator)).toEqual([])
  })

  it.each(['', '  ', undefined, 7])("can't be named %j", async (name) => {
    const { simulator } = await open()
    expect(() => simulator.checkpoint(name as string)).toThrow(CheckpointError)
    expect(simulator.checkpoints).toEqual([])
  })

  it("that doesn't exist can't be restored, and nothing changes", async () => {
    const { simulator } = await open()
    simulator.say('iago', bread, 'Rye')
    expect(() => simulator.restore('a')).toThrow('There is no checkpoint "a"; none was made yet.')
    simulator.checkpoint('b')
    simulator.checkpoint('c')
    expect(() => simulator.restore('a')).toThrow('There is no checkpoint "a"; there is "b", "c".')
    expect(() => simulator.restore('a')).toThrow(
      expect.objectContaining({ code: 'no_such_checkpoint', checkpoint: 'a' }),
    )
    expect(textsOf(simulator)).toEqual(['Rye'])
  })
})

describe('deliveries', () => {
  const open = kitchens()

  it('under way at a checkpoint start again after it is restored', async () => {
    const requests: string[] = []
    let answer = (): void => {}
    const { simulator, said } = open(async (request) => {
      requests.push(((await request.json()) as { data: string }).data)
      if (requests.length === 1) await new Promise<void>((resolve) => (answer = resolve))
      return Response.json({ content: `Answer ${requests.length}` })
    })
    simulator.say('hamlet', lunch, '@**Echo** one')
    simulator.checkpoint('under way')
    await simulator.advance(0)
    expect(requests).toEqual(['@**Echo** one'])
    simulator.restore('under way')
    await simulator.idle()
    answer()
    await simulator.advance(0)
    expect(requests).toEqual(['@**Echo** one', '@**Echo** one'])
    expect(said()).toEqual(['Answer 2'])
    expect(simulator.deliveries.map(({ outcome }) => outcome)).toEqual(['replied'])
  })

  it('made after a checkpoint are gone after it is restored', async () => {
    const { simulator, mention } = open(says('Soup'))
    simulator.checkpoint('hungry')
    await mention()
    expect(simulator.deliveries).toHaveLength(1)
    simulator.restore('hungry')
    expect(simulator.deliveries).toEqual([])
    expect(await mention()).toEqual(['Soup'])
    expect(simulator.deliveries.map(({ id }) => id)).toEqual([1])
  })

  it('go to the bot that was connected at the checkpoint', async () => {
    const { simulator, mention } = open(says('First'))
    simulator.checkpoint('first')
    simulator.connect('echo', says('Second'))
    expect(await mention()).toEqual(['Second'])
    simulator.restore('first')
    expect(await mention()).toEqual(['First'])
  })
})

describe('reset', () => {
  const open = opener()

  it('returns to the seed and its time', async () => {
    const { simulator } = await open({ clock: 'frozen' })
    const fresh = simulator.checkpoint('fresh')
    simulator.say('iago', bread, 'Rye')
    simulator.addUser({ full_name: 'Ariel' })
    await simulator.advance('3h')
    simulator.reset()
    expect(textsOf(simulator)).toEqual([])
    expect(simulator.clock.now()).toBe(virtualStart)
    expect(simulator.checkpoint('again').counts).toEqual(fresh.counts)
    expect(simulator.credentials('iago').apiKey).toMatch(/^\w{32}$/)
    expect(() => simulator.credentials('ariel')).toThrow('Nobody is called')
  })

  it('returns to the kind of clock that the simulator began with', async () => {
    const { simulator } = await open({ clock: 'frozen' })
    simulator.clock.change('jump')
    simulator.reset()
    expect(simulator.clock.kind).toBe('frozen')
  })
})

describe('a branch', () => {
  const open = kitchens()

  it('starts from the same state and runs independently', async () => {
    const { simulator } = open(quiet)
    await simulator.advance('1h')
    simulator.say('iago', bread, 'Rye')
    simulator.checkpoint('rye')
    const branch = simulator.branch()
    try {
      expect(branch.clock.now()).toBe(simulator.clock.now())
      expect(branch.credentials('iago')).toEqual(simulator.credentials('iago'))
      expect(branch.realm.featureLevel).toBe(simulator.realm.featureLevel)
      expect(branch.checkpoints).toEqual(simulator.checkpoints)
      const [here, there] = [simulator, branch].map((one, at) => one.say('iago', bread, `Branch ${at}`))
      expect(here).toBe(there)
      expect(textsOf(simulator)).toEqual(['Rye', 'Branch 0'])
      expect(textsOf(branch)).toEqual(['Rye', 'Branch 1'])
      await branch.advance('1h')
      branch.realm.featureLevel = 1
      expect(branch.clock.now()).toBe(simulator.clock.now() + 60 * 60 * 1000)
      expect(simulator.realm.featureLevel).toBe(496)
      branch.reset()
      expect(textsOf(branch)).toEqual([])
      expect(textsOf(simulator)).toHaveLength(2)
    } finally {
      await branch.close()
    }
  })

  it('starts with a copy of the journal and continues its own', async () => {
    const { simulator } = open(quiet)
    simulator.say('iago', bread, 'Rye')
    const branch = simulator.branch()
    const { last } = simulator.journal
    expect(branch.journal.text()).toBe(simulator.journal.text())
    expect(branch.journal.read({ since: last - 1 }).entries).toMatchObject([{ kind: 'memory', what: 'branch' }])
    branch.say('iago', bread, 'Oats')
    expect(simulator.journal.last).toBe(last)
    expect(branch.journal.last).toBeGreaterThan(last)
    await branch.close()
  })

  it('delivers to the same bots', async () => {
    const { simulator } = open(says('Soup'))
    const branch = simulator.branch()
    branch.say('hamlet', soup, '@**Echo** hi')
    await branch.idle()
    expect(branch.messages(soup).map(({ content }) => content)).toEqual(['@**Echo** hi', 'Soup'])
    expect(simulator.messages(soup)).toEqual([])
    await branch.close()
  })
})

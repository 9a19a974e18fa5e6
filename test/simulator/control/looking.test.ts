import { featureLevels } from 'earshot/protocol'
import { describe, expect, it } from 'vitest'
import { lunch, stage } from './stage.js'

const open = stage()

describe('what is due', () => {
  it('is listed with its reason, the next first', async () => {
    const { simulator, control } = open()
    const { body } = await control('GET', '/clock/pending')
    expect(body.pending).toMatchObject([
      {
        due: Date.UTC(2026, 2, 2, 6),
        background: false,
        cause: { what: 'scheduled message' },
        says: 'Iago sends scheduled message 1 to #kitchen > lunch.',
      },
      { background: false, says: 'Iago sends scheduled message 2 to Hamlet.' },
      { background: true, cause: { what: 'unused upload' } },
      { background: true, cause: { what: 'unused upload' } },
    ])
    await simulator.advance('1d')
    const later = (await control('GET', '/clock/pending')).body
    expect(later.pending).not.toMatchObject([{ cause: { what: 'scheduled message' } }])
  })

  it('has deliveries that faults keep, bots that are silent, calls that wait and queues of events', async () => {
    const { simulator, control } = open({
      faults: ['the next delivery is delayed by 30s', 'every call is delayed by 3s'],
    })
    simulator.connect('echo', () => new Promise(() => {}))
    simulator.say('hamlet', lunch, '@**Echo** one')
    simulator.say('hamlet', lunch, '@**Echo** two')
    const { email, apiKey } = simulator.credentials('hamlet')
    const headers = { authorization: `Basic ${btoa(`${email}:${apiKey}`)}` }
    const registering = simulator.fetch(`${simulator.url}/api/v1/register`, { method: 'POST', headers })
    const causes = async () => {
      const { body } = await control('GET', '/clock/pending')
      return (body.pending as { cause: object | null; says: string }[]).map(({ cause, says }) => ({ ...cause, says }))
    }
    await new Promise((resolve) => setTimeout(resolve, 0))
    const held = await causes()
    expect(held).toContainEqual(expect.objectContaining({ what: 'call', endpoint: 'events.register' }))
    expect(held).toContainEqual({
      what: 'delivery',
      id: 1,
      says: 'Delivery 1 to Echo is posted, delayed by a fault.',
    })
    expect(held).toContainEqual({
      what: 'deadline',
      id: 2,
      says: 'Delivery 2 to Echo times out, unless the bot answers.',
    })
    await simulator.advance('3s')
    await registering
    expect(await causes()).toContainEqual(
      expect.objectContaining({ what: 'event queue', says: expect.stringContaining('The event queue of Hamlet') }),
    )
  })

  it('is cut to as many as are asked for, and counted', async () => {
    const { simulator, control } = open()
    const { body } = await control('GET', '/clock/pending?limit=1')
    expect(body.pending).toHaveLength(1)
    expect(body.total).toBe(simulator.clock.pending().length)
    expect(body.total).toBeGreaterThan(1)
  })
})

describe('the levels', () => {
  it('are the rows of the table, with everything that each touches', async () => {
    const { control } = open()
    const { levels, newest } = (await control('GET', '/levels')).body as {
      levels: { id: string; level: number; appliesTo: object[] }[]
      newest: number
    }
    expect(levels.map(({ id }) => id)).toEqual(featureLevels.map(({ id }) => id))
    expect(newest).toBe(levels.at(-1)?.level)
    expect(levels.find(({ id }) => id === 'channelFolders')?.appliesTo).toContainEqual({
      entity: 'Channel',
      field: 'folder_id',
    })
  })

  it('show what would be posted to a bot at each, without a change to anything', async () => {
    const { simulator, control } = open()
    const message = simulator.say('hamlet', { to: ['echo'] }, 'hi')
    await simulator.idle()
    const before = simulator.journal.last
    const at = async (level: number) =>
      (await control('GET', `/levels/${level}/notification?message=${message}&bot=echo`)).body.notification
    expect(await at(163)).toMatchObject({ trigger: 'private_message', token: '********' })
    expect(await at(496)).toMatchObject({ trigger: 'direct_message', token: '********', message: { id: message } })
    expect(simulator.realm.featureLevel).toBe(496)
    expect(simulator.journal.last).toBe(before)
    const none = await control('GET', `/levels/497/notification?message=${message}&bot=echo`)
    expect([none.status, none.body]).toMatchObject([400, { error: { code: 'invalid_simulator_option' } }])
  })
})

describe('a fault that is being written', () => {
  const read = async (sentence: string, caret?: number) => {
    const { control } = open()
    const { body } = await control('POST', '/faults/read', { sentence, caret })
    return body as {
      sentence: string | null
      problem: { message: string; place: { start: number; end: number } | null; suggestion: string | null } | null
      continuations: { from: number; texts: string[] }
    }
  }

  it('is printed as it is understood, and added to nothing', async () => {
    const { simulator, control } = open()
    const { body } = await control('POST', '/faults/read', { sentence: 'every 3rd delivery to echo is dropped.' })
    expect(body).toMatchObject({ sentence: 'every third delivery to echo is dropped', problem: null })
    expect(simulator.faults.list()).toEqual([])
  })

  it.each([
    ['every thrid call answers 503', 'thrid', 'third'],
    ['  every call of "mesages.send" hangs', '"mesages.send"', 'messages.send'],
    ['every call answers 507', '507', null],
    ['the next 2 calls', '', null],
    ['every delivery to Ecko is dropped', 'Ecko', 'Echo'],
  ])('says where %j is wrong', async (sentence, word, suggestion) => {
    const { sentence: understood, problem } = await read(sentence)
    expect(understood).toBeNull()
    expect(problem?.suggestion).toBe(suggestion)
    expect(problem?.place && sentence.slice(problem.place.start, problem.place.end)).toBe(word)
  })

  it.each([
    ['', ['the next call', 'every delivery']],
    ['every del', ['delivery']],
    ['the next 2 calls ', ['answer 503 before taking effect', 'of', 'by', 'hang before taking effect']],
    ['the next call ', ['answers 503 before taking effect']],
    ['the next call of ', ['messages.send', 'GET', 'users.me']],
    ['the next call of send', ['messages.send']],
    ['the next call of POST ', ['/messages']],
    ['every call by ', ['Hamlet', '"Yeast Counter"', 'Echo']],
    ['every call by "Ye', ['"Yeast Counter"']],
    ['every delivery to ', ['Echo']],
    ['every delivery ', ['is delivered twice', 'loses the answer', 'to']],
    ['the next call answers 503 ', ['before', 'after']],
    ['every call is delayed by ', ['250ms', '3s']],
    ['every delivery lacks the field mess', ['message.topic_links', 'message.subject']],
  ])('can go on from %j', async (beginning, wanted) => {
    const { continuations } = await read(beginning)
    expect(continuations.texts).toEqual(expect.arrayContaining(wanted))
  })

  it('goes on with nothing that does not fit', async () => {
    expect((await read('every delivery to ')).continuations.texts).not.toContain('Hamlet')
    expect((await read('every call ')).continuations.texts).not.toContain('is delivered twice')
    expect((await read('every bird ')).continuations.texts).toEqual([])
  })

  it('is understood again once a continuation stands in it', async () => {
    for (const beginning of ['the next 2 calls of messages.send ', 'every delivery to Echo ', 'calls 4 and later ']) {
      const { continuations } = await read(beginning)
      const phrases = continuations.texts.filter((text) => text.includes(' '))
      expect(phrases.length).toBeGreaterThan(8)
      for (const text of phrases) {
        const whole = beginning.slice(0, continuations.from) + text
        expect([whole, (await read(whole)).sentence]).toEqual([whole, whole])
      }
    }
  })

  it('is completed at the caret', async () => {
    const { continuations } = await read('every call of mess answers 503', 'every call of mess'.length)
    expect(continuations).toMatchObject({
      from: 'every call of '.length,
      texts: expect.arrayContaining(['messages.send']),
    })
  })
})

describe('a fault that was removed', () => {
  it('is put back where it was', async () => {
    const { simulator, control } = open()
    await control('POST', '/faults', { fault: 'the next 2 deliveries are dropped' })
    await simulator.idle()
    simulator.say('hamlet', lunch, '@**Echo** one')
    const [{ sentence, seen, fired } = { sentence: '', seen: 0, fired: 0 }] = simulator.faults.list()
    await control('DELETE', '/faults')
    const { body } = await control('POST', '/faults', { fault: sentence, seen, fired })
    expect(body).toMatchObject({ seen: 1, fired: 1, remaining: 1 })
  })
})

describe('a branch', () => {
  it('goes on by itself, at an address of its own, until the simulator is closed', async () => {
    const { simulator, control } = open()
    simulator.say('hamlet', lunch, 'before')
    const { url } = (await control('POST', '/branches')).body as { url: string }
    simulator.say('hamlet', lunch, 'after')
    const checkpoint = await fetch(`${url}/sim/checkpoints`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"name": "there"}',
    })
    const there = (await checkpoint.json()) as { counts: { messages: number } }
    expect(there.counts.messages).toBe(simulator.checkpoint('here').counts.messages - 1)
    await simulator.close()
    await expect(fetch(`${url}/sim/health`)).rejects.toThrow()
  })
})

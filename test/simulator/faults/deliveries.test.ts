import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { FaultError } from 'earshot/simulator'
import { describe, expect, it, onTestFinished } from 'vitest'
import { hangs, inTurn, kitchens, lunch, quiet, says } from '../delivery/kitchen.js'

type Posted = Record<string, unknown> & { message: Record<string, unknown> }

/** A bot that keeps what it is posted. */
function keeper(answer = quiet) {
  const posted: Posted[] = []
  const handle = async (request: Request) => {
    posted.push((await request.json()) as Posted)
    return answer(request)
  }
  /** The contents, without the mention. */
  const heard = () => posted.map(({ data }) => String(data).replace('@**Echo** ', ''))
  return { posted, handle, heard }
}

describe('a fault of deliveries', () => {
  const open = kitchens()

  it('posts a delivery several times and uses the last answer', async () => {
    const bot = keeper(inTurn(says('first'), says('second'), says('third')))
    const { simulator, mention } = open(bot.handle, { faults: ['the next delivery is delivered 3 times'] })
    expect(await mention('@**Echo** hi')).toEqual(['third'])
    expect(bot.heard()).toEqual(['hi', 'hi', 'hi'])
    expect(simulator.deliveries).toMatchObject([
      {
        outcome: 'replied',
        faults: ['the next delivery is delivered 3 times'],
        attempts: [{ isRepeated: true }, { isRepeated: true }, { result: { kind: 'answered' } }],
      },
    ])
    expect(simulator.deliveries[0]?.attempts[2]).not.toHaveProperty('isRepeated')
  })

  it('strikes only one delivery each if several are for the next one', async () => {
    const { simulator } = open(keeper(says('Hi.')).handle, {
      faults: [
        'the next delivery is answered with 500',
        'the next delivery is delayed by 1s',
        'the next delivery carries a wrong token',
        'every delivery is dated 5m ahead',
      ],
    })
    for (const text of ['one', 'two', 'three', 'four']) {
      simulator.say('hamlet', lunch, `@**Echo** ${text}`)
      await simulator.advance('2s')
    }
    expect(simulator.deliveries.map(({ faults }) => faults)).toEqual([
      ['the next delivery is answered with 500', 'every delivery is dated 5m ahead'],
      ['the next delivery is delayed by 1s', 'every delivery is dated 5m ahead'],
      ['the next delivery carries a wrong token', 'every delivery is dated 5m ahead'],
      ['every delivery is dated 5m ahead'],
    ])
  })

  it('keeps all retries of a delivery that is posted twice', async () => {
    const bot = keeper(inTurn(says('unused'), hangs))
    const { simulator, said } = open(bot.handle, { faults: ['the next delivery is delivered twice'] })
    simulator.say('hamlet', lunch, '@**Echo** hi')
    await simulator.advance('2m')
    expect(bot.posted).toHaveLength(5)
    expect(said()).toEqual(['Failure! Bot is unavailable'])
  })

  it('lets later deliveries overtake', async () => {
    const bot = keeper()
    const { simulator, mention } = open(bot.handle, { faults: ['the next delivery is overtaken by the next 2'] })
    for (const text of ['one', 'two', 'three', 'four']) await mention(`@**Echo** ${text}`)
    await simulator.idle()
    expect(bot.heard()).toEqual(['two', 'three', 'one', 'four'])
    expect(simulator.deliveries.map(({ outcome }) => outcome)).toEqual(['quiet', 'quiet', 'quiet', 'quiet'])
  })

  it('leaves a delivery waiting if nothing overtakes it, until the simulator closes', async () => {
    const bot = keeper()
    const { simulator, mention } = open(bot.handle, { faults: ['every delivery is overtaken by the next'] })
    await mention()
    expect(bot.posted).toEqual([])
    expect(simulator.deliveries).toMatchObject([{ outcome: 'under way', attempts: [] }])
    await simulator.close()
    expect(simulator.deliveries).toMatchObject([{ outcome: 'abandoned' }])
  })

  it('lets a delivery be overtaken only by those to the same bot', async () => {
    const echo = keeper()
    const other = keeper()
    const { simulator } = open(echo.handle, { faults: ['the next delivery to Echo is overtaken by the next'] })
    simulator.addBot({ full_name: 'Scribe', address: other.handle })
    simulator.say('hamlet', lunch, '@**Echo** one')
    simulator.say('hamlet', lunch, '@**Scribe** two')
    await simulator.idle()
    expect([echo.posted.length, other.posted.length]).toEqual([0, 1])
    simulator.say('hamlet', lunch, '@**Echo** three')
    await simulator.idle()
    expect(echo.heard()).toEqual(['three', 'one'])
  })

  it('delays a delivery by simulated time while others proceed', async () => {
    const bot = keeper()
    const { simulator } = open(bot.handle, { faults: ['call 1 hangs', 'the next delivery is delayed by 5s'] })
    simulator.say('hamlet', lunch, '@**Echo** one')
    simulator.say('hamlet', lunch, '@**Echo** two')
    await simulator.advance('4999ms')
    expect(bot.heard()).toEqual(['two'])
    await simulator.advance('1ms')
    expect(bot.heard()).toEqual(['two', 'one'])
    const [first] = simulator.deliveries
    expect((first?.attempts[0]?.startedAt ?? 0) - (first?.queuedAt ?? 0)).toBe(5000)
  })

  it('is waited for by idle() and runUntilIdle()', async () => {
    const bot = keeper()
    const { simulator } = open(bot.handle, { faults: ['every delivery is delayed by 5s'] })
    simulator.say('hamlet', lunch, '@**Echo** one')
    let isIdle = false
    const idle = simulator.idle().then(() => {
      isIdle = true
    })
    await simulator.advance('1s')
    expect(isIdle).toBe(false)
    await simulator.clock.runUntilIdle()
    await idle
    expect(bot.heard()).toEqual(['one'])
  })

  it('drops a delivery without a notice to anybody', async () => {
    const bot = keeper(says('heard'))
    const { simulator, mention, toOwner } = open(bot.handle, { faults: ['the next delivery is dropped'] })
    expect(await mention()).toEqual([])
    expect(toOwner()).toEqual([])
    expect(bot.posted).toEqual([])
    expect(simulator.deliveries).toMatchObject([{ outcome: 'dropped', attempts: [] }])
    expect(await mention()).toEqual(['heard'])
  })

  it('loses the answer to the first attempt, and makes a second one', async () => {
    const bot = keeper(inTurn(says('lost'), says('found')))
    const { simulator, mention } = open(bot.handle, { faults: ['the next delivery loses the answer'] })
    expect(await mention()).toEqual(['found'])
    expect(simulator.deliveries[0]?.attempts).toMatchObject([
      { exchanges: [{ method: 'POST' }], result: { kind: 'connection error' } },
      { exchanges: [{ status: 200 }], result: { kind: 'answered' } },
    ])
    expect(simulator.deliveries[0]?.attempts[0]?.exchanges[0]).not.toHaveProperty('status')
  })

  it("replaces the status of the bot's answer", async () => {
    const bot = keeper(says('unheard'))
    const { simulator, mention } = open(bot.handle, { faults: ['the next delivery to Echo is answered with 503'] })
    expect(await mention('@**Echo** one')).not.toContain('unheard')
    expect(bot.heard()).toEqual(['one'])
    expect(simulator.deliveries).toMatchObject([
      { outcome: 'failed', attempts: [{ result: { kind: 'answered', status: 503 } }] },
    ])
    expect((await mention()).at(-1)).toBe('unheard')
  })

  it('makes every attempt time out when the answer is later than the timeout', async () => {
    const bot = keeper(inTurn(says('too late'), says('in time')))
    const { simulator, said } = open(bot.handle, { faults: ['the next delivery is answered 15s late'] })
    simulator.say('hamlet', lunch, '@**Echo** hi')
    await simulator.advance('9s')
    expect(said()).toEqual([])
    await simulator.advance('2m')
    expect(simulator.deliveries[0]?.attempts.map(({ result }) => result.kind)).toEqual(
      simulator.deliveries[0]?.attempts.map(() => 'timeout'),
    )
    expect(said()).toEqual(['Failure! Bot is unavailable'])
  })

  it('delays an answer that still arrives before the timeout', async () => {
    const { simulator, said } = open(says('in time'), { faults: ['the next delivery is answered 5s late'] })
    simulator.say('hamlet', lunch, '@**Echo** hi')
    await simulator.advance('4s')
    expect(said()).toEqual([])
    await simulator.advance('1s')
    expect(said()).toEqual(['in time'])
  })

  it('makes the JSON of the answer malformed, or truncates it', async () => {
    const { simulator, mention } = open(says('soup'), {
      faults: ['delivery 1 is answered with malformed JSON', 'delivery 2 is answered with only 5 bytes'],
    })
    expect(await mention()).not.toContain('soup')
    expect(await mention()).not.toContain('soup')
    expect(simulator.deliveries).toMatchObject([
      {
        outcome: 'failed',
        attempts: [{ result: { kind: 'answered', status: 200, body: expect.stringMatching(/^\{/) } }],
      },
      { outcome: 'failed', attempts: Array(4).fill({ result: { kind: 'connection error' } }) },
    ])
    expect((await mention()).at(-1)).toBe('soup')
  })

  it('releases all affected deliveries when faults are cleared', async () => {
    const bot = keeper(says('heard'))
    const { simulator, said } = open(bot.handle, {
      faults: [
        'delivery 1 is delayed by 1h',
        'delivery 2 is answered 9s late',
        'delivery 3 is overtaken by the next 9',
      ],
    })
    for (const text of ['one', 'two', 'three']) simulator.say('hamlet', lunch, `@**Echo** ${text}`)
    await new Promise((resolve) => setImmediate(resolve))
    expect(said()).toEqual([])
    simulator.faults.clear()
    await simulator.idle()
    expect(said()).toEqual(['heard', 'heard', 'heard'])
  })

  it('sends a wrong or old token, and records no token', async () => {
    const bot = keeper()
    const { simulator, mention } = open(bot.handle, {
      faults: ['delivery 1 carries a wrong token', 'delivery 2 carries the old token'],
    })
    for (let delivery = 0; delivery < 3; delivery += 1) await mention()
    const { token } = simulator.credentials('echo')
    const [wrong, old, right] = bot.posted.map((posted) => String(posted.token))
    expect(right).toBe(token)
    expect(old).toBe(simulator.faults.oldToken('Echo'))
    expect(new Set([wrong, old, right]).size).toBe(3)
    for (const made of [wrong, old]) expect(made).toMatch(/^[A-Za-z0-9]{32}$/)
    const records = JSON.stringify(simulator.deliveries)
    for (const secret of [wrong, old, right]) expect(records).not.toContain(secret)
  })

  it("sends the bot's previous token after it was regenerated", async () => {
    const bot = keeper()
    const { simulator, mention } = open(bot.handle, { faults: ['every delivery to Echo carries the old token'] })
    const before = simulator.credentials('echo').token
    simulator.realm.do('regenerateToken', 'echo')
    expect(simulator.credentials('echo').token).not.toBe(before)
    expect(simulator.faults.oldToken('echo')).toBe(before)
    await mention()
    expect(bot.posted[0]?.token).toBe(before)
    expect(JSON.stringify(simulator.deliveries)).not.toContain(before)
  })

  it('applies to a delivery over a socket', async () => {
    const bodies: string[] = []
    const server = createServer((request, response) => {
      let body = ''
      request.setEncoding('utf8').on('data', (part: string) => {
        body += part
      })
      request.on('end', () => {
        bodies.push(body)
        expect(Number(request.headers['content-length'])).toBe(Buffer.byteLength(body))
        response.end(`{"content": "answer ${bodies.length}"}`)
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const { mention } = open(`http://127.0.0.1:${port}/`, {
      faults: ['delivery 1 loses the answer', 'every delivery carries 5000 characters of content'],
    })
    expect(await mention()).toEqual(['answer 2'])
    expect(bodies).toHaveLength(2)
    expect(bodies[0]).toBe(bodies[1])
    expect(JSON.parse(bodies[0] ?? '')).toMatchObject({ data: expect.stringMatching(/^.{5000}$/s) })
  })

  it('sends an unknown trigger', async () => {
    const bot = keeper()
    const { mention } = open(bot.handle, { faults: ['the next delivery carries the trigger "carrier pigeon"'] })
    await mention()
    expect(bot.posted[0]?.trigger).toBe('carrier pigeon')
  })

  it('omits all optional fields', async () => {
    const bot = keeper()
    const { simulator, mention } = open(bot.handle, { faults: ['every delivery lacks the optional fields'] })
    await mention()
    expect(Object.keys(bot.posted[0] ?? {}).sort()).toEqual(['bot_email', 'message', 'token', 'trigger'])
    const essential = ['content', 'display_recipient', 'id', 'sender_email', 'sender_id', 'type']
    expect(Object.keys(bot.posted[0]?.message ?? {}).sort()).toEqual([...essential, 'stream_id'].sort())
    simulator.say('hamlet', { to: ['echo'] }, 'psst')
    await simulator.idle()
    expect(Object.keys(bot.posted[1]?.message ?? {}).sort()).toEqual(essential)
  })

  it('omits a given field', async () => {
    const bot = keeper()
    const { mention } = open(bot.handle, {
      faults: ['delivery 1 lacks the field message.sender_full_name', 'delivery 2 lacks the field message'],
    })
    await mention()
    await mention()
    expect(bot.posted[0]?.message).not.toHaveProperty('sender_full_name')
    expect(bot.posted[0]).toHaveProperty('data')
    expect(bot.posted[1]).not.toHaveProperty('message')
  })

  it.each([1, 12, 1_000_000])('sends content of %i characters', async (length) => {
    const bot = keeper()
    const { mention } = open(bot.handle, { faults: [`the next delivery carries ${length} characters of content`] })
    await mention('@**Echo** <b> "hi" 🍞')
    const [posted] = bot.posted
    expect([...String(posted?.data)]).toHaveLength(length)
    expect(posted?.message.content).toBe(posted?.data)
    expect(posted?.message.rendered_content).toMatch(/^<p>[^<>"]+<\/p>$/)
    expect('@**Echo** <b> "hi" 🍞'.startsWith(String(posted?.data)) || length > 12).toBe(true)
  })

  it.each([
    ['5m ahead', 300],
    ['1h behind', -3600],
  ])('dates a message %s', async (skew, seconds) => {
    const bot = keeper()
    const { simulator, mention } = open(bot.handle, { faults: [`the next delivery is dated ${skew}`] })
    await mention()
    const sent = simulator.messages(lunch).at(-1)?.timestamp
    expect(bot.posted[0]?.message.timestamp).toBe(Number(sent) + seconds)
  })

  it('combines with other faults, and each is recorded', async () => {
    const bot = keeper()
    const faults = ['every delivery is dated 1m ahead', 'every delivery lacks the field data']
    const { simulator, mention } = open(bot.handle, { faults })
    await mention()
    expect(bot.posted[0]).not.toHaveProperty('data')
    expect(simulator.deliveries[0]?.faults).toEqual(faults)
    expect(simulator.faults.applied).toMatchObject([
      { on: 'deliveries', delivery: 1, bot: 'echo-bot@example.com', faults: [{ id: 1 }, { id: 2 }] },
    ])
  })

  it('affects only the deliveries and the bot that it names', async () => {
    const bot = keeper()
    const { simulator, mention } = open(bot.handle, { faults: ['delivery 2 to Echo is dropped'] })
    simulator.addBot({ full_name: 'Scribe', address: quiet })
    simulator.faults.add('every delivery to Scribe is dropped')
    for (const text of ['one', 'two', 'three']) await mention(`@**Echo** ${text}`)
    expect(bot.heard()).toEqual(['one', 'three'])
    expect(simulator.deliveries.map(({ faults }) => faults.length)).toEqual([0, 1, 0])
  })

  it('keeps its waiting deliveries through a checkpoint', async () => {
    const bot = keeper()
    const { simulator } = open(bot.handle, {
      faults: ['delivery 1 is delayed by 1h', 'delivery 2 is overtaken by the next'],
    })
    for (const text of ['one', 'two']) simulator.say('hamlet', lunch, `@**Echo** ${text}`)
    simulator.checkpoint('both wait')
    const rest = async () => {
      simulator.say('hamlet', lunch, '@**Echo** three')
      await simulator.advance('2h')
      return bot.heard().splice(0)
    }
    expect(await rest()).toEqual(['three', 'two', 'one'])
    bot.posted.length = 0
    simulator.restore('both wait')
    expect(await rest()).toEqual(['three', 'two', 'one'])
  })
})

describe('the plan of faults', () => {
  const open = kitchens()

  it('accepts faults as sentences and as data, and removes them', () => {
    const { simulator } = open(quiet)
    const { faults } = simulator
    const first = faults.add('every call answers 503')
    const second = faults.add({ on: 'deliveries', which: { kind: 'next' }, to: 'Echo', effect: { kind: 'drop' } })
    expect(second).toMatchObject({ id: 2, sentence: 'the next delivery to Echo is dropped', remaining: 1 })
    faults.remove(first.id)
    expect(faults.list()).toEqual([second])
    expect(faults.add('every call hangs').id).toBe(3)
    faults.clear()
    expect(faults.list()).toEqual([])
  })

  it.each([
    ['every call of messages.sned hangs', 'messages.sned', 'messages.send'],
    ['every call by Hamlte hangs', 'Hamlte', 'Hamlet'],
    ['every delivery to Ecko is dropped', 'Ecko', 'Echo'],
    ['every delivery to Hamlet is dropped', 'Hamlet', undefined],
    ['every delivery to "yeast counter" is dropped', 'yeast counter', undefined],
    ['evry call hangs', 'evry', 'every'],
    ['every call answrs 503', 'answrs', 'answers'],
    ['every call answers 404', '404', undefined],
    ['every delivery lacks the field mesage.subject', 'mesage.subject', 'message.subject'],
    ['calls 6 to 4 hang', '4', undefined],
    ['call 0 hangs', '0', undefined],
    ['every call is delayed by 3', '3', undefined],
    ['every call is delayed by 0s', '0s', undefined],
    ['every call is delayed by 99999h', '99999h', undefined],
    ['every call hangs forever', 'forever', undefined],
    ['every call', undefined, undefined],
    ['', undefined, undefined],
    ['every call by "Hamlet hangs', undefined, undefined],
  ])('refuses %s with the wrong word and a suggestion, and stays unchanged', (sentence, word, suggestion) => {
    const { simulator } = open(quiet, { faults: ['every call hangs'] })
    const before = simulator.faults.list()
    const add = () => simulator.faults.add(sentence)
    expect(add).toThrow(FaultError)
    expect(add).toThrow(expect.objectContaining({ code: 'invalid_fault', word, suggestion }))
    if (word !== undefined) expect(add).toThrow(word)
    if (suggestion !== undefined) expect(add).toThrow(`Did you mean "${suggestion}"?`)
    expect(simulator.faults.list()).toEqual(before)
  })

  it.each([
    [undefined],
    [null],
    [503],
    [{}],
    [{ on: 'calls' }],
    [{ on: 'calls', which: { kind: 'next', count: 0 }, effect: { kind: 'hang' } }],
    [{ on: 'calls', which: { kind: 'next', count: 1.5 }, effect: { kind: 'hang' } }],
    [{ on: 'calls', which: { kind: 'numbers', ranges: [] }, effect: { kind: 'hang' } }],
    [{ on: 'calls', which: { kind: 'numbers', ranges: [[6, 4]] }, effect: { kind: 'hang' } }],
    [{ on: 'calls', which: { kind: 'every' }, effect: { kind: 'explode' } }],
    [{ on: 'calls', which: { kind: 'every' }, effect: { kind: 'status', status: 404 } }],
    [{ on: 'calls', which: { kind: 'every' }, effect: { kind: 'delay', by: -1 } }],
    [{ on: 'calls', which: { kind: 'every' }, to: 'Echo', effect: { kind: 'hang' } }],
    [{ on: 'calls', which: { kind: 'every' }, of: 'messages.sned', effect: { kind: 'hang' } }],
    [{ on: 'deliveries', which: { kind: 'every' }, effect: { kind: 'skew', skew: 0 } }],
    [{ on: 'deliveries', which: { kind: 'every' }, effect: { kind: 'without', field: 'nothing' } }],
    [{ on: 'deliveries', which: { kind: 'every' }, to: 'nobody', effect: { kind: 'drop' } }],
  ])('refuses invalid data: %j', (data) => {
    const { simulator } = open(quiet)
    expect(() => simulator.faults.add(data as never)).toThrow(FaultError)
    expect(simulator.faults.list()).toEqual([])
  })

  it("refuses to remove a fault that it doesn't have", () => {
    const { simulator } = open(quiet, { faults: ['every call hangs'] })
    for (const id of [0, 2, -1, Number.NaN, 'one' as never]) {
      expect(() => simulator.faults.remove(id)).toThrow(expect.objectContaining({ code: 'unknown_fault' }))
    }
    expect(() => simulator.faults.remove(2)).toThrow('There is no fault 2: the plan has 1.')
    expect(() => simulator.faults.oldToken('Hamlet')).toThrow(FaultError)
  })

  it("makes createSimulator throw if a fault can't be parsed", () => {
    expect(() => open(quiet, { faults: ['every call explodes'] })).toThrow(FaultError)
  })
})

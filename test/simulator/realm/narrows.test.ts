import { Client } from 'earshot/client'
import { describe, expect, it } from 'vitest'
import { narrowedTo } from '../levels/seeing.js'
import { opener } from '../ways.js'

describe('an operand in a narrow', () => {
  const open = opener()

  it.each([
    [['channel', '2'], 'Invalid narrow operator: unknown channel 2'],
    [{ operator: 'channel', operand: '2' }, 'Invalid narrow operator: unknown channel 2'],
    [{ operator: 'channel', operand: 2 }, [103, 104, 105, 106]],
    [{ operator: 'channel', operand: [2] }, 'operand is not a string or integer'],
    [['channel', 2], 'Invalid narrow[0]: Value error, element is not a string pair'],
    [{ operator: 'sender', operand: '10' }, 'Invalid narrow operator: unknown user 10'],
    [{ operator: 'sender', operand: 10 }, [102, 106, 108]],
    [{ operator: 'sender', operand: 'nobody@example.com' }, 'Invalid narrow operator: unknown user nobody@example.com'],
    [{ operator: 'dm', operand: '10' }, 'Invalid narrow operator: unknown user in 10'],
    [{ operator: 'dm', operand: '10,12' }, 'Invalid narrow operator: unknown user in 10,12'],
    [{ operator: 'dm', operand: ['10'] }, 'operand[0] is not an integer'],
    [{ operator: 'dm', operand: 10 }, 'operand is not a string or an integer list'],
    [{ operator: 'dm', operand: [10] }, [107, 108]],
    [{ operator: 'dm', operand: [] }, []],
    [{ operator: 'dm', operand: [10, 999] }, 'Invalid narrow operator: unknown user in [10, 999]'],
    [{ operator: 'dm', operand: 'hamlet@example.com' }, [107, 108]],
    [{ operator: 'dm-including', operand: '12' }, 'Invalid narrow operator: unknown user 12'],
    [{ operator: 'dm-including', operand: 12 }, [110]],
    [{ operator: 'dm-including', operand: [12] }, 'operand is not a string or integer'],
    [{ operator: 'topic', operand: 5 }, 'operand is not a string'],
    [{ operator: 'near', operand: 5 }, 'operand is not a string'],
    [{ operator: 'is', operand: 5 }, 'operand is not a string'],
    [{ operator: 'colour', operand: 5 }, 'operand is not a string'],
    [{ operator: 'id', operand: 104 }, [104]],
    [{ operator: 'id', operand: '104' }, [104]],
    [{ operator: 'id', operand: 'x' }, 'Invalid narrow operator: Invalid message ID'],
    [{ operator: 'id', operand: '2147483648' }, 'Invalid narrow operator: Invalid message ID'],
    [{ operator: 'search', operand: '' }, 'operand cannot be blank.'],
    [['search', ' '], 'operand cannot be blank.'],
    [{ operator: 'search', operand: 'soup' }, [105, 106]],
    [['channels', 'x'], 'Invalid narrow operator: unknown channels operand x'],
    [{ operator: 'topic' }, 'Invalid narrow[0]: Value error, operand is missing'],
    [{ operand: 'lunch' }, 'Invalid narrow[0]: Value error, operator is missing'],
    [{ operator: 5, operand: 'lunch' }, 'narrow[0]["operator"] is not a string'],
    [{ operator: 'topic', operand: 'lunch', negated: 'yes' }, 'narrow[0]["negated"] is not a boolean'],
    ['topic:lunch', 'Invalid narrow[0]: Value error, dict or list required'],
  ])('%j is interpreted by its type', async (term, expected) => {
    expect(await narrowedTo(await open(), 'iago', [term])).toEqual(expected)
  })

  it("is a channel's name as a string, and a channel's ID as a number", async () => {
    const service = await open()
    const { id } = service.simulator.realm.do('addChannel', {
      name: '2',
      subscribers: [service.simulator.realm.account('iago').id],
    })
    const message = service.simulator.say('iago', { channel: '2', topic: 'numbers' }, 'Two')
    expect(await narrowedTo(service, 'iago', [['channel', '2']])).toEqual([message])
    expect(await narrowedTo(service, 'iago', [{ operator: 'channel', operand: id }])).toEqual([message])
    expect(await narrowedTo(service, 'iago', [{ operator: 'channel', operand: 2 }])).toEqual([103, 104, 105, 106])
  })

  it.each(['subject', 'from', '-topic', 'dm_including', 'constructor'])(
    'is refused for the unknown operator %s',
    async (operator) => {
      const narrow = [[operator, 'lunch']]
      expect(await narrowedTo(await open(), 'iago', narrow)).toBe(
        `Invalid narrow operator: unknown operator ${operator}`,
      )
    },
  )

  it('has "stream" instead of "channel" in its errors below the level of that operator', async () => {
    const service = await open({ featureLevel: 200 })
    expect(await narrowedTo(service, 'iago', [['stream', 'attic']])).toBe(
      'Invalid narrow operator: unknown stream attic',
    )
    expect(await narrowedTo(service, 'iago', [['streams', 'x']])).toBe(
      'Invalid narrow operator: unknown streams operand x',
    )
  })
})

describe('several conditions in a narrow', () => {
  const open = opener()
  const conflict = 'Invalid narrow operator: No message can be both a channel message and direct message'

  it.each([
    [
      ['channel', 'kitchen'],
      ['dm', 'hamlet@example.com'],
    ],
    [
      ['is', 'dm'],
      ['topic', 'lunch'],
    ],
    [
      ['dm-including', 'hamlet@example.com'],
      ['channels', 'public'],
    ],
    [['dm', 'hamlet@example.com'], { operator: 'is', operand: 'dm', negated: true }],
  ])('are refused if they contradict each other: %j and %j', async (...narrow) => {
    expect(await narrowedTo(await open(), 'iago', narrow)).toBe(conflict)
  })

  it("may exclude messages that others can't match", async () => {
    const narrow = [['is', 'dm'], { operator: 'channel', operand: 'kitchen', negated: true }]
    expect(await narrowedTo(await open(), 'iago', narrow)).toEqual([107, 108, 110])
  })

  it('have an error with the problem in `desc`', async () => {
    const { call } = await open()
    const ask = async (narrow: readonly unknown[]) => {
      const page = { anchor: 'newest', num_before: '1', num_after: '0', narrow: JSON.stringify(narrow) }
      return (await call('iago', 'GET', '/messages', page)).body
    }
    expect(await ask([['with', 'x']])).toEqual({
      result: 'error',
      msg: "Invalid narrow operator: Invalid 'with' operator",
      code: 'BAD_NARROW',
      desc: "Invalid 'with' operator",
    })
    const twice = [
      ['with', '105'],
      ['with', '107'],
    ]
    expect(await ask(twice)).toEqual({
      result: 'error',
      msg: "Invalid narrow operator combination: Duplicate 'with' operators.",
      code: 'BAD_NARROW',
      desc: "Duplicate 'with' operators.",
    })
  })
})

describe('the narrow of an event queue', () => {
  const open = opener()

  it.each<[number, unknown, string | undefined]>([
    [249, ['channel', 'kitchen'], 'Operator channel not supported.'],
    [249, ['stream', 'kitchen'], undefined],
    [250, ['channel', 'kitchen'], undefined],
    [264, ['is', 'followed'], undefined],
    [265, ['is', 'followed'], 'Operand followed not supported.'],
    [496, ['is', 'muted'], undefined],
    [496, ['channel', 'no such channel'], undefined],
    [496, ['sender', 'nobody@example.com'], undefined],
    [496, ['search', ''], 'Operator search not supported.'],
    [496, ['id', '104'], 'Operator id not supported.'],
    [100, { operator: 'is', operand: 'dm' }, 'narrow[0] is not a list'],
    [496, { operator: 'is', operand: 'dm' }, 'narrow[0] is not a list'],
    [496, ['stream', 2], 'narrow[0][1] is not a string'],
    [496, 'stream:kitchen', 'narrow[0] is not a list'],
  ])('at level %i, %j: %s', async (featureLevel, term, problem) => {
    const { call } = await open({ featureLevel })
    const { status, body } = await call('hamlet', 'POST', '/register', { narrow: JSON.stringify([term]) })
    if (problem === undefined) expect(body).toMatchObject({ result: 'success' })
    else expect({ status, body }).toEqual({ status: 400, body: { result: 'error', msg: problem, code: 'BAD_REQUEST' } })
  })

  it.each([176, 249, 496])("when Client registers at level %i has that level's operators", async (featureLevel) => {
    const { simulator } = await open({ featureLevel })
    const client = new Client({ ...simulator.credentials('hamlet'), fetch: simulator.fetch })
    const narrow = [
      ['channel', 'kitchen'],
      ['topic', 'lunch'],
    ] as const
    const { queue_id } = await client.events.register({ event_types: ['message'], narrow })
    const direct = await client.events.register({ event_types: ['message'], narrow: [['is', 'dm']] })
    const lunch = simulator.say('iago', { channel: 'kitchen', topic: 'lunch' }, 'Soup')
    const psst = simulator.say('iago', { to: ['hamlet'] }, 'Psst')
    const heard = async (queue: string) => {
      const { events } = await client.events.get({ queue_id: queue, last_event_id: -1, dont_block: true })
      return events.map((event) => event.type === 'message' && event.message.id)
    }
    expect(await heard(queue_id)).toEqual([lunch])
    expect(await heard(direct.queue_id)).toEqual([psst])
  })

  it('is refused by Client if it has objects', async () => {
    const { simulator } = await open()
    const client = new Client({ ...simulator.credentials('hamlet'), fetch: simulator.fetch })
    const narrow = [{ operator: 'is', operand: 'dm' }] as never
    await expect(client.events.register({ narrow })).rejects.toThrow('narrow[0]')
  })
})

import { Bot, silent } from 'earshot'
import { createReceiver } from 'earshot/receiver'
import { createSimulator } from 'earshot/simulator'
import { describe, expect, it, onTestFinished } from 'vitest'

const oven = { channel: 'kitchen', topic: 'oven #12' }

/** A bot that counts how often it is asked, behind a receiver that the server has trouble to reach. */
function harried(faults: readonly string[], alsoTakes: 'the old token' | undefined = undefined) {
  const simulator = createSimulator({ clock: 'frozen' })
  onTestFinished(() => simulator.close())
  const { token = '', ...credentials } = simulator.addBot({ full_name: 'Scribe', owner: 'Hamlet' })
  const asked: string[] = []
  const bot = new Bot().onMention(({ text }) => {
    asked.push(text)
    return `answer ${asked.length}`
  })
  const tokens = alsoTakes === undefined ? [token] : [token, simulator.faults.oldToken('Scribe')]
  const receiver = createReceiver({
    bots: [{ bot, credentials, tokens }],
    fetch: simulator.fetch,
    clock: simulator.clock,
    log: silent,
  })
  simulator.connect('Scribe', (request) => receiver.fetch(request))
  for (const fault of faults) simulator.faults.add(fault)
  const said = () =>
    simulator
      .messages(oven)
      .filter(({ sender_full_name }) => sender_full_name === 'Scribe')
      .map(({ content }) => content)
  const ask = async (text = 'how is the oven?') => {
    simulator.say('Iago', oven, `@**Scribe** ${text}`)
    await simulator.idle()
    return said()
  }
  return { simulator, asked, said, ask }
}

describe('a receiver with delivery faults', () => {
  it.each(['is delivered 3 times', 'loses the answer'])('runs its bot once when a delivery %s', async (effect) => {
    const { ask, asked, simulator } = harried([`the next delivery ${effect}`])
    expect(await ask()).toEqual(['answer 1'])
    expect(asked).toHaveLength(1)
    expect(simulator.deliveries[0]?.attempts.length).toBeGreaterThan(1)
  })

  it('replies to late and reordered deliveries', async () => {
    const { ask, asked, said, simulator } = harried([
      'delivery 1 is delayed by 1h',
      'delivery 2 is overtaken by the next',
    ])
    for (const text of ['one', 'two', 'three']) {
      simulator.say('Iago', oven, `@**Scribe** ${text}`)
    }
    await simulator.advance('2h')
    expect(asked).toEqual(['three', 'two', 'one'])
    expect(said()).toHaveLength(3)
    expect(await ask('four')).toHaveLength(4)
  })

  it.each(['a wrong token', 'the old token'])('refuses a delivery with %s', async (token) => {
    const { ask, asked, simulator } = harried([`the next delivery carries ${token}`])
    expect(await ask()).toEqual(['Failure! Third party responded with 401'])
    expect(asked).toEqual([])
    expect(simulator.deliveries[0]?.attempts).toMatchObject([{ result: { status: 401 } }])
    expect(await ask()).toHaveLength(2)
    expect(asked).toHaveLength(1)
  })

  it('accepts the old token during rotation', async () => {
    const { ask } = harried(['the next delivery carries the old token'], 'the old token')
    expect(await ask()).toEqual(['answer 1'])
  })

  it('ignores an unknown trigger', async () => {
    const { ask, asked, simulator } = harried(['the next delivery carries the trigger carrier_pigeon'])
    expect(await ask()).toEqual([])
    expect(asked).toEqual([])
    expect(simulator.deliveries).toMatchObject([{ outcome: 'quiet' }])
  })

  it('handles a delivery without any optional field', async () => {
    const { ask, asked } = harried(['every delivery lacks the optional fields'])
    expect(await ask()).toEqual(['answer 1'])
    expect(asked).toEqual(['how is the oven?'])
  })

  it.each(['bot_email', 'token', 'trigger', 'message', 'message.id', 'message.sender_email'])(
    'refuses a delivery without %s',
    async (field) => {
      const { ask, asked } = harried([`the next delivery lacks the field ${field}`])
      expect(await ask()).toEqual(['Failure! Third party responded with 400'])
      expect(asked).toEqual([])
    },
  )

  it('accepts large content up to its limit', async () => {
    const { ask, asked } = harried([
      'delivery 1 carries 100000 characters of content',
      'delivery 2 carries 2000000 characters of content',
    ])
    expect(await ask()).toEqual(['answer 1'])
    expect(asked[0]?.length).toBeGreaterThan(99_000)
    expect(await ask()).toEqual(['answer 1', 'Failure! Third party responded with 413'])
  })

  it.each(['5h ahead', '5h behind'])('works with a server clock that is %s', async (skew) => {
    const { ask } = harried([`every delivery is dated ${skew}`])
    expect(await ask()).toEqual(['answer 1'])
  })
})

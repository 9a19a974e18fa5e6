import { Bot } from 'earshot'
import { createSimulator, SimulatorOptionError } from 'earshot/simulator'
import { testBot } from 'earshot/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { opener } from '../ways.js'

const noLevels = [-1, 1e9, 497, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 'latest', '200', null, {}, []]

afterEach(() => {
  vi.unstubAllEnvs()
})

describe('changing the level of a running server', () => {
  const open = opener()

  it.each(noLevels)('refuses %j and keeps the present level', async (level) => {
    const { simulator } = await open({ featureLevel: 200 })
    const change = () => simulator.setFeatureLevel(level as number)
    expect(change).toThrow(SimulatorOptionError)
    expect(change).toThrow(/^The simulator's option "featureLevel" is .*; give a whole number from 0 to 496\.$/)
    expect(() => {
      simulator.realm.featureLevel = level as number
    }).toThrow(RangeError)
    expect(simulator.realm.featureLevel).toBe(200)
  })

  it('shows in the settings at once, upwards and downwards', async () => {
    const { simulator, call } = await open({ featureLevel: 0 })
    for (const level of [496, 0, 237, 170]) {
      simulator.setFeatureLevel(level)
      expect((await call('iago', 'GET', '/server_settings')).body.svc_feature_level).toBe(level)
    }
  })

  it('keeps the messages of the organisation', async () => {
    const { simulator } = await open({ featureLevel: 100 })
    const id = simulator.say('hamlet', { channel: 'kitchen', topic: 'lunch' }, 'Before the upgrade')
    simulator.setFeatureLevel(496)
    const contents = simulator.messages({ channel: 'kitchen', topic: 'lunch' }).map((message) => message.id)
    expect(contents).toContain(id)
  })
})

describe('an upgrade during a conversation', () => {
  it("doesn't disturb the bot", async () => {
    const bot = new Bot()
    bot.onDirectMessage((ctx) => `You said: ${ctx.text}`)
    const chat = await testBot(bot, { simulator: { featureLevel: 200 } })
    const say = async (text: string) => (await chat.as('hamlet').dm(text)).map(({ content }) => content)
    expect(await say('one')).toEqual(['You said: one'])
    chat.simulator.setFeatureLevel(201)
    expect(await say('two')).toEqual(['You said: two'])
    expect(chat.simulator.deliveries.map(({ trigger }) => trigger)).toEqual(['private_message', 'direct_message'])
    await chat.close()
  })
})

describe('EARSHOT_FEATURE_LEVEL', () => {
  const levelOf = (options?: { featureLevel: number }) => createSimulator(options).realm.featureLevel

  it('sets the level of simulators without the option', () => {
    vi.stubEnv('EARSHOT_FEATURE_LEVEL', ' 163 ')
    expect(levelOf()).toBe(163)
    expect(levelOf({ featureLevel: 38 })).toBe(38)
    vi.stubEnv('EARSHOT_FEATURE_LEVEL', '0')
    expect(levelOf()).toBe(0)
  })

  it.each(['', '  ', undefined])('is ignored if it is %j', (text) => {
    vi.stubEnv('EARSHOT_FEATURE_LEVEL', text)
    expect(levelOf()).toBe(496)
  })

  it.each(['-1', '1e9', '497', 'latest', 'NaN', '1.5', '163 164'])('is refused if it is %s', (text) => {
    vi.stubEnv('EARSHOT_FEATURE_LEVEL', text)
    expect(() => levelOf()).toThrow(`is "${text}" in EARSHOT_FEATURE_LEVEL; give a whole number from 0 to 496.`)
    expect(levelOf({ featureLevel: 38 })).toBe(38)
  })
})

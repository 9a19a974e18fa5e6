import { Bot } from 'earshot'
import { describe, expect, it } from 'vitest'
import { type Village, village } from './village.js'

const echo = () => new Bot().onMention((ctx) => `You said ${ctx.text}.`)

const warnings = ({ lines }: Village) => lines.filter(({ message }) => message.startsWith('The server no longer has'))

/** Listens, answers three mentions, and stops. */
async function firstLife(options: Parameters<Village['listen']>[1] = {}): Promise<Village> {
  const place = await village()
  const process = place.listen(echo(), options)
  await place.settle()
  for (const text of ['one', 'two', 'three']) place.say(`@**Ear** ${text}`)
  await place.settle()
  expect(place.said()).toEqual(['You said one.', 'You said two.', 'You said three.'])
  await process.stop()
  return place
}

describe.each([
  ['with a queue that lasts', true],
  ['without one', false],
])('a bot whose server was reset, %s', (_, hasQueue) => {
  it('replies to messages that reuse earlier IDs and texts, and warns once', async () => {
    const before = await firstLife({ hasQueue })
    const place = await village({ before })
    const { listen, say, said, settle } = place
    const process = listen(echo(), { hasQueue })
    await settle()
    const ids = ['one', 'two', 'three', 'four'].map((text) => say(`@**Ear** ${text}`))
    await settle()
    expect(ids).toContain(before.simulator.messages({ channel: 'Verona', topic: 'bread' })[0]?.id)
    expect(said()).toEqual(['You said one.', 'You said two.', 'You said three.', 'You said four.'])
    await process.stop()
    say('@**Ear** five')
    listen(echo(), { hasQueue })
    await settle()
    expect(said().at(-1)).toBe('You said five.')
    expect(warnings(place).map(({ fields }) => fields)).toEqual([
      { bot: expect.any(String), taken: expect.any(Number), newest: expect.any(Number) },
    ])
    const { taken, newest } = Object(warnings(place)[0]?.fields)
    expect(taken).toBeGreaterThan(newest)
  })

  it('replies once to messages from before it reconnected', async () => {
    const place = await village({ before: await firstLife({ hasQueue }) })
    const { listen, say, said, settle } = place
    say('@**Ear** one')
    say('@**Ear** two')
    listen(echo(), { hasQueue })
    await settle()
    say('@**Ear** three')
    await settle()
    expect(said()).toEqual(['You said one.', 'You said two.', 'You said three.'])
  })

  it('replies to messages from before it reconnected even if there are more than before', async () => {
    const before = await village()
    // The bot begins after these.
    for (let times = 0; times < 20; times += 1) before.say('nothing')
    const first = before.listen(echo(), { hasQueue })
    await before.settle()
    before.say('@**Ear** one')
    await before.settle()
    await first.stop()
    const place = await village({ before })
    const { listen, say, said, settle } = place
    say('@**Ear** two')
    for (let times = 0; times < 40; times += 1) say('nothing')
    say('@**Ear** three')
    listen(echo(), { hasQueue })
    await settle()
    expect(said()).toEqual(['You said two.', 'You said three.'])
  })

  it('handles reactions whose event ID was used before', async () => {
    const reacting = () => new Bot().onReaction((ctx) => `${ctx.reaction.emojiName}!`)
    const react = async (place: Village, message: number) => {
      const { email, apiKey } = place.simulator.credentials('Iago')
      const headers = { authorization: `Basic ${btoa(`${email}:${apiKey}`)}` }
      const body = new URLSearchParams({ emoji_name: 'bread' })
      const path = `/api/v1/messages/${message}/reactions`
      await place.simulator.fetch(`${place.simulator.url}${path}`, { method: 'POST', headers, body })
      await place.settle()
    }
    const before = await village()
    const first = before.listen(reacting(), { hasQueue })
    await before.settle()
    await react(before, before.say('hello'))
    expect(before.said()).toEqual(['bread!'])
    await first.stop()
    const place = await village({ before })
    place.listen(reacting(), { hasQueue })
    await place.settle()
    await react(place, place.say('hello'))
    expect(place.said()).toEqual(['bread!'])
  })
})

it('a bot whose event queue survives the reset detects lower message IDs at the first message', async () => {
  const before = await village()
  before.listen(echo())
  await before.settle()
  before.say('@**Ear** one')
  before.say('@**Ear** two')
  await before.settle()
  // The other server knows the same event queue, with as many events.
  const place = await village({ before })
  const { email, apiKey } = place.simulator.credentials('Ear')
  const headers = { authorization: `Basic ${btoa(`${email}:${apiKey}`)}` }
  const body = new URLSearchParams({ event_types: JSON.stringify(['message']) })
  await place.simulator.fetch(`${place.simulator.url}/api/v1/register`, { method: 'POST', headers, body })
  for (let events = 0; events < 4; events += 1) place.say('nothing')
  before.server.simulator = place.simulator
  await before.simulator.advance('2m')
  place.say('@**Ear** three')
  await before.simulator.advance('2m')
  expect(place.said()).toEqual(['You said three.'])
  expect(warnings(before)).toHaveLength(1)
})

it('a bot whose newest messages were deleted catches up without replying twice', async () => {
  const place = await village()
  const { listen, say, said, settle, simulator } = place
  const first = listen(echo())
  await settle()
  const id = say('@**Ear** one')
  await settle()
  await first.stop()
  const { email, apiKey } = simulator.credentials('Desdemona')
  const headers = { authorization: `Basic ${btoa(`${email}:${apiKey}`)}` }
  for (const message of [id + 1, id]) {
    const path = `${simulator.url}/api/v1/messages/${message}`
    expect((await simulator.fetch(path, { method: 'DELETE', headers })).status).toBe(200)
  }
  listen(echo())
  await settle()
  say('@**Ear** two')
  await settle()
  expect(said()).toEqual(['You said two.'])
})

it('an unreadable stored position is replaced', async () => {
  const place = await village()
  const { listen, say, said, settle, storage, simulator } = place
  const { email } = simulator.credentials('Ear')
  await storage.set(`listener/${email}`, '{"floor":3,"taken":[1]}')
  listen(echo())
  await settle()
  say('@**Ear** one')
  await settle()
  expect(said()).toEqual(['You said one.'])
})

it('a listening bot continues after the simulator restores a checkpoint', async () => {
  const { listen, say, said, settle, simulator } = await village()
  listen(echo())
  await settle()
  simulator.checkpoint('before')
  for (const text of ['one', 'two', 'three']) say(`@**Ear** ${text}`)
  await settle()
  simulator.restore('before')
  await simulator.advance('5m')
  say('@**Ear** four')
  await settle()
  expect(said()).toEqual(['You said four.'])
})

it('a late reply goes to the sender if the message ID now belongs to another message', async () => {
  const before = await village()
  const late = new Bot().onMention(async (ctx) => {
    await ctx.sleep('2m')
    return 'Late.'
  })
  before.listen(late)
  await before.settle()
  const id = before.say('@**Ear** one')
  await before.settle()
  const place = await village({ before })
  expect(place.say('nothing', 'secrets', 'Hamlet')).toBe(id)
  before.server.simulator = place.simulator
  await before.simulator.advance('5m')
  expect([place.said('secrets'), place.said()]).toEqual([[], []])
  expect(place.simulator.messages({ dm: ['Iago', 'Ear'] }).map(({ content }) => content)).toEqual(['Late.'])
})

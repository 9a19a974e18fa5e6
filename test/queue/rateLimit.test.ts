import { Bot } from 'earshot'
import { NodeClient } from 'earshot/node'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Town, type TownOptions, town, turns } from './town.js'

/** A town whose bot keeps to the rate limit, as it does in a process of its own. */
async function opened(options: TownOptions = {}): Promise<Town> {
  const opened = await town({ createClient: (given) => new NodeClient(given), ...options })
  onTestFinished(() => opened.close())
  return opened
}

const wait45s = 'the next call of users.me answers 429 with Retry-After 45s'

/** A handler that notes when it runs, in seconds; `look` makes a call, everything else works for a second. */
function baker({ simulator }: Town): { bot: Bot; runs: [text: string, second: number][] } {
  const began = simulator.clock.now()
  const runs: [string, number][] = []
  const bot = new Bot().onMention(async (ctx) => {
    runs.push([ctx.text, Math.round((ctx.clock.now() - began) / 1000)])
    if (ctx.text === 'look') return (await ctx.client.users.me()).full_name
    await ctx.sleep('1s')
    return `${ctx.text}!`
  })
  return { bot, runs }
}

describe('a worker whose bot is asked to wait for 45 seconds', () => {
  it('puts the delivery off whose call was refused, and tells nobody that something went wrong', async () => {
    const place = await opened()
    const { start, say, settle, said, dead, simulator } = place
    const { bot, runs } = baker(place)
    simulator.faults.add(wait45s)
    await say('look')
    start(bot)
    await settle()
    expect(said()).toEqual(['Echo'])
    expect(runs).toEqual([
      ['look', 0],
      ['look', 45],
    ])
    expect(await dead()).toEqual([])
  })

  it('sends the finished reply of another handler then, without running that again', async () => {
    const place = await opened()
    const { start, say, settle, said, dead, simulator } = place
    const { bot, runs } = baker(place)
    simulator.faults.add(wait45s)
    await say('soup', 'soups')
    await say('look')
    start(bot)
    await settle()
    expect(said('soups')).toEqual(['soup!'])
    expect(runs.filter(([text]) => text === 'soup')).toEqual([['soup', 0]])
    expect(await dead()).toEqual([])
  })

  it('runs no handler that has not begun, and uses up none of its attempts', async () => {
    const place = await opened({ attempts: 1 })
    const { start, say, settle, said, dead, simulator } = place
    const { bot, runs } = baker(place)
    await say('soup', 'soups')
    start(bot)
    await settle()
    simulator.faults.add(wait45s)
    await say('look')
    await turns(100)
    for (const topic of ['one', 'two', 'three']) await say(topic, topic)
    await turns(100)
    expect(runs.map(([text]) => text)).toEqual(['soup', 'look'])
    await settle()
    for (const topic of ['one', 'two', 'three']) expect(said(topic)).toEqual([`${topic}!`])
    expect(runs.slice(2)).toEqual([
      ['one', 46],
      ['two', 46],
      ['three', 46],
    ])
    // Its own call was refused in the only attempt that it had.
    expect((await dead()).map(({ reason }) => reason)).toEqual(['failed'])
  })

  it('sends the reply after an answered question, though that delivery is never retried', async () => {
    const place = await opened()
    const { start, say, settle, said, dead, simulator } = place
    const bot = new Bot().onMention(async (ctx) => {
      if (ctx.text === 'look') return (await ctx.client.users.me()).full_name
      const soup = await ctx.ask('Which soup?')
      await ctx.sleep('1s')
      return `${soup}!`
    })
    start(bot)
    await say('soup', 'soups')
    await turns(200)
    expect(said('soups')).toEqual(['Which soup?'])
    simulator.faults.add(wait45s)
    await say('leek', 'soups')
    await say('look')
    await settle()
    expect(said('soups')).toEqual(['Which soup?', 'leek!'])
    expect(await dead()).toEqual([])
  })

  it('sends a reply whose own call was refused, once', async () => {
    const place = await opened()
    const { start, say, settle, said, dead, simulator } = place
    const { bot, runs } = baker(place)
    simulator.faults.add('the next call of messages.send answers 429 with Retry-After 45s')
    await say('soup')
    start(bot)
    await settle()
    expect([said(), runs, await dead()]).toEqual([['soup!'], [['soup', 0]], []])
  })

  it('ends though a reply waits, and another process sends it', async () => {
    const place = await opened()
    const { start, say, settle, said, dead, simulator } = place
    const { bot } = baker(place)
    simulator.faults.add('the next call of messages.send answers 429 with Retry-After 45s')
    await say('soup')
    const first = start(bot)
    await turns(100)
    await simulator.clock.advance('1s')
    await turns(100)
    first.abort()
    await simulator.clock.advance('1s')
    await first.stop()
    expect(said()).toEqual([])
    start(bot)
    await settle()
    expect([said(), await dead()]).toEqual([['soup!'], []])
  })
})

it('handles a backlog at the pace of the limit, each handler once', async () => {
  const place = await opened({ attempts: 2 })
  const { start, say, settle, dead, simulator } = place
  const { bot, runs } = baker(place)
  const topics = Array.from({ length: 30 }, (_, at) => `topic ${at}`)
  for (const topic of topics) await say(topic, topic)
  for (let at = 0; at < 3; at += 1)
    simulator.faults.add(`call ${5 + 9 * at} of messages.send answers 429 with Retry-After 30s`)
  start(bot)
  await settle()
  for (const topic of topics) expect(place.said(topic)).toEqual([`${topic}!`])
  expect(runs).toHaveLength(topics.length)
  expect(await dead()).toEqual([])
})

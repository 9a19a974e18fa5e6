import { Bot, type Storage } from 'earshot'
import { testBot } from 'earshot/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Ground, type Kind, memory, redis } from '../storage/kinds.js'
import { hasRedis } from '../storage/redisServer.js'

const lunch = { channel: 'general', topic: 'lunch' }
const contents = (messages: readonly { content: string }[]) => messages.map(({ content }) => content)

/** Writes, asks and writes, so that what is done twice or left out is seen. */
const orders = () =>
  new Bot().command('order <what>', { description: 'Order' }, async (ctx) => {
    await ctx.send(`Noted: ${ctx.args.what}.`)
    const size = await ctx.ask('How large?')
    await ctx.send(`Baking: ${size}.`)
    return `Ordered ${ctx.args.what}, ${size}.`
  })

const talk = ['Noted: rye.', 'How large?', 'Baking: large.', 'Ordered rye, large.']

describe('a conversation in memory', () => goesOn(memory))
describe.skipIf(!hasRedis)('a conversation in Redis', () => goesOn(redis))

function goesOn(kind: Kind): void {
  let ground: Ground
  let storage: Storage
  beforeEach(async () => {
    ground = await kind.start()
    storage = await ground.open({})
  })
  afterEach(() => ground.remove())

  const open = () => testBot(orders, { storage })
  const saidBy = (chat: Awaited<ReturnType<typeof open>>) =>
    chat.conversation({ dm: ['iago', 'echo'] }).filter(({ sender_full_name }) => sender_full_name === 'Echo')

  it('continues after a restart', async () => {
    const chat = await open()
    await chat.as('iago').dm('order rye')
    await chat.restart()
    await chat.as('iago').dm('large')
    expect(contents(saidBy(chat))).toEqual(talk)
    await chat.close()
  })

  it.each(['is delivered twice', 'loses the answer'])('performs each step once when the answer %s', async (fault) => {
    const chat = await open()
    await chat.as('iago').dm('order rye')
    chat.faults.add(`the next delivery to Echo ${fault}`)
    await chat.as('iago').dm('large')
    await chat.advance('1m')
    expect(contents(saidBy(chat))).toEqual(talk)
    await chat.close()
  })

  it.each(['is delivered twice', 'loses the answer'])('starts once when the command %s', async (fault) => {
    const chat = await open()
    chat.faults.add(`the next delivery to Echo ${fault}`)
    await chat.as('iago').dm('order rye')
    await chat.advance('1m')
    await chat.as('iago').dm('large')
    expect(contents(saidBy(chat))).toEqual(talk)
    await chat.close()
  })

  it('keeps its original arguments when the command is edited while the question is open', async () => {
    const chat = await open()
    const iago = chat.as('iago')
    await iago.dm('order rye')
    await iago.edit('order wheat')
    await chat.restart()
    await iago.dm('large')
    expect(contents(saidBy(chat))).toEqual(talk)
    await chat.close()
  })

  it('keeps its answer when the message is edited afterwards', async () => {
    const chat = await open()
    const iago = chat.as('iago')
    await iago.dm('order rye')
    await iago.dm('large')
    await iago.edit('small')
    await chat.restart()
    expect(contents(saidBy(chat))).toEqual(talk)
    await chat.close()
  })

  it('replies once in a channel when an edited answer mentions the bot again', async () => {
    const chat = await open()
    const iago = chat.as('iago')
    await iago.say('@**Echo** order rye', lunch)
    await iago.say('large', lunch)
    await iago.edit('@**Echo** small')
    await iago.say('@**Echo** medium', lunch)
    const said = contents(chat.conversation(lunch)).filter((text) => text.startsWith('Ordered'))
    expect(said).toHaveLength(1)
    await chat.close()
  })

  it('times out after a restart', async () => {
    const chat = await open()
    await chat.as('iago').dm('order rye')
    await chat.restart()
    expect(contents(await chat.advance('11m'))).toEqual(['I waited for an answer, but the time for it is up.'])
    await chat.close()
  })
}

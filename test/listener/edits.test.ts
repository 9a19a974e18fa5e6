import { Bot } from 'earshot'
import { matchers, type TestChat, testBot } from 'earshot/testing'
import 'earshot/testing/vitest'
import { describe, expect, it } from 'vitest'

const lunch = { channel: 'general', topic: 'lunch' }

function kitchen(options = {}) {
  const ran: string[] = []
  const bot = new Bot(options)
    .command('status', { description: 'How it is' }, () => {
      ran.push('status')
      return 'All is well.'
    })
    .command('bake <count:integer>', { description: 'Bakes' }, (ctx) => {
      ran.push(`bake ${ctx.args.count}`)
      return `Baking ${ctx.args.count}.`
    })
    .command(
      'call <who:user>',
      { description: 'Calls' },
      async (ctx) => `Calling ${(await ctx.args.who.lookUp()).full_name}.`,
    )
    .command('wake <when:date>', { description: 'Wakes' }, () => 'Good night.')
    .command('order', { description: 'Orders' }, async (ctx) => `${await ctx.ask('Which flour?')} it is.`)
  return { bot, ran }
}

/** Otherwise the bot hears only messages that mention it. */
function subscribe({ simulator: { realm } }: TestChat): void {
  realm.call('subscriptions.add', realm.account('echo'), {
    subscriptions: [{ name: 'general' }],
    authorization_errors_fatal: true,
    invite_only: false,
  })
}

/** The beginning of a PNG of 3 by 2 pixels. */
const picture = Uint8Array.from([
  ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52],
  ...[0, 0, 0, 3, 0, 0, 0, 2, 8, 6, 0, 0, 0],
])

const said = (messages: readonly { content: string }[]) => messages.map(({ content }) => content)

describe('an edited message, by events', () => {
  it.each([
    ['an unknown command', '@**Echo** statsu', '@**Echo** status', 'All is well.'],
    ['a wrong argument', '@**Echo** bake some', '@**Echo** bake 3', 'Baking 3.'],
    ['an unknown person', '@**Echo** call Hamlett', '@**Echo** call Hamlet', 'Calling Hamlet.'],
    ['a time that has passed', '@**Echo** wake today 5:00', '@**Echo** wake today 8:00', 'Good night.'],
  ])('turns the hint about %s into the answer', async (_, wrong, right, answer) => {
    const { bot } = kitchen()
    await using chat = await testBot(bot, { by: 'events' })
    const [hint] = await chat.as('iago').say(wrong, lunch)
    const [reply] = await chat.as('iago').edit(right)
    expect(reply).toMatchObject({ id: hint?.id, content: answer })
    expect(chat.conversation(lunch)).toHaveLength(2)
    expect(await chat.as('iago').edit(`${right} again`)).toEqual([])
  })

  it('runs a command again that says so, and edits its answer', async () => {
    let count = 0
    const bot = new Bot().command('price <what...>', { description: 'Price', edits: true }, ({ args }) => {
      count += 1
      return `${args.what}: ${count}`
    })
    await using chat = await testBot(bot, { by: 'events' })
    const [answer] = await chat.as('iago').say('@**Echo** price rye', lunch)
    expect(await chat.as('iago').edit('@**Echo** price spelt')).toMatchObject([{ id: answer?.id, content: 'spelt: 2' }])
    await chat.restart()
    expect(await chat.as('iago').edit('@**Echo** pirce oats')).toMatchObject([{ id: answer?.id }])
    expect(await chat.as('iago').edit('@**Echo** price oats')).toMatchObject([{ id: answer?.id, content: 'oats: 3' }])
    await chat.advance('6m')
    expect(await chat.as('iago').edit('@**Echo** price wheat')).toEqual([])
    expect(chat.conversation(lunch)).toHaveLength(2)
  })

  it('corrects a command where the bot hears follow-ups, and takes no follow-up twice', async () => {
    const { bot, ran } = kitchen()
    bot.onFollowUp((ctx) => void ran.push(`follow-up ${ctx.text}`))
    bot.command('follow', { description: 'Follows' }, async (ctx) => {
      await ctx.follow()
      return 'I follow.'
    })
    await using chat = await testBot(bot, { by: 'events' })
    subscribe(chat)
    await chat.as('iago').say('@**Echo** statsu', lunch)
    expect(said(await chat.as('iago').edit('@**Echo** status'))).toEqual(['All is well.'])
    expect(said(await chat.as('iago').say('@**Echo** follow', lunch))).toEqual(['I follow.'])
    await chat.as('iago').say('anybody?', lunch)
    expect(await chat.as('iago').edit('@**Echo** status')).toEqual([])
    expect(ran).toEqual(['status', 'follow-up anybody?'])
  })

  it('is answered in a new message if the hint can’t be looked for', async () => {
    const { bot } = kitchen()
    await using chat = await testBot(bot, { by: 'events' })
    const [hint] = await chat.as('iago').say('@**Echo** statsu', lunch)
    chat.simulator.faults.add('every call of messages.list answers 500')
    const replies = await chat.as('iago').edit('@**Echo** status')
    expect(said(replies)).toEqual(['All is well.'])
    expect(replies[0]?.id).not.toBe(hint?.id)
  })

  it('answers in a direct message, after a restart, and after a second mistake', async () => {
    const { bot } = kitchen()
    await using chat = await testBot(bot, { by: 'events' })
    const [hint] = await chat.as('iago').dm('statsu')
    await chat.restart()
    expect(await chat.as('iago').edit('bake x')).toMatchObject([{ id: hint?.id }])
    expect(await chat.as('iago').edit('bake 2')).toMatchObject([{ id: hint?.id, content: 'Baking 2.' }])
  })

  it('is answered once it mentions the bot, and only once', async () => {
    const { bot, ran } = kitchen()
    await using chat = await testBot(bot, { by: 'events' })
    subscribe(chat)
    expect(await chat.as('iago').say('status', lunch)).toEqual([])
    expect(said(await chat.as('iago').edit('@**Echo** status'))).toEqual(['All is well.'])
    expect(await chat.as('iago').edit('never mind')).toEqual([])
    expect(await chat.as('iago').edit('@**Echo** status')).toEqual([])
    expect(ran).toEqual(['status'])
  })

  it.each([
    ['ran a handler', '@**Echo** status', '@**Echo** bake 1'],
    ['no longer mentions the bot', '@**Echo** statsu', 'status'],
  ])('is nothing if it %s', async (_, before, after) => {
    const { bot } = kitchen()
    await using chat = await testBot(bot, { by: 'events' })
    await chat.as('iago').say(before, lunch)
    expect(await chat.as('iago').edit(after)).toEqual([])
  })

  it('is nothing if it answered a question, or is older than a question that is open', async () => {
    const { bot } = kitchen()
    await using chat = await testBot(bot, { by: 'events' })
    await chat.as('iago').dm('order')
    expect(said(await chat.as('iago').dm('rye'))).toEqual(['rye it is.'])
    expect(await chat.as('iago').edit('status')).toEqual([])
    const mistake = await chat.as('iago').dm('statsu')
    const own = chat.conversation({ dm: ['iago', 'echo'] }).at(-2)
    await chat.as('iago').dm('order')
    expect(said(await chat.as('iago').edit('stotus', own?.id))).toEqual([expect.stringContaining('stotus')])
    expect(mistake).toHaveLength(1)
    expect(said(await chat.as('iago').dm('spelt'))).toEqual(['spelt it is.'])
  })

  it('is nothing if somebody deleted the hint, after five minutes, or if the bot says so', async () => {
    for (const [options, wait, isDeleted] of [
      [{}, '0s', true],
      [{}, '6m', false],
      [{ edits: false }, '0s', false],
    ] as const) {
      const { bot } = kitchen(options)
      await using chat = await testBot(bot, { by: 'events' })
      const [hint] = await chat.as('iago').say('@**Echo** statsu', lunch)
      const { realm } = chat.simulator
      if (isDeleted) realm.call('messages.delete', realm.account('desdemona'), { message_id: hint?.id ?? 0 })
      await chat.advance(wait)
      expect(await chat.as('iago').edit('@**Echo** status')).toEqual([])
    }
  })

  it('takes two quick edits in their order', async () => {
    const { bot, ran } = kitchen()
    await using chat = await testBot(bot, { by: 'events' })
    await chat.as('iago').say('@**Echo** statsu', lunch)
    const iago = chat.as('iago')
    await Promise.all([iago.edit('@**Echo** status'), iago.edit('@**Echo** bake 2')])
    expect(ran).toEqual(['status'])
    expect(matchers.toHaveSaid(chat, 'All is well.').pass).toBe(true)
  })
})

it('is not heard by webhook', async () => {
  const { bot } = kitchen()
  await using chat = await testBot(bot, { by: 'webhook' })
  await chat.as('iago').say('status', lunch)
  expect(await chat.as('iago').edit('@**Echo** status')).toEqual([])
})

describe('a thumbnail that becomes ready, by events', () => {
  it.each([300, 387, 496])('is nobody’s edit at level %i', async (featureLevel) => {
    const edits: string[] = []
    const bot = new Bot()
      .command('price <what...>', { description: 'Price', edits: true }, ({ args }) => `${args.what} costs 3.`)
      .onEdit((ctx) => void edits.push(ctx.text))
    await using chat = await testBot(bot, { by: 'events', featureLevel })
    subscribe(chat)
    const [reply] = await chat
      .as('iago')
      .say('@**Echo** price rye', { ...lunch, files: [{ name: 'rye.png', data: picture }] })
    expect(reply?.content).toContain('costs 3.')
    const before = chat.conversation(lunch).length
    const shown = () => chat.simulator.realm.world.state.messages.get(reply ? reply.id - 1 : 0)?.rendered_content
    expect(shown()).toContain('image-loading-placeholder')
    await chat.advance('2s')
    expect(shown()).toContain('/user_uploads/thumbnail/')
    expect([edits, chat.conversation(lunch).length]).toEqual([[], before])
    // The same words with a person's edit are one.
    await chat.as('iago').edit('@**Echo** price spelt')
    expect(edits).toHaveLength(1)
  })
})

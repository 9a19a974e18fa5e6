import { Bot, UserError } from 'earshot'
import { testBot } from 'earshot/testing'
import { describe, expect, it } from 'vitest'

const told = { description: 'Do it' }

function baker(ran: string[] = [], options = {}): Bot {
  return new Bot(options)
    .command('add <what...>', told, ({ args }) => {
      ran.push(args.what)
      return `Added ${args.what}.`
    })
    .command('status', told, () => 'All is well.')
    .command('refuse', told, () => {
      throw new UserError('I refuse.')
    })
    .command('break', told, () => {
      throw new Error('broken')
    })
    .command('order', told, async (ctx) => `You said ${await ctx.ask('Rye?')}.`)
    .catch(() => 'That broke.')
}

describe.each(['webhook', 'events'] as const)('several commands in one message, by %s', (by) => {
  it.each([
    ['status\nstatus', ['All is well.\n\nAll is well.']],
    ['Status.\n\n add rye!  \nstatus', ['All is well.\n\nAdded rye!.\n\nAll is well.']],
    ['- add rye\n- add spelt', ['Added rye.\n\nAdded spelt.']],
    ['1. add rye\n2) status', ['Added rye.\n\nAll is well.']],
    ['add rye\nrefuse\nstatus', ['Added rye.\n\nI refuse.\n\nAll is well.']],
    ['break\nstatus', ['That broke.\n\nAll is well.']],
    ['add rye\nand spelt', ['Added rye\nand spelt.']],
    ['status\norder', [expect.stringMatching(/^All is well\.\n\nSend `order` in a message of its own/)]],
  ])('answers %j in one reply', async (typed, replies) => {
    await using chat = await testBot(baker(), { by })
    expect((await chat.as('iago').dm(typed)).map(({ content }) => content)).toEqual(replies)
    const topic = { channel: 'kitchen', topic: 'rye' }
    const said = await chat.as('iago').say(`@**Echo** ${typed}`, topic)
    expect(said.map(({ content }) => content)).toEqual(replies)
  })

  it('runs each command once, in order, and hears the mention on each line', async () => {
    const ran: string[] = []
    await using chat = await testBot(baker(ran), { by })
    const typed = ['rye', 'spelt', 'wheat'].map((what) => `@**Echo** add ${what}`).join('\n')
    const said = await chat.as('iago').say(typed, { channel: 'kitchen', topic: 'rye' })
    expect(said.map(({ content }) => content)).toEqual(['Added rye.\n\nAdded spelt.\n\nAdded wheat.'])
    expect(ran).toEqual(['rye', 'spelt', 'wheat'])
  })

  it('lets the first command ask, and answers it alone', async () => {
    const ran: string[] = []
    await using chat = await testBot(baker(ran), { by })
    const said = await chat.as('iago').dm('order\nadd rye')
    expect(said.map(({ content }) => content).sort()).toEqual(['Added rye.', 'Rye?'])
    expect((await chat.as('iago').dm('no'))[0]?.content).toBe('You said no.')
    expect(ran).toEqual(['rye'])
  })

  it('takes the message as one command if the option is off, or a line is none', async () => {
    await using chat = await testBot(baker([], { severalCommands: false }), { by })
    expect((await chat.as('iago').dm('add rye\nadd spelt'))[0]?.content).toBe('Added rye\nadd spelt.')
    expect((await chat.as('iago').dm('status\nstatus'))[0]?.content).toContain("I don't know what to do with")
    await using other = await testBot(baker(), { by })
    expect((await other.as('iago').dm('status\nstatsu'))[0]?.content).toContain("I don't know what to do with")
    const many = Array.from({ length: 21 }, () => 'status').join('\n')
    expect((await other.as('iago').dm(many))[0]?.content).toContain("I don't know what to do with")
  })
})

it('applies each command’s own access and cool-down', async () => {
  const bot = new Bot()
    .command('status', { ...told, cooldown: '1m' }, () => 'All is well.')
    .command('secret', { ...told, access: 'owner' }, () => 'The secret.')
  await using chat = await testBot(bot)
  const [reply] = await chat.as('hamlet').dm('status\nsecret\nstatus')
  expect(reply?.content).toMatch(/^All is well\.\n\nOnly organization owners may do this\.\n\nNot so fast/)
})

import { Bot } from 'earshot'
import { Client } from 'earshot/client'
import { testBot } from 'earshot/testing'
import { expect, it } from 'vitest'

/**
 * A day in which everything that a bot has looked up changes: names, places, the server's past. Whoever writes to it gets one
 * answer each time, where it belongs.
 */
it.each(['webhook', 'events'] as const)(
  'by %s, a bot answers each message once and in the right place during a day of renames and moves',
  async (by) => {
    const bot = new Bot()
      .command('status', { description: 'Say how it is' }, (ctx) => `Well, ${ctx.sender.name}.`)
      .command('think', { description: 'Think' }, async (ctx) => {
        await ctx.sleep('1m')
        return 'I thought.'
      })
      .command(
        'order',
        { description: 'Order' },
        async (ctx) => `One ${await ctx.ask('Which size?', { choices: ['small', 'large'] })}.`,
      )
    await using chat = await testBot(bot, { by })
    const { simulator } = chat
    const desdemona = new Client({ ...simulator.credentials('desdemona'), fetch: simulator.fetch })
    const { user_id } = await botAccount()
    let name = chat.botName
    const lunch = { channel: 'kitchen', topic: 'lunch' }
    const ask = async (text: string, where = lunch) =>
      (await chat.as(8).say(`@**${name}** ${text}`, where)).map(({ content }) => content)

    expect(await ask('status')).toEqual(['Well, Iago.'])
    simulator.checkpoint('last night')

    // The bot is renamed, and so is Iago.
    await chat.advance('1h')
    await desdemona.bots.update({ bot_id: user_id, full_name: 'Echo the Second' })
    name = 'Echo the Second'
    await desdemona.users.update({ user_id: 8, full_name: 'Iago the Elder' })
    expect(await ask('status')).toEqual(['Well, Iago the Elder.'])

    // The topic is renamed while the bot thinks.
    await chat.advance('1h')
    const thinking = chat.as(8).say(`@**${name}** think`, lunch)
    await chat.advance('20s')
    await move('lunch', { topic: 'dinner' })
    await chat.advance('2m')
    await thinking
    expect(said('dinner').at(-1)).toBe('I thought.')
    expect(said('lunch')).toEqual([])

    // The server is restarted: event queues are gone.
    await chat.advance('1h')
    simulator.realm.queues.clear()
    await chat.advance('2m')
    expect(await ask('status')).toEqual(['Well, Iago the Elder.'])

    // The organisation is renamed.
    await desdemona.realm.update({ name: 'The Bakery' })
    expect(await ask('status')).toEqual(['Well, Iago the Elder.'])

    // Somebody mistypes, the topic is renamed, and they correct themselves. A webhook hears nothing of edits.
    const [hint] = await ask('statsu')
    await move('lunch', { topic: 'supper' })
    await chat.as(8).edit(`@**${name}** status`)
    expect(said('supper').at(-1)).toBe(by === 'events' ? 'Well, Iago the Elder.' : hint)

    // A question is open when the server is restored from last night's backup; its message's ID is given away again.
    await ask('order')
    await chat.advance('1h')
    simulator.restore('last night')
    name = chat.botName
    await chat.advance('5m')
    const answers: string[] = []
    for (let time = 0; time < 12; time += 1) answers.push(...(await ask('status')))
    expect(answers).toEqual(Array(12).fill('Well, Iago.'))

    async function botAccount() {
      const { members } = await desdemona.users.list()
      const found = members.find(({ full_name }) => full_name === chat.botName)
      if (!found) throw new Error('The bot has no account.')
      return found
    }
    async function move(topic: string, to: { topic: string }) {
      const narrow = [
        { operator: 'channel', operand: 'kitchen' },
        { operator: 'topic', operand: topic },
      ]
      const { messages } = await desdemona.messages.list({ anchor: 'oldest', num_before: 0, num_after: 1, narrow })
      await desdemona.messages.edit({ message_id: messages[0]?.id ?? 0, propagate_mode: 'change_all', ...to })
    }
    function said(topic: string): string[] {
      return simulator
        .messages({ channel: 'kitchen', topic })
        .filter(({ sender_full_name }) => sender_full_name === name)
        .map(({ content }) => content)
    }
  },
)

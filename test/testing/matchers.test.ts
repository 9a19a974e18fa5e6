import { Bot } from 'earshot'
import { matchers, type TestChat, testBot } from 'earshot/testing'
import 'earshot/testing/vitest'
import { afterEach, describe, expect, it } from 'vitest'

let chat: TestChat
afterEach(() => chat.close())

const lunch = { channel: 'kitchen', topic: 'lunch' }

async function open(): Promise<TestChat> {
  const bot = new Bot()
    .hears('bake', async (ctx) => {
      await ctx.owner?.users.setOwnStatus({ status_text: 'baking bread' })
      await ctx.client.reactions.add({ message_id: ctx.message.id, emoji_name: 'bread' })
      await ctx.reply('On it.')
      return 'Done.'
    })
    .hears('escape', () => 'Tom &#38; Jerry: 2&#42;3')
    .hears('burn', () => {
      throw new Error('the oven is too hot')
    })
    .hears('tell', async (ctx) => {
      await ctx.client.messages.send({ type: 'stream', to: 'kitchen', topic: 'lunch', content: 'Soup!' })
    })
    .hears('fail', async (ctx) => {
      await ctx.client.reactions.add({ message_id: ctx.message.id, emoji_name: 'no_such_emoji' })
    })
  chat = await testBot(bot, { withOwner: true })
  return chat
}

/** Why an expectation failed. */
async function failure(expectation: () => unknown): Promise<string> {
  try {
    await expectation()
  } catch (error) {
    return String(error instanceof Error ? error.message : error)
  }
  throw new Error('It did not fail.')
}

describe('toHaveReplied', () => {
  it('compares all replies in order', async () => {
    await open()
    const replies = await chat.as('iago').say('@**Echo** bake')
    expect(replies).toHaveReplied('On it.', 'Done.')
    expect(replies).toHaveReplied(/^On/, expect.stringContaining('Done'))
    expect(replies).toHaveReplied()
    expect(replies).not.toHaveReplied('On it.')
    expect(replies).not.toHaveReplied('Done.', 'On it.')
    expect(replies).not.toHaveReplied('On it.', 'Done.', 'Else.')
    expect(await chat.as('iago').say('@**Echo** tell')).not.toHaveReplied()
  })

  it('accepts the rendered text as well as the source', async () => {
    await open()
    const replies = await chat.as('iago').say('@**Echo** escape')
    for (const expected of [
      'Tom & Jerry: 2*3',
      'Tom &#38; Jerry: 2&#42;3',
      / & Jerry/,
      expect.stringContaining('&#42;'),
    ]) {
      expect(replies).toHaveReplied(expected)
      expect(chat).toHaveSaid(expected)
    }
    expect(await failure(() => expect(replies).toHaveReplied('2*4'))).toContain('"Tom & Jerry: 2*3"')
  })

  it('uses the replies to the last message if it is given a chat', async () => {
    await open()
    await chat.as('iago').say('@**Echo** bake')
    expect(chat).toHaveReplied('On it.', 'Done.')
    await chat.as('iago').say('nobody is asked')
    expect(chat).not.toHaveReplied()
  })

  it('shows the last ten messages of that conversation when it fails', async () => {
    await open()
    await chat.as('iago').say('elsewhere', { channel: 'kitchen', topic: 'lunch' })
    for (let number = 1; number <= 8; number += 1)
      await chat.as('iago').say(`before ${number}`, { channel: 'general', topic: 'tests' })
    const replies = await chat.as('iago').say('@**Echo** bake')
    expect(await failure(() => expect(replies).toHaveReplied('On it.', /bread/))).toBe(
      [
        'The bot should have replied:',
        '  "On it."',
        '  something that matches /bread/',
        'It replied:',
        '  "On it."',
        '  "Done."',
        '',
        '# general > tests',
        '(1 earlier message)',
        ...[2, 3, 4, 5, 6, 7, 8].map((number) => `Iago: before ${number}`),
        'Iago: @**Echo** bake',
        '    Echo reacts with :bread:',
        'Echo: On it.',
        'Echo: Done.',
      ].join('\n'),
    )
  })

  it("shows the bot's error when it fails", async () => {
    await open()
    const replies = await chat.as('iago').say('@**Echo** burn')
    const message = await failure(() => expect(replies).toHaveReplied('Done.'))
    expect(message).toMatch(/The log:\n {2}error: .*the oven is too hot/)
  })

  it("accepts other messages, and fails for values that aren't messages", async () => {
    await open()
    expect(chat.conversation({ channel: 'general', topic: 'greetings' })).toHaveReplied('Good morning', /Morning/)
    for (const wrong of [undefined, null, 7, 'text', {}]) {
      expect(await failure(() => expect(wrong as never).toHaveReplied('hi'))).toContain("This isn't a chat")
      expect(await failure(() => expect(wrong as never).toHaveSaid('hi'))).toContain("This isn't a chat")
    }
  })
})

describe('toHaveSaid', () => {
  it('looks in all conversations or a given one', async () => {
    await open()
    await chat.as('iago').say('@**Echo** tell')
    expect(chat).toHaveSaid('Soup!')
    expect(chat).toHaveSaid(/soup/i, lunch)
    expect(chat).not.toHaveSaid('Soup!', { channel: 'general', topic: 'tests' })
    expect(chat).not.toHaveSaid('Soup.')
    expect(await failure(() => expect(chat).toHaveSaid('Stew!', lunch))).toBe(
      'The bot should have said "Stew!" in kitchen > lunch. It said:\n  "Soup!"\n\n' +
        '# general > tests\nIago: @**Echo** tell\n\n# kitchen > lunch\nEcho: Soup!',
    )
    expect(await failure(() => expect(chat).not.toHaveSaid('Soup!'))).toMatch(/^The bot should not have said "Soup!"/)
  })
})

describe('toHaveReacted', () => {
  it('looks at all messages or a given one', async () => {
    await open()
    await chat.as('iago').say('@**Echo** bake')
    const [asked, reply] = chat.conversation({ channel: 'general', topic: 'tests' })
    expect(chat).toHaveReacted('bread')
    expect(chat).toHaveReacted(':bread:', asked)
    expect(chat).not.toHaveReacted('tada')
    expect(chat).not.toHaveReacted('bread', reply)
    await chat.as('iago').react('tada')
    expect(await failure(() => expect(chat).toHaveReacted('tada'))).toContain(
      `The bot should have reacted with :tada:. Its reactions:\n  :bread: on ${asked?.id}, "@**Echo** bake"`,
    )
  })
})

describe('toHaveCalled', () => {
  it('matches successful calls by some of their parameters', async () => {
    await open()
    await chat.as('iago').say('@**Echo** bake')
    expect(chat).toHaveCalled('users.setOwnStatus')
    expect(chat).toHaveCalled('users.setOwnStatus', { status_text: 'baking bread' })
    expect(chat).toHaveCalled('users.setOwnStatus', { status_text: /^baking/ })
    expect(chat).toHaveCalled('users.setOwnStatus', { status_text: expect.any(String) })
    expect(chat).not.toHaveCalled('users.setOwnStatus', { status_text: 'baking' })
    expect(chat).not.toHaveCalled('users.setOwnStatus', { status_text: 'baking bread', emoji_name: 'bread' })
    expect(chat).not.toHaveCalled('messages.delete')
    // @ts-expect-error: there is no such endpoint.
    expect(chat).not.toHaveCalled('users.bake')
    // @ts-expect-error: there is no such parameter.
    expect(chat).not.toHaveCalled('users.setOwnStatus', { statusText: 'baking bread' })
    expect(await failure(() => expect(chat).toHaveCalled('users.setOwnStatus', { status_text: /cold/ }))).toMatch(
      /^The bot should have called users.setOwnStatus status_text=something that matches \/cold\/. It called:\n {2}users.setOwnStatus status_text="baking bread"/,
    )
  })

  it('ignores refused calls and lists them when it fails', async () => {
    await open()
    await chat.as('iago').say('@**Echo** fail')
    expect(await failure(() => expect(chat).toHaveCalled('reactions.add'))).toMatch(
      /It called:\n {2}reactions.add message_id=\d+ emoji_name="no_such_emoji" \(refused with 400\)/,
    )
  })

  it('says when nothing was called', async () => {
    await open()
    expect(await failure(() => expect(chat).toHaveCalled('users.me'))).toContain('It called nothing.')
  })
})

it('the matchers are exported for any `expect`', () => {
  expect(Object.keys(matchers)).toEqual(['toHaveReplied', 'toHaveSaid', 'toHaveReacted', 'toHaveCalled'])
})

import { Bot, type Context } from 'earshot'
import { Client } from 'earshot/client'
import { type TestChat, testBot } from 'earshot/testing'
import { describe, expect, it } from 'vitest'

type Change = (chat: Moving) => Promise<unknown>

interface Moving {
  readonly chat: TestChat
  readonly iago: Client
  /** The message with which Hamlet began. */
  readonly first: number
}

const lunch = { channel: 'kitchen', topic: 'lunch' }
/** Private; Iago is in it. */
const books = 4
const suppliers = 3

const invite =
  (...who: ('bot' | 'hamlet')[]): Change =>
  async ({ chat }) => {
    for (const one of who) chat.simulator.realm.do('subscribe', one === 'bot' ? chat.botName : one, 'books')
  }
const move =
  (stream_id: number): Change =>
  ({ iago, first }) =>
    iago.messages.edit({ message_id: first, stream_id, propagate_mode: 'change_all' })
const rename =
  (topic: string): Change =>
  ({ iago, first }) =>
    iago.messages.edit({ message_id: first, topic, propagate_mode: 'change_all' })
const both =
  (one: Change, other: Change): Change =>
  async (moving) => {
    await one(moving)
    await other(moving)
  }

/** What happens while a question is open, and where the bot goes on if it is answered where it was asked. */
const changes: readonly (readonly [string, Change, string])[] = [
  ['moved to a private channel without the bot', move(books), 'direct'],
  ['moved to a private channel with the bot, not the sender', both(invite('bot'), move(books)), 'books > lunch'],
  ['moved to a private channel with both', both(invite('bot', 'hamlet'), move(books)), 'books > lunch'],
  ['moved to another public channel', move(suppliers), 'suppliers > lunch'],
  ['renamed', rename('dinner'), 'kitchen > dinner'],
  // To people it is the same topic, whether it has the sign or not.
  ['resolved', rename('✔ lunch'), 'kitchen > lunch'],
  ['deleted', ({ iago, first }) => iago.messages.delete({ message_id: first }), 'direct'],
  ['not to be looked up', async ({ chat }) => chat.faults.add('every call of messages.get answers 503'), 'direct'],
  [
    'moved to a private channel that the bot then leaves',
    both(both(invite('bot'), move(books)), async ({ chat }) => {
      chat.simulator.realm.do('unsubscribe', chat.botName, 'books')
    }),
    'direct',
  ],
]

/** How the bot asks Hamlet or others, who then answers, and what the bot says then. */
const questions: readonly (readonly [string, (ctx: Context) => Promise<string>, who: string, answer: string])[] = [
  ['a question', async (ctx) => `got ${await ctx.ask('Which bread?')}`, 'hamlet', 'rye'],
  ['a choice', async (ctx) => `got ${await ctx.ask('Bread?', { choices: ['rye', 'spelt'] })}`, 'hamlet', '1'],
  ['a question to anyone', async (ctx) => `got ${await ctx.ask('Bread?', { from: 'anyone' })}`, 'othello', 'rye'],
  [
    'an approval',
    async (ctx) => {
      await ctx.approve('Release?', { by: { users: ['othello@example.com'] } })
      return 'got it'
    },
    'othello',
    'approve',
  ],
]

const moved = /^This conversation was moved to a channel that you are not in/

describe.each(['webhook', 'events'] as const)('by %s, while a question is open, its topic', (by) => {
  async function asked(work: (ctx: Context) => Promise<string>): Promise<Moving & AsyncDisposable> {
    const bot = new Bot().command('order', { description: 'Order' }, work)
    bot.command('status', { description: 'Status' }, () => 'all fine')
    const chat = await testBot(bot, { by })
    await chat.as('hamlet').say(`@**${chat.botName}** order`, lunch)
    const iago = new Client({ ...chat.simulator.credentials('iago'), fetch: chat.simulator.fetch })
    const first = chat.simulator.messages(lunch).find(({ content }) => content.endsWith('order'))?.id ?? 0
    return { chat, iago, first, [Symbol.asyncDispose]: () => chat.close() }
  }

  describe.each(questions)('%s', (_, work, who, answer) => {
    it.each(changes)(
      'is %s: an answer in the old place counts, and the bot goes on in the new one',
      async (_, change, place) => {
        await using moving = await asked(work)
        const { chat } = moving
        await change(moving)
        await chat.as(who).say(`@**${chat.botName}** ${answer}`, lunch)
        await chat.advance('1m')
        expect(placesOf(chat, 'got')).toEqual([place])
      },
    )
  })

  describe.each(questions)('%s', (_, work, who, answer) => {
    const sayIn = (place: typeof lunch) => async (moving: Moving) => {
      await moving.chat.as(who).say(`@**${moving.chat.botName}** ${answer}`, place)
      await moving.chat.advance('1m')
    }

    it.each([
      ['with the bot', both(invite('bot'), move(books)), moved, moved],
      ['without the bot', move(books), /^got/, who === 'hamlet' ? /^got/ : /^Thank you/],
    ])(
      'is moved to a private channel %s: who waits and who answers are told directly',
      async (_, change, waits, told) => {
        await using moving = await asked(work)
        await both(change, sayIn(lunch))(moving)
        expect(toldTo(moving.chat, 'hamlet')).toEqual([expect.stringMatching(waits)])
        expect(toldTo(moving.chat, who)).toEqual([expect.stringMatching(told)])
      },
    )

    it('is moved to a private channel: nobody is told who is in it', async () => {
      await using moving = await asked(work)
      await both(invite('bot', 'hamlet'), move(books))(moving)
      moving.chat.simulator.realm.do('subscribe', 'othello', 'books')
      await sayIn(lunch)(moving)
      expect([...toldTo(moving.chat, 'hamlet'), ...toldTo(moving.chat, 'othello')]).toEqual([])
    })

    it.each(['renamed', 'resolved'])('is %s: nobody is told directly', async (how) => {
      await using moving = await asked(work)
      await both(rename(how === 'renamed' ? 'dinner' : '✔ lunch'), sayIn(lunch))(moving)
      expect([...toldTo(moving.chat, 'hamlet'), ...toldTo(moving.chat, 'othello')]).toEqual([])
    })
  })

  it('is moved to a private channel: whoever began is told directly when the time is up', async () => {
    await using moving = await asked((ctx) => ctx.ask('Which bread?', { timeout: '5m' }))
    await both(invite('bot'), move(books))(moving)
    await moving.chat.advance('6m')
    expect(placesOf(moving.chat, 'time for it is up')).toEqual(['books > lunch'])
    expect(toldTo(moving.chat, 'hamlet')).toEqual([expect.stringMatching(moved)])
  })

  it('is moved to a private channel: each of several approvers is told directly', async () => {
    const by = { users: ['othello@example.com', 'iago@example.com'] }
    await using moving = await asked(async (ctx) => `got ${(await ctx.approve('Release?', { by, quorum: 2 })).answers}`)
    const { chat } = moving
    await both(invite('bot', 'hamlet'), move(books))(moving)
    await chat.as('othello').say(`@**${chat.botName}** approve`, lunch)
    await chat.as('othello').say(`@**${chat.botName}** approve`, lunch)
    expect(placesOf(chat, '1 of 2')).toEqual(['books > lunch', 'books > lunch'])
    expect(toldTo(chat, 'othello')).toHaveLength(2)
    await chat.as('iago').say(`@**${chat.botName}** approve`, lunch)
    expect(placesOf(chat, 'got')).toEqual(['books > lunch'])
    expect([...toldTo(chat, 'iago'), ...toldTo(chat, 'hamlet')]).toEqual([])
  })

  describe('with several approvals', () => {
    const release = async (ctx: Context) => {
      await ctx.approve(`Release ${ctx.message.id}?`, { by: { users: ['othello@example.com'] } })
      return 'got it'
    }
    /** Three approvals: the one that `asked` began, and two more. */
    async function three() {
      const moving = await asked(release)
      const ids = [moving.first]
      for (const _ of [1, 2]) {
        const [question] = await moving.chat.as('hamlet').say(`@**${moving.chat.botName}** order`, lunch)
        ids.push(Number(/Release (\d+)/.exec(question?.content ?? '')?.[1]))
      }
      const say = async (text: string) => {
        const before = moving.chat.simulator.messages(lunch).length
        await moving.chat.as('othello').say(`@**${moving.chat.botName}** ${text}`, lunch)
        return moving.chat.simulator
          .messages(lunch)
          .slice(before + 1)
          .map(({ content }) => content)
      }
      const take = (...several: readonly number[]) =>
        Promise.all(
          several.map((id) =>
            moving.iago.messages.edit({ message_id: ids[id] ?? 0, stream_id: books, propagate_mode: 'change_one' }),
          ),
        )
      return { moving, ids, say, take }
    }

    it('lists those that are still in the topic, and not one that was moved to a private channel', async () => {
      const { moving, ids, say, take } = await three()
      await using _ = moving
      await take(0)
      const [list] = await say('approve')
      expect(list).toContain(`Release ${ids[1]}?`)
      expect(list).toContain(`Release ${ids[2]}?`)
      expect(list).not.toContain(String(ids[0]))
    })

    it('takes a word for the only one that is still in the topic', async () => {
      const { moving, say, take } = await three()
      await using _ = moving
      await take(0, 1)
      expect(await say('approve')).toEqual(['got it'])
    })

    it('lists only the numbers of those that were all moved away, and takes a number there', async () => {
      const { moving, ids, say, take } = await three()
      await using _ = moving
      await take(0, 1, 2)
      const [list] = await say('approve')
      expect(list).not.toContain('Release')
      for (const id of ids) expect(list).toContain(`\`${id}\``)
      expect(await say(`approve ${ids[1]}`)).toEqual([])
      expect(placesOf(moving.chat, 'got it')).toEqual(['direct'])
      expect(toldTo(moving.chat, 'othello')).toEqual(['Thank you.'])
    })

    it('lists only the numbers of those that the server says nothing of, and approves none of them', async () => {
      const { moving, ids, say } = await three()
      await using _ = moving
      moving.chat.faults.add('every call of messages.get answers 503')
      const [list] = await say('approve')
      for (const id of ids) expect(list).toContain(`\`${id}\``)
      expect(list).not.toContain('Release')
      expect(placesOf(moving.chat, 'got it')).toEqual([])
    })
  })

  it('a command in a new topic of the old name is a command', async () => {
    await using moving = await asked(async (ctx) => `got ${await ctx.ask('Which bread?')}`)
    const { chat } = moving
    await move(suppliers)(moving)
    await chat.as('hamlet').say(`@**${chat.botName}** status`, lunch)
    expect(placesOf(chat, 'all fine')).toEqual(['kitchen > lunch'])
    await chat.as('hamlet').say(`@**${chat.botName}** rye`, { channel: 'suppliers', topic: 'lunch' })
    expect(placesOf(chat, 'got rye')).toEqual(['suppliers > lunch'])
  })

  it('choices are told again in the new place only', async () => {
    await using moving = await asked(async (ctx) => `got ${await ctx.ask('Bread?', { choices: ['rye', 'spelt'] })}`)
    const { chat } = moving
    await both(invite('bot'), move(books))(moving)
    await chat.as('hamlet').say(`@**${chat.botName}** brioche`, lunch)
    expect(placesOf(chat, 'Please answer')).toEqual(['books > lunch'])
  })

  it('a question that another one replaces says so in the new place', async () => {
    await using moving = await asked(async (ctx) => `got ${await ctx.ask('Which bread?').catch(({ code }) => code)}`)
    const { chat } = moving
    await both(invite('bot'), move(books))(moving)
    await chat.as('hamlet').say(`@**${chat.botName}** order`, lunch)
    expect(placesOf(chat, 'got replaced')).toEqual(['books > lunch'])
  })
})

/** What the bot has told somebody directly. */
const toldTo = (chat: TestChat, who: string) =>
  chat.simulator
    .messages({ dm: [who, chat.botName] })
    .filter(({ sender_full_name }) => sender_full_name === chat.botName)
    .map(({ content }) => content)

/** Where the bot has said something, each once for each message. */
function placesOf(chat: TestChat, text: string): string[] {
  const topics = ['kitchen > lunch', 'kitchen > dinner', 'kitchen > ✔ lunch', 'suppliers > lunch', 'books > lunch']
  const places = topics.map((place): [string, object] => {
    const [channel, topic] = place.split(' > ')
    return [place, { channel, topic }]
  })
  places.push(['direct', { dm: ['hamlet', chat.botName] }])
  return places.flatMap(([name, where]) =>
    chat.simulator
      .messages(where as typeof lunch)
      .filter(({ sender_full_name, content }) => sender_full_name === chat.botName && content.includes(text))
      .map(() => name),
  )
}

import { createMemoryState } from '@chat-adapter/state-memory'
import { Actions, Button, Card, CardText, Chat, emoji, type SentMessage } from 'chat'
import { describe, expect, it } from 'vitest'
import { createZulipAdapter } from '../../src/chatSdk/index.js'
import type { TestBotOptions, TestChat } from '../../src/testing/index.js'
import { testChat } from '../../src/testing/testChat.js'

/** A bot that does all that bots do: it takes orders, follows their threads, asks, streams, reads and sends files. */
async function bakeryBot(options: TestBotOptions): Promise<TestChat> {
  const zulip = createZulipAdapter({ slashCommands: ['/menu'] })
  const bot = new Chat({ userName: 'echo', adapters: { zulip }, state: createMemoryState(), logger: 'silent' })
  let order: SentMessage | undefined
  bot.onNewMention(async (thread, message) => {
    if (message.text.endsWith('order')) {
      await thread.subscribe()
      const card = Card({
        title: 'Order',
        children: [
          CardText('Two **loaves**?'),
          Actions([
            Button({ id: 'bake', label: `${emoji.check} Bake`, value: '2' }),
            Button({ id: 'cancel', label: 'Cancel' }),
          ]),
        ],
      })
      order = await thread.post(card)
    }
  })
  bot.onSubscribedMessage(async (thread, message) => {
    const [file] = message.attachments
    if (file?.fetchData !== undefined) {
      const text = new TextDecoder().decode(await file.fetchData())
      await thread.post({ markdown: `Read ${text}`, files: [{ data: Buffer.from('rye'), filename: 'list.txt' }] })
    } else if (message.text.endsWith('recipe')) {
      await thread.post(
        (async function* () {
          yield 'Mix, '
          yield 'knead, '
          yield 'bake.'
        })(),
      )
    } else if (message.text.endsWith('done')) {
      await order?.edit('The order is done.')
      await order?.addReaction(emoji.check)
    } else if (message.text.endsWith('forget')) await order?.delete()
    else await thread.post(`Noted: ${message.text}`)
  })
  bot.onAction('bake', async ({ thread, user, value }) => {
    await thread?.post(`${user.fullName} bakes ${value}`)
  })
  bot.onReaction(async ({ thread, emoji: { name }, added }) => {
    if (added) await thread.post(`Saw ${name}`)
  })
  bot.onSlashCommand('/menu', async ({ channel, text }) => {
    await channel.post(`The menu of ${text}`)
  })
  return testChat(bot, zulip, options)
}

const order = { channel: 'kitchen', topic: 'orders' }

/** What people say to it and what it answers; by webhook each message mentions the bot. */
async function wholeDay(chat: TestChat, by: 'webhook' | 'events'): Promise<string[]> {
  const iago = chat.as('iago')
  const call = `@**${chat.botName}** `
  const further = by === 'webhook' ? call : ''
  const said: string[] = []
  const note = (messages: readonly { readonly content: string }[]) => {
    for (const { content } of messages)
      said.push(content.replace(/\(\w{6}-/g, '(code-').replace(/user_uploads\/\S+\//, ''))
  }
  note(await iago.say(`${call}order`, order))
  note(await iago.press('✅ Bake'))
  note(await iago.say(`${call}1`))
  note(await iago.say(`${further}with seeds`))
  note(await iago.say(`${further}this one`, { ...order, files: [{ name: 'wish.txt', data: 'spelt' }] }))
  note(await iago.say(`${further}recipe`))
  note(await iago.say(`${call}/menu today`))
  if (by === 'events') note(await iago.react('tada'))
  note(await iago.say(`${further}done`))
  note(await iago.say(`${further}forget`))
  return said
}

const noted = (text: string, by: string) => `Noted: ${by === 'webhook' ? '@Echo ' : ''}${text}`

const expected = (by: 'webhook' | 'events') => [
  '**Order**\n\nTwo **loaves**?',
  'Order\n\n* ✅ Bake: `✅ Bake (code-1)`\n* Cancel: `Cancel (code-2)`',
  'Iago bakes 2',
  'Iago bakes 2',
  noted('with seeds', by),
  'Read spelt\n\n[list.txt](/list.txt)',
  'Mix, knead, bake.',
  'The menu of today',
  ...(by === 'events' ? ['Saw party'] : []),
]

const wayFaults = {
  webhook: { on: 'a server that posts everything twice', faults: ['every delivery is delivered twice'] },
  events: {
    on: 'a server that loses its event queues',
    faults: ['every third event to Echo loses the event queue'],
  },
} as const

describe.each(['webhook', 'events'] as const)('the whole bot by %s', (by) => {
  it('does all its work on an old server', async () => {
    await using chat = await bakeryBot({ by, featureLevel: 300 })
    expect(await wholeDay(chat, by)).toEqual(expected(by))
  })

  it.each([
    { on: 'a new server', faults: [] },
    {
      on: 'a server that limits calls',
      faults: ['every third call of messages.send answers 429 with Retry-After 2s'],
    },
    {
      on: 'a server that fails now and then',
      faults: ['every second call of messages.get answers 502', 'the next call of messages.edit answers 502'],
    },
    {
      on: 'a slow server',
      faults: ['get', 'send', 'edit'].map((what) => `every call of messages.${what} is delayed by 1500ms`),
    },
    wayFaults[by],
  ])('does all its work once on $on', async ({ faults }) => {
    await using chat = await bakeryBot({ by, featureLevel: 496 })
    for (const fault of faults) chat.faults.add(fault)
    expect(await wholeDay(chat, by)).toEqual(expected(by))
    expect(chat.conversation(order).some(({ content }) => content.startsWith('**Order**'))).toBe(false)
  })
})

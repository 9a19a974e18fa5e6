import { createMemoryState } from '@chat-adapter/state-memory'
import { Actions, Button, Card, Chat, emoji, Select, SelectOption, type SentMessage } from 'chat'
import { describe, expect, it } from 'vitest'
import { createZulipAdapter, type ZulipAdapter } from '../../src/chatSdk/index.js'
import { Client } from '../../src/client/index.js'
import type { TestChat } from '../../src/testing/index.js'
import { testChat } from '../../src/testing/testChat.js'

type CardOptions = Parameters<typeof Card>[0]

interface CardBot extends TestChat {
  readonly pressed: string[]
  /** What the bot was told as an ordinary message. */
  readonly told: string[]
  card: SentMessage | undefined
  readonly zulip: ZulipAdapter
}

/** Answers "card" with a card, and follows the thread. */
async function cardBot(card: CardOptions, by: 'webhook' | 'events' = 'webhook'): Promise<CardBot> {
  const zulip = createZulipAdapter()
  const bot = new Chat({ userName: 'echo', adapters: { zulip }, state: createMemoryState(), logger: 'silent' })
  const seen: Pick<CardBot, 'pressed' | 'told' | 'card'> = { pressed: [], told: [], card: undefined }
  bot.onNewMention(async (thread, { text }) => {
    if (!text.endsWith('card')) return void seen.told.push(text)
    if (by === 'events') await thread.subscribe()
    seen.card = await thread.post(Card(card))
  })
  bot.onSubscribedMessage(async (_, { text }) => void seen.told.push(text))
  bot.onAction(async ({ actionId, value, user }) => {
    seen.pressed.push([user.fullName, actionId, value].filter(Boolean).join(' '))
  })
  const chat = await testChat(bot, zulip, { by })
  await chat.as('iago').say(`@**${chat.botName}** card`, order)
  return Object.assign(
    chat,
    seen,
    { pressed: seen.pressed, told: seen.told, zulip },
    {
      get card() {
        return seen.card
      },
    },
  ) as CardBot
}

const order = { channel: 'kitchen', topic: 'orders' }
const yesOrNo: CardOptions = {
  title: 'Sure?',
  children: [Actions([Button({ id: 'yes', label: 'Yes', value: '__cb:x' }), Button({ id: 'no', label: 'No' })])],
}
/** The code of the card's answers. */
const codeIn = (chat: TestChat) => /\((\w{6})-1\)/.exec(chat.conversation(order).at(-1)?.content ?? '')?.[1] ?? ''

describe('buttons of a card', () => {
  it('with equal labels are told apart', async () => {
    const labels = ['Same', 'Same', 'Same (4)', 'Same']
    const same = labels.map((label, at) => Button({ id: `b${at + 1}`, label }))
    await using chat = await cardBot({ title: 'Which?', children: [Actions(same)] })
    await chat.as('iago').press('Same (2)')
    await chat.as('iago').press('Same')
    expect(chat.pressed).toEqual(['Iago b2', 'Iago b1'])
  })

  it('of two selects with the same option are told apart', async () => {
    const none = SelectOption({ label: 'None', value: 'none' })
    const selects = ['seeds', 'salt'].map((id) => Select({ id, label: id, options: [none] }))
    await using chat = await cardBot({ title: 'What?', children: [Actions(selects)] })
    await chat.as('iago').press('None (2)')
    expect(chat.pressed).toEqual(['Iago salt none'])
  })

  it('may have 10,000 characters, mentions, Markdown or emoji as labels', async () => {
    const labels = ['x'.repeat(10_000), '@**all** `a` **b**', `${emoji.check} Bake`, '\n\0', '/poll a']
    const fifty = Array.from({ length: 50 }, (_, at) =>
      Button({ id: `b${at}`, label: labels[at] ?? `${'y'.repeat(300)}${at}` }),
    )
    await using chat = await cardBot({ title: '/poll @**all** `?`', children: [Actions(fifty)] })
    const buttons = chat.conversation(order).at(-1)
    expect(buttons?.content).not.toContain('@**')
    expect(buttons?.content).toMatch(/^poll all \?\n/)
    await chat.as('iago').press('all a b')
    await chat.as('iago').press('✅ Bake')
    await chat.as('iago').press('50')
    expect(chat.pressed).toEqual(['Iago b1', 'Iago b2', 'Iago b49'])
  })

  it('show the emoji of the Chat SDK in all parts of the card', async () => {
    await using chat = await cardBot({ title: `Hi ${emoji.wave}`, subtitle: `${emoji.fire}`, children: [] })
    expect(chat.conversation(order).at(-1)?.content).toBe('**Hi 👋**\n\n🔥')
  })

  it('pressed by two people run their handler for each', async () => {
    await using chat = await cardBot(yesOrNo)
    const code = codeIn(chat)
    await chat.as('iago').press('No')
    await chat.as('hamlet').say(`@**Echo** No (${code}-2)`, order)
    expect(chat.pressed).toEqual(['Iago no', 'Hamlet no'])
  })

  it('keep values that look like those of callbacks', async () => {
    await using chat = await cardBot(yesOrNo)
    await chat.as('iago').press('Yes')
    expect(chat.pressed).toEqual(['Iago yes __cb:x'])
  })

  it.each(['edited', 'deleted'] as const)(
    'of a card that was %s press nothing, and the bot gets the message',
    async (how) => {
      await using chat = await cardBot(yesOrNo)
      const code = codeIn(chat)
      if (how === 'edited') await chat.card?.edit('Done.')
      else await chat.card?.delete()
      await chat.as('iago').say(`@**Echo** Yes (${code}-1)`, order)
      expect(chat.pressed).toEqual([])
      expect(chat.told).toEqual([`@Echo Yes (${code}-1)`])
    },
  )
})

it.each(['open', 'edited', 'deleted'])('the history has no buttons and presses of a card that is %s', async (how) => {
  await using chat = await cardBot(yesOrNo)
  const channelId = chat.simulator.realm.channel(order.channel).id
  const threadId = chat.zulip.encodeThreadId({ kind: 'topic', channelId, topic: order.topic })
  await chat.as('iago').press('No')
  if (how === 'edited') await chat.card?.edit('Done.')
  if (how === 'deleted') await chat.card?.delete()
  await chat.as('iago').say('That looks like a code (ticket-7)', order)
  const { messages } = await chat.zulip.fetchMessages(threadId)
  const card = { open: ['Sure?'], edited: ['Done.'], deleted: [] }[how] ?? []
  expect(messages.map(({ text }) => text)).toEqual(['@Echo card', ...card, 'That looks like a code (ticket-7)'])
})

describe('an answer to a card', () => {
  it('counts only in its thread', async () => {
    await using chat = await cardBot(yesOrNo)
    const answer = `@**Echo** No (${codeIn(chat)}-2)`
    await chat.as('hamlet').say(answer, { channel: 'general', topic: 'elsewhere' })
    await chat.as('hamlet').dm(answer)
    expect(chat.pressed).toEqual([])
    await chat.as('hamlet').say(answer, order)
    expect(chat.pressed).toEqual(['Hamlet no'])
  })

  it.each(['webhook', 'events'] as const)('by %s counts where its thread was moved to', async (by) => {
    await using chat = await cardBot(yesOrNo, by)
    const [first] = chat.conversation(order)
    const answer = `@**Echo** No (${codeIn(chat)}-2)`
    const iago = new Client({ ...chat.simulator.credentials('iago'), fetch: chat.simulator.fetch })
    await iago.messages.edit({ message_id: first?.id ?? 0, topic: '✔ orders', propagate_mode: 'change_all' })
    await chat.as('iago').say(answer, { channel: 'kitchen', topic: '✔ orders' })
    expect(chat.pressed).toEqual(['Iago no'])
  })

  it('asks the server nothing in the thread itself', async () => {
    await using chat = await cardBot(yesOrNo)
    const before = chat.calls().length
    await chat.as('iago').press('No')
    expect(chat.calls().slice(before)).toEqual([])
  })

  it('that is typed to nobody chooses nothing', async () => {
    await using chat = await cardBot(yesOrNo, 'events')
    await chat.as('iago').say('no', order)
    expect(chat.pressed).toEqual([])
    expect(chat.told).toEqual(['no'])
    await chat.as('iago').say('@**Echo** no', order)
    expect(chat.pressed).toEqual(['Iago no'])
  })

  it.each(['No.', 'no 👎', '“NO”', 'ｎｏ', '2)', '(2)', '2.'])('is understood as %s', async (typed) => {
    await using chat = await cardBot(yesOrNo)
    await chat.as('iago').say(`@**Echo** ${typed}`, order)
    expect(chat.pressed).toEqual(['Iago no'])
  })

  it('without words chooses nothing', async () => {
    await using chat = await cardBot({ title: 'Done?', children: [Actions([Button({ id: 'ok', label: 'OK' })])] })
    await chat.as('iago').say('@**Echo**', order)
    expect(chat.pressed).toEqual([])
  })

  it('may look like a code', async () => {
    const button = Button({ id: 'm', label: 'Size (medium-1)' })
    await using chat = await cardBot({ title: 'Size', children: [Actions([button])] })
    await chat.as('iago').say('@**Echo** size (medium-1)', order)
    expect(chat.pressed).toEqual(['Iago m'])
  })
})

import { createMemoryState } from '@chat-adapter/state-memory'
import { Actions, Button, Card, CardText, Chat, emoji, Modal } from 'chat'
import { describe, expect, it } from 'vitest'
import { createZulipAdapter } from '../../src/chatSdk/index.js'
import type { TestBotOptions } from '../../src/testing/index.js'
import { testChat } from '../../src/testing/testChat.js'

async function bot(options: TestBotOptions, declare: (chat: Chat) => void) {
  const zulip = createZulipAdapter({ slashCommands: ['/status'] })
  const chat = new Chat({ userName: 'echo', adapters: { zulip }, state: createMemoryState(), logger: 'error' })
  declare(chat)
  return testChat(chat, zulip, options)
}

describe.each([
  { by: 'webhook', featureLevel: 496 },
  { by: 'events', featureLevel: 496 },
  { by: 'webhook', featureLevel: 300 },
  { by: 'events', featureLevel: 300 },
] as const)('a bot of the Chat SDK by $by at level $featureLevel', (way) => {
  it('answers a mention in its topic', async () => {
    await using chat = await bot(way, (sdk) => {
      sdk.onNewMention(async (thread, message) => {
        await thread.post(`You said: ${message.text}`)
      })
    })
    const replies = await chat.as('iago').say(`@**${chat.botName}** hi`, { channel: 'kitchen', topic: 'lunch' })
    expect(replies.map(({ content }) => content)).toEqual(['You said: @Echo hi'])
  })

  it('runs the handler of a pressed button', async () => {
    await using chat = await bot(way, (sdk) => {
      sdk.onNewMention(async (thread) => {
        await thread.post(
          Card({
            title: 'Order',
            children: [
              CardText('Two loaves?'),
              Actions([Button({ id: 'yes', label: 'Yes', value: '2' }), Button({ id: 'no', label: 'No' })]),
            ],
          }),
        )
      })
      sdk.onAction('yes', async (event) => {
        await event.thread?.post(`${event.user.fullName} ordered ${event.value}`)
      })
    })
    const sent = await chat.as('iago').say(`@**${chat.botName}** order`)
    expect(sent.map(({ content }) => content.split('\n')[0])).toEqual(['**Order**', 'Order'])
    const replies = await chat.as('iago').press('Yes')
    expect(replies.map(({ content }) => content)).toEqual(['Iago ordered 2'])
  })
})

describe.each(['webhook', 'events'] as const)('a bot of the Chat SDK by %s', (by) => {
  const kitchen = { channel: 'kitchen', topic: 'ovens' }

  it('answers a slash command in the topic where it was given, without the command', async () => {
    await using chat = await bot({ by }, (sdk) => {
      sdk.onNewMention(async (thread) => void (await thread.post('no command')))
      sdk.onSlashCommand('/status', async (event) => {
        await event.channel.post(`${event.user.fullName} asks for ${event.text || 'everything'}`)
      })
    })
    const contents = async (text: string) =>
      (await chat.as('iago').say(`@**${chat.botName}** ${text}`, kitchen)).map(({ content }) => content)
    expect(await contents('/status oven 2')).toEqual(['Iago asks for oven 2'])
    expect(await contents('/status')).toEqual(['Iago asks for everything'])
    expect(await contents('/statuses')).toEqual(['no command'])
    expect((await chat.as('iago').dm('/status ')).map(({ content }) => content)).toEqual(['Iago asks for everything'])
  })

  it('opens no modal, and goes on', async () => {
    await using chat = await bot({ by }, (sdk) => {
      const card = Card({ children: [Actions([Button({ id: 'form', label: 'Fill in' })])] })
      sdk.onNewMention(async (thread) => void (await thread.post(card)))
      sdk.onAction('form', async ({ thread, openModal }) => {
        const opened = await openModal(Modal({ callbackId: 'order', title: 'Order', children: [] }))
        await thread?.post(opened === undefined ? 'Write it instead.' : 'Opened')
      })
    })
    const [, buttons] = await chat.as('iago').say(`@**${chat.botName}** psst`, kitchen)
    const [answer] = await chat.as('iago').press('Fill in', buttons)
    expect(answer?.content).toBe('Write it instead.')
  })

  it('writes ephemeral messages directly, where the bot wants that', async () => {
    await using chat = await bot({ by }, (sdk) => {
      sdk.onNewMention(async (thread, message) => {
        await thread.postEphemeral(message.author, 'only for you', { fallbackToDM: true })
      })
    })
    await chat.as('iago').say(`@**${chat.botName}** psst`, kitchen)
    expect(chat.conversation(kitchen)).toHaveLength(1)
    expect(chat.conversation({ dm: ['iago', chat.botName] }).map(({ content }) => content)).toEqual(['only for you'])
  })

  it('takes a typed answer to a card from who mentions it, and from nobody else', async () => {
    await using chat = await bot({ by }, (sdk) => {
      sdk.onNewMention(async (thread) => {
        await thread.post(Card({ title: 'Sure?', children: [Actions([Button({ id: 'yes', label: 'Yes' })])] }))
      })
      sdk.onAction('yes', async ({ thread }) => void (await thread?.post('done')))
    })
    await chat.as('iago').say(`@**${chat.botName}** go`, kitchen)
    expect(await chat.as('hamlet').say('yes', kitchen)).toEqual([])
    expect((await chat.as('hamlet').say(`@**${chat.botName}** 1`, kitchen)).map(({ content }) => content)).toEqual([
      'done',
    ])
  })
})

describe('by events', () => {
  it('hears follow-ups in a subscribed thread, and reactions', async () => {
    await using chat = await bot({ by: 'events' }, (sdk) => {
      sdk.onNewMention(async (thread) => {
        await thread.subscribe()
        await thread.post('I listen.')
      })
      sdk.onSubscribedMessage(async (thread, message) => {
        await thread.post(`Heard: ${message.text}`)
      })
      sdk.onReaction([emoji.thumbs_up], async (event) => {
        await event.thread.post(`Thanks, ${event.user.fullName}`)
      })
    })
    await chat.as('iago').say(`@**${chat.botName}** hi`)
    expect((await chat.as('iago').say('more')).map(({ content }) => content)).toEqual(['Heard: more'])
    expect((await chat.as('iago').react('+1')).map(({ content }) => content)).toEqual(['Thanks, Iago'])
  })
})

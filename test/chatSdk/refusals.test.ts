import { Actions, Button, Card, CardText, Chart, ExternalSelect } from 'chat'
import { describe, expect, it } from 'vitest'
import { type Connected, connect, contents } from './kit.js'

const later = () => new Date(Date.now() + 3_600_000)
const sureButton = Button({ id: 'yes', label: 'Yes' })
const sure = Card({ title: 'Sure?', children: [Actions([sureButton])] })

interface Places {
  readonly thread: string
  /** A topic of a channel that isn't there. */
  readonly gone: string
  /** ID of a message of somebody else. */
  readonly others: string
}

type Call = (chat: Connected, places: Places) => unknown

async function messageOf(call: Call): Promise<string> {
  await using chat = await connect()
  const topicIn = (channelId: number) => chat.zulip.encodeThreadId({ kind: 'topic', channelId, topic: 'orders' })
  const thread = topicIn(chat.simulator.realm.channel('kitchen').id)
  const others = String(chat.say('mine'))
  const places = { thread, gone: topicIn(999), others }
  const refused = await (async () => call(chat, places))().then(
    () => 'nothing',
    (error: unknown) => error,
  )
  return refused instanceof Error ? `${refused.name}: ${refused.message.replace(others, 'N')}` : String(refused)
}

describe('says what was tried, and what the server says, for', () => {
  const goneOrHidden = 'Either it is gone, or the bot has no access to it.'
  it.each<[name: string, call: Call, expected: string]>([
    [
      'a post to a channel that is gone',
      ({ zulip }, { gone }) => zulip.postMessage(gone, 'hi'),
      `ResourceNotFoundError: Couldn't post to thread zulip:999:b3JkZXJz: Channel with ID '999' does not exist. ${goneOrHidden}`,
    ],
    [
      'a direct message to nobody',
      ({ zulip }) => zulip.postMessage('zulip:dm:98765', 'hi'),
      `ResourceNotFoundError: Couldn't post to thread zulip:dm:98765: Invalid user ID 98765. ${goneOrHidden}`,
    ],
    [
      'an edit of a message that is gone',
      ({ zulip }, { thread }) => zulip.editMessage(thread, '999999', 'x'),
      `ResourceNotFoundError: Couldn't edit message 999999: Invalid message(s). ${goneOrHidden}`,
    ],
    [
      "an edit of somebody else's message",
      ({ zulip }, { thread, others }) => zulip.editMessage(thread, others, 'x'),
      "PermissionError: Couldn't edit message N: You don't have permission to edit this message.",
    ],
    [
      "a deletion of somebody else's message",
      ({ zulip }, { thread, others }) => zulip.deleteMessage(thread, others),
      "PermissionError: Couldn't delete message N: You don't have permission to delete this message.",
    ],
    [
      'a reaction to a message that is gone',
      ({ zulip }, { thread }) => zulip.addReaction(thread, '999999', 'tada'),
      `ResourceNotFoundError: Couldn't react to message 999999: Invalid message(s). ${goneOrHidden}`,
    ],
    [
      'an emoji that the server does not have',
      ({ zulip }, { thread, others }) => zulip.addReaction(thread, others, 'no_such_emoji'),
      "ValidationError: Couldn't react to message N: Emoji 'no_such_emoji' does not exist.",
    ],
    [
      'reading a channel that is gone',
      ({ zulip }) => zulip.fetchChannelMessages('zulip:999'),
      `ResourceNotFoundError: Couldn't read channel zulip:999: Invalid narrow operator: unknown channel 999. ${goneOrHidden}`,
    ],
    [
      'a look at a channel that is gone',
      ({ zulip }) => zulip.fetchChannelInfo('zulip:999'),
      `ResourceNotFoundError: Couldn't look up channel zulip:999: Invalid channel ID. ${goneOrHidden}`,
    ],
    [
      'a message that is scheduled for the past',
      ({ zulip }, { thread }) => zulip.scheduleMessage(thread, 'x', { postAt: new Date(0) }),
      "ValidationError: Couldn't schedule a message in thread zulip:2:b3JkZXJz: Scheduled delivery time must be in the future.",
    ],
  ])('%s', async (_, call, expected) => {
    expect(await messageOf(call)).toBe(expected)
  })
})

describe('refuses before anything is sent', () => {
  it.each<[name: string, call: Call, expected: string]>([
    ['nothing as a message', ({ zulip }, { thread }) => zulip.postMessage(thread, undefined as never), 'is undefined'],
    ['an empty text', ({ zulip }, { thread }) => zulip.postMessage(thread, ''), 'no visible text'],
    ['an empty reply', ({ zulip }, { thread, others }) => zulip.reply(thread, others, ''), 'no visible text'],
    [
      'a text of 1 MB',
      ({ zulip }, { thread }) => zulip.postMessage(thread, 'x'.repeat(1_000_000)),
      'A text has 1000000 characters',
    ],
    [
      'a file without content',
      ({ zulip }, { thread }) =>
        zulip.postMessage(thread, { markdown: 'x', files: [{ data: undefined as never, filename: 'a.txt' }] }),
      'its content is undefined',
    ],
    [
      'a file without a name',
      ({ zulip }, { thread }) =>
        zulip.postMessage(thread, { markdown: 'x', files: [{ data: Buffer.from('rye'), filename: '' }] }),
      'its name is ""',
    ],
    [
      'a card with buttons that is scheduled',
      ({ zulip }, { thread }) => zulip.scheduleMessage(thread, sure, { postAt: later() }),
      "A scheduled message can't have buttons",
    ],
    [
      'an empty text that is scheduled',
      ({ zulip }, { thread }) => zulip.scheduleMessage(thread, ' ', { postAt: later() }),
      'no visible text',
    ],
    [
      'a date that is none',
      ({ zulip }, { thread }) => zulip.scheduleMessage(thread, 'x', { postAt: new Date('soon') }),
      'postAt is an invalid date',
    ],
    [
      'a card with 60 buttons',
      ({ zulip }, { thread }) =>
        zulip.postMessage(thread, Card({ children: [Actions(Array.from({ length: 60 }, () => sureButton))] })),
      'A card has 60 buttons and options. Give at most 50',
    ],
    [
      'a card in a card',
      ({ zulip }, { thread }) => zulip.postMessage(thread, Card({ title: 'Outer', children: [sure as never] })),
      'A card can\'t contain "card"',
    ],
    [
      'a select that loads its options',
      ({ zulip }, { thread }) =>
        zulip.postMessage(
          thread,
          Card({ children: [Actions([ExternalSelect({ id: 'who', label: 'Who?' }) as never])] }),
        ),
      'A card can\'t contain "external_select"',
    ],
    [
      'a poll without a question',
      ({ zulip }, { thread }) => zulip.postObject(thread, 'poll', undefined),
      'The question of a poll is undefined',
    ],
    ...['1234567890.123456', 'undefined', '', '-1', '12-', 'zulip:2'].map((id): [string, Call, string] => [
      `the message ID ${JSON.stringify(id)}`,
      ({ zulip }, { thread }) => zulip.reply(thread, id, 'x'),
      `message${id && ` '${id}'`} not found in zulip`,
    ]),
  ])('%s', async (_, call, expected) => {
    expect(await messageOf(call)).toContain(expected)
  })
})

it('the client is there from the start on, and before says what to do', async () => {
  await using chat = await connect()
  expect(await chat.zulip.client.users.me()).toMatchObject({ user_id: chat.bot })
  await chat.chat.shutdown()
  expect(() => chat.zulip.client).toThrow('Call `await bot.initialize()`')
})

it('posts an empty file', async () => {
  await using chat = await connect()
  const channel = chat.simulator.realm.channel('kitchen').id
  const thread = chat.chat.thread(chat.zulip.encodeThreadId({ kind: 'topic', channelId: channel, topic: 'orders' }))
  await thread.post({ markdown: 'Nothing:', files: [{ data: Buffer.alloc(0), filename: 'empty.txt' }] })
  expect(contents(chat.simulator)[0]).toMatch(/^Nothing:\n\n\[empty.txt\]\(\/user_uploads\//)
})

it('posts a chart as a table', async () => {
  await using chat = await connect()
  const channel = chat.simulator.realm.channel('kitchen').id
  const thread = chat.chat.thread(chat.zulip.encodeThreadId({ kind: 'topic', channelId: channel, topic: 'orders' }))
  const segments = [{ label: 'rye', value: 2 }]
  const chart = Chart({ title: 'Loaves', chart: { type: 'pie', segments } })
  await thread.post(Card({ title: 'Today', children: [CardText('Fresh'), chart] }))
  expect(contents(chat.simulator)).toEqual([
    '**Today**\n\nFresh\n\nLoaves\n\n| Label | Value |\n| --- | --- |\n| rye | 2 |',
  ])
})

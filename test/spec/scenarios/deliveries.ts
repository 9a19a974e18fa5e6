import { expect } from 'vitest'
import { channelMessage, directMessage } from '../entities.js'
import { badRequest, fieldsOf, success } from '../format.js'
import { integer, like, someText } from '../matchers.js'
import type { Scenario } from './format.js'
import { type Stage, withEcho } from './withEcho.js'

const span = '<span class="user-mention" data-user-id="20">@Echo</span>'
const hiInLunch = 'type=stream&to=2&topic=lunch&content=%40%2A%2AEcho%2A%2A+hi'
const hiInPrivate = 'type=direct&to=%5B20%5D&content=hi'

/** What the server posts to Echo for `hiInLunch`. */
const mention = {
  bot_email: 'echo-bot@example.com',
  bot_full_name: 'Echo',
  data: '@**Echo** hi',
  trigger: 'mention',
  token: like(/^[A-Za-z0-9]{32}$/),
  message: {
    ...channelMessage,
    sender_id: 8,
    sender_email: 'iago@example.com',
    sender_full_name: 'Iago',
    sender_realm_str: 'bakery',
    avatar_url: someText,
    content: '@**Echo** hi',
    content_type: 'text/x-markdown',
    rendered_content: `<p>${span} hi</p>`,
    display_recipient: 'kitchen',
    stream_id: 2,
    subject: 'lunch',
    is_me_message: false,
    reactions: [],
    submessages: [],
    topic_links: [],
  },
}

/** What the server posts to Echo for `hiInPrivate`. */
const direct = {
  bot_email: 'echo-bot@example.com',
  bot_full_name: 'Echo',
  data: 'hi',
  trigger: 'direct_message',
  token: like(/^[A-Za-z0-9]{32}$/),
  message: {
    ...directMessage,
    sender_id: 8,
    sender_email: 'iago@example.com',
    sender_full_name: 'Iago',
    sender_realm_str: 'bakery',
    avatar_url: someText,
    content: 'hi',
    content_type: 'text/x-markdown',
    rendered_content: '<p>hi</p>',
    display_recipient: [
      { id: 8, email: 'iago@example.com', full_name: 'Iago', is_mirror_dummy: false },
      { id: 20, email: 'echo-bot@example.com', full_name: 'Echo', is_mirror_dummy: false },
    ],
    subject: '',
    is_me_message: false,
    reactions: [],
    submessages: [],
    topic_links: [],
  },
}

const lunch = [
  { operator: 'channel', operand: 'kitchen' },
  { operator: 'topic', operand: 'lunch' },
]

/** The message of the only notification that arrived. */
function onlyMessage(stage: Stage): Record<string, unknown> {
  const [first, ...others] = stage.notifications()
  expect(others).toEqual([])
  return first?.message as Record<string, unknown>
}

/** Section 6.1 and 4.19: what the simulator posts to a bot, and what it does with the answer. */
export const scenarios: readonly Scenario[] = [
  {
    spec: ['6.1/bot_email', '6.1/data', '6.1/token', '5.6', ...fieldsOf('6.1/message', channelMessage)],
    title: 'posts a mention in a channel as one JSON object',
    run: () =>
      withEcho({}, async (stage) => {
        const id = await stage.say('iago', hiInLunch)
        const [request] = stage.posted
        expect(request).toMatchObject({ method: 'POST', target: '/hook' })
        expect(request?.headers['content-type']).toMatch(/^application\/json/)
        const token = stage.simulator.credentials('echo').token
        expect(stage.notifications()).toEqual([{ ...mention, token, message: { ...mention.message, id } }])
      }),
  },
  {
    spec: ['6.1/bot_full_name', '6.1/trigger', '6.1/message', ...fieldsOf('6.1/message', directMessage)],
    title: 'posts a direct message, mention or not',
    run: () =>
      withEcho({}, async (stage) => {
        const id = await stage.say('iago', hiInPrivate)
        expect(stage.notifications()).toEqual([{ ...direct, message: { ...direct.message, id } }])
      }),
  },
  {
    spec: ['5.6', '6.1/token'],
    title: 'sends the same token with every notification of a bot',
    run: () =>
      withEcho({}, async (stage) => {
        await stage.say('iago', hiInLunch)
        await stage.say('hamlet', hiInPrivate)
        const tokens = stage.notifications().map(({ token }) => token)
        expect(tokens).toEqual([mention.token, tokens[0]])
      }),
  },
  {
    spec: ['6.1/private_message', 'level/201'],
    title: 'calls a direct message private_message before feature level 201',
    level: 200,
    run: (featureLevel) =>
      withEcho({ featureLevel }, async (stage) => {
        await stage.say('iago', 'type=private&to=%5B20%5D&content=hi')
        expect(stage.notifications()).toMatchObject([{ trigger: 'private_message' }])
      }),
  },
  {
    spec: ['6.1/trigger', 'level/201'],
    title: 'calls it direct_message from feature level 201 on',
    level: 201,
    run: (featureLevel) =>
      withEcho({ featureLevel }, async (stage) => {
        await stage.say('iago', hiInPrivate)
        expect(stage.notifications()).toMatchObject([{ trigger: 'direct_message' }])
      }),
  },
  {
    spec: ['6.1/message/display_recipient'],
    title: 'lists everybody of a group conversation, the bot included',
    run: () =>
      withEcho({}, async (stage) => {
        await stage.say('hamlet', 'type=direct&to=%5B20%2C8%5D&content=hi')
        expect(onlyMessage(stage).display_recipient).toMatchObject([{ id: 8 }, { id: 10 }, { id: 20 }])
      }),
  },
  {
    spec: ['6.1/message/is_me_message'],
    title: 'marks a /me message',
    run: () =>
      withEcho({}, async (stage) => {
        await stage.say('iago', 'type=stream&to=2&topic=lunch&content=%2Fme+waves+at+%40%2A%2AEcho%2A%2A')
        const message = { is_me_message: true, rendered_content: `<p>/me waves at ${span}</p>` }
        expect(onlyMessage(stage)).toMatchObject(message)
      }),
  },
  {
    spec: ['6.1/message/topic_links', '6.1/message/subject'],
    title: 'links what linkifiers find in the topic',
    run: () =>
      withEcho({}, async (stage) => {
        await stage.say('iago', 'type=stream&to=2&topic=fix+%23123+soon&content=%40%2A%2AEcho%2A%2A+hi')
        expect(onlyMessage(stage)).toMatchObject({
          subject: 'fix #123 soon',
          topic_links: [{ text: '#123', url: 'https://tracker.example.com/issue/123' }],
        })
      }),
  },
  {
    spec: ['6.1/message/sender_email', '5.5'],
    title: 'gives the API address of a sender who hides the real one',
    run: () =>
      withEcho({}, async (stage) => {
        await stage.say('cordelia', hiInPrivate)
        expect(onlyMessage(stage)).toMatchObject({ sender_id: 11, sender_email: like(/^user11@/) })
      }),
  },
  {
    spec: ['6.1/message/avatar_url'],
    title: 'never leaves out the picture',
    run: () =>
      withEcho({}, async (stage) => {
        await stage.say('desdemona', hiInPrivate)
        expect(onlyMessage(stage).avatar_url).toEqual(someText)
      }),
  },
  {
    spec: ['6.1/message/recipient_id', 'level/327'],
    title: 'gives both directions of a conversation one recipient_id from feature level 327 on',
    level: 327,
    run: (featureLevel) =>
      withEcho({ featureLevel }, async ({ play }) => {
        const [to, from] = await recipients(play)
        expect(to).toEqual(integer)
        expect(from).toBe(to)
      }),
  },
  {
    spec: ['6.1/message/recipient_id', 'level/327'],
    title: 'gave each direction its own before feature level 327',
    level: 326,
    run: (featureLevel) =>
      withEcho({ featureLevel }, async ({ play }) => {
        const [to, from] = await recipients(play)
        expect(to).toEqual(integer)
        expect(from).toEqual(integer)
        expect(from).not.toBe(to)
      }),
  },
  {
    spec: ['4.19', '6.1/message'],
    title: 'gives a bot its latest notification when asked for it',
    run: () =>
      withEcho({}, async (stage) => {
        await stage.say('hamlet', hiInPrivate)
        const id = await stage.say('iago', hiInLunch)
        const token = stage.simulator.credentials('echo').token
        await stage.play({
          as: 'echo',
          request: 'POST /api/v1/svc-outgoing-webhook',
          answer: success({ ...mention, token, message: { ...mention.message, id } }),
        })
      }),
  },
  {
    spec: ['4.19'],
    title: 'refuses to give a bot what there has not been yet',
    run: () =>
      withEcho({}, async ({ play }) => {
        const request = 'POST /api/v1/svc-outgoing-webhook'
        await play({ as: 'echo', request, answer: badRequest(someText) })
      }),
  },
  {
    spec: ['4.19'],
    title: 'posts the answer of the bot where it was called',
    run: () =>
      withEcho({ answer: '{"content": "Did you say **hi**?"}' }, async (stage) => {
        await stage.say('iago', hiInLunch)
        expect((await stage.conversation(lunch)).at(-1)).toEqual(['Echo', 'Did you say **hi**?'])
        await stage.say('iago', hiInPrivate)
        const between = [{ operator: 'dm', operand: [20] }]
        expect(await stage.conversation(between)).toEqual([
          ['Iago', 'hi'],
          ['Echo', 'Did you say **hi**?'],
        ])
      }),
  },
  {
    spec: ['4.19'],
    title: 'posts nothing when the bot wants none',
    run: () =>
      withEcho({}, async (stage) => {
        await stage.say('iago', hiInLunch)
        expect((await stage.conversation(lunch)).at(-1)).toEqual(['Iago', '@**Echo** hi'])
      }),
  },
  ...[
    ['a mention in code', 'type=stream&to=2&topic=lunch&content=%60%40%2A%2AEcho%2A%2A%60+hi'],
    ['a silent mention', 'type=stream&to=2&topic=lunch&content=%40_%2A%2AEcho%2A%2A+hi'],
    ['a mention of everybody', 'type=stream&to=2&topic=lunch&content=%40%2A%2Aall%2A%2A+hi'],
    ['no mention', 'type=stream&to=2&topic=lunch&content=Echo+hi'],
  ].map(([title = '', form = '']) => ({
    spec: ['6.1/trigger'],
    title: `posts nothing for ${title}`,
    run: () =>
      withEcho({}, async (stage) => {
        await stage.say('iago', form)
        expect(stage.posted).toEqual([])
      }),
  })),
]

/** The recipient IDs of the seed's two messages between Iago and Hamlet, as Iago has them. */
async function recipients(play: Stage['play']): Promise<readonly unknown[]> {
  const found: unknown[] = []
  for (const id of [107, 108]) {
    const { body } = await play({
      as: 'iago',
      request: `GET /api/v1/messages/${id}`,
      answer: { status: 200, body: expect.objectContaining({ message: expect.objectContaining({ id }) }) },
    })
    found.push((body as { message: { recipient_id: unknown } }).message.recipient_id)
  }
  return found
}

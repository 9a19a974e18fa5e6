import type { Message } from 'earshot/protocol'
import { describe, expect, it } from 'vitest'
import { credentialsOf } from '../../../src/simulator/realm/access/accounts.js'
import { notificationFor } from '../../../src/simulator/realm/notifications/notifications.js'
import { bakery as seed } from '../../../src/simulator/realm/seed/seed.js'
import { markdownIn } from '../../../src/simulator/realm/shapes/message.js'
import { type Bakery, directPlaceOf, levelsAround, openBakery, opening } from './bakery.js'

const kitchen = { channel: 'kitchen', topic: 'lunch' }
const called = (bakery: Bakery) => bakery.eventsOf('outgoing webhook').map((event) => [event.bot, event.trigger])

describe('an outgoing-webhook bot', () => {
  it.each([
    ['by its name', '@**Echo** hi'],
    ['in another case', '@**eCHo** hi'],
    ['by name and ID', 'hi @**Echo|20**'],
    ['by ID alone', 'hi @**|20**'],
    ['in the middle of a text', 'well (@**Echo**) hi'],
    ['in a list', '* one\n* @**Echo**'],
    ['after a quote', '```quote\n@**Echo** said\n```\n@**Echo** hi'],
    ['in a spoiler', '```spoiler what\n@**Echo**\n```'],
    ['twice in one message', '@**Echo** @**Echo**'],
    ['next to code', '`@**x**` @**Echo**'],
  ])('is called when mentioned %s', (_, text) => {
    const bakery = openBakery()
    bakery.say('hamlet', kitchen, text)
    expect(called(bakery)).toEqual([[20, 'mention']])
  })

  it.each([
    ['silently', '@_**Echo** hi'],
    ['in a quote', '> @**Echo** said'],
    ['in a list inside a quote', '> * @**Echo|20** said'],
    ['in a fenced quote', '```quote\n@**Echo** said\n```'],
    ['in code', '`@**Echo**` hi'],
    ['in a block of code', '```\n@**Echo**\n```'],
    ['in indented code', 'x\n\n    @**Echo**'],
    ['inside a word', 'hi@**Echo**'],
    ['with the wrong ID', '@**Echo|8**'],
    ['with the wrong name for the ID', '@**echo|20**'],
    ['without asterisks', '@Echo'],
    ['nowhere', 'hi'],
    ['by a wildcard', '@**all** @**everyone** @**stream** @**channel** @**topic**'],
    ['while deactivated', '@**Night Shift**'],
    ['as a bot of another type', '@**Yeast Counter** @**Timer** @**Oven Alarm**'],
  ])('is not called when mentioned %s', (_, text) => {
    const bakery = openBakery()
    bakery.say('hamlet', kitchen, text)
    expect(called(bakery)).toEqual([])
  })

  it('is called for every direct message to it, mentioned or not', () => {
    const bakery = openBakery()
    bakery.say('hamlet', { to: [20] }, 'hi')
    bakery.say('hamlet', { to: [20, 8] }, 'hi @**Echo**')
    bakery.say('hamlet', { to: [8] }, 'hi @**Echo**')
    expect(called(bakery)).toEqual([
      [20, 'direct_message'],
      [20, 'direct_message'],
    ])
  })

  it('is called for direct messages with the older trigger below the level of the new one', () => {
    const { before, since } = levelsAround('directMessageTrigger')
    for (const bakery of [before, since]) bakery.say('hamlet', { to: [20] }, 'hi')
    expect([called(before), called(since)]).toEqual([[[20, 'private_message']], [[20, 'direct_message']]])
  })

  it('is not called by messages of bots', () => {
    const bakery = openBakery()
    for (const who of ['yeast counter', 'oven alarm', 'timer', 'echo']) bakery.say(who, kitchen, '@**Echo** hi')
    bakery.say('yeast counter', { to: [20] }, 'hi')
    expect(called(bakery)).toEqual([])
  })

  it("is called for a mention in a private channel that it isn't in", () => {
    const bakery = openBakery()
    bakery.say('iago', { channel: 'books', topic: 'march' }, '@**Echo** sum')
    expect(called(bakery)).toEqual([[20, 'mention']])
  })

  it('is not called for its group without a subscription, silently, or by a supergroup', () => {
    const groups = seed.groups.map((group) => (group.id === 21 ? { ...group, members: [20] } : group))
    const bakery = openBakery({ seed: { ...seed, groups } })
    bakery.say('hamlet', kitchen, '@*apprentices*')
    expect(called(bakery)).toEqual([])
    bakery.realm.do('subscribe', 'echo', 'kitchen')
    bakery.say('hamlet', kitchen, '@_*apprentices*')
    bakery.say('hamlet', kitchen, '@*bakers*')
    bakery.say('hamlet', kitchen, 'plain')
    expect(called(bakery)).toEqual([])
    bakery.say('hamlet', kitchen, '@*apprentices* and @**Echo**')
    expect(called(bakery)).toEqual([[20, 'mention']])
  })

  it('is called once, in the order of IDs, if several are mentioned', () => {
    const bakery = openBakery()
    const parrot = bakery.realm.do('addBot', { full_name: 'Parrot' })
    bakery.say('hamlet', kitchen, '@**Parrot** @**Echo**')
    expect(called(bakery)).toEqual([
      [20, 'mention'],
      [parrot.id, 'mention'],
    ])
  })

  it('is called by its new name after a rename, and not by the old one', () => {
    const bakery = openBakery()
    bakery.say('hamlet', kitchen, '@**Echo** @**Echo Two**')
    bakery.realm.call('bots.update', bakery.realm.account('iago'), { bot_id: 20, full_name: 'Echo Two' })
    bakery.say('hamlet', kitchen, '@**Echo**')
    bakery.say('hamlet', kitchen, '@**echo two**')
    expect(called(bakery)).toEqual([
      [20, 'mention'],
      [20, 'mention'],
    ])
  })
})

describe('a notification', () => {
  const keys = [
    'id',
    'sender_id',
    'content',
    'recipient_id',
    'timestamp',
    'client',
    'subject',
    'topic_links',
    'rendered_content',
    'is_me_message',
    'reactions',
    'submessages',
    'sender_full_name',
    'sender_email',
    'sender_realm_str',
    'display_recipient',
    'type',
    'stream_id',
    'avatar_url',
    'content_type',
  ]

  it('has exactly the keys of the spec for a channel message', () => {
    const bakery = openBakery()
    const message = bakery.say('cordelia', { channel: 'kitchen', topic: 'oven #12' }, '@**Echo** is it #12?')
    const notification = notificationFor(bakery.realm.world, { bot: 20, message })
    expect(Object.keys(notification)).toEqual(['bot_email', 'bot_full_name', 'data', 'message', 'token', 'trigger'])
    expect(Object.keys(notification.message)).toEqual(keys)
    expect(notification).toMatchObject({
      bot_email: 'echo-bot@example.com',
      bot_full_name: 'Echo',
      data: '@**Echo** is it #12?',
      token: credentialsOf(bakery.realm.world, 'echo').token,
      trigger: 'mention',
      message: {
        id: message,
        sender_id: 11,
        sender_email: 'user11@bakery.example.com',
        sender_full_name: 'Cordelia',
        sender_realm_str: 'bakery',
        subject: 'oven #12',
        topic_links: [{ text: '#12', url: 'https://tracker.example.com/issue/12' }],
        rendered_content:
          '<p><span class="user-mention" data-user-id="20">@Echo</span> is it <a href="https://tracker.example.com/issue/12">#12</a>?</p>',
        content_type: 'text/x-markdown',
        reactions: [],
        submessages: [],
        timestamp: opening,
      },
    })
    expect(notification.message.avatar_url).toMatch(/^https:/)
  })

  it('has no stream_id for a direct message, and lists all participants', () => {
    const bakery = openBakery()
    const message = bakery.say('hamlet', { to: [20, 15] }, 'Hello')
    const notification = notificationFor(bakery.realm.world, { bot: 20, message })
    expect(Object.keys(notification.message)).toEqual(keys.filter((key) => key !== 'stream_id'))
    expect(notification.message).toMatchObject({
      type: 'private',
      subject: '',
      display_recipient: [
        { id: 10, email: 'hamlet@example.com', full_name: 'Hamlet', is_mirror_dummy: false },
        { id: 15, email: 'yorick@example.com', full_name: 'Yorick', is_mirror_dummy: true },
        { id: 20, email: 'echo-bot@example.com', full_name: 'Echo', is_mirror_dummy: false },
      ],
    })
  })

  it('has an empty topic, an avatar path and is_me_message unchanged', () => {
    const bakery = openBakery()
    const message = bakery.say('hamlet', { channel: 'kitchen', topic: '' }, '/me waves at @**Echo**')
    expect(notificationFor(bakery.realm.world, { bot: 20, message }).message).toMatchObject({
      subject: '',
      avatar_url: '/user_avatars/2/hamlet.png?version=2',
      is_me_message: true,
      rendered_content: expect.stringMatching(/^<p>\/me waves at /),
    })
  })

  it('can be fetched by the bot later', () => {
    const bakery = openBakery()
    expect(bakery.as('echo').refused('outgoingWebhook.latest').msg).toBe(
      'No outgoing-webhook notification has been sent for this bot',
    )
    bakery.say('hamlet', { to: [20] }, 'one')
    const message = bakery.say('hamlet', { to: [20] }, 'two')
    const latest = bakery.as('echo').call('outgoingWebhook.latest')
    expect(latest).toEqual(notificationFor(bakery.realm.world, { bot: 20, message }))
    bakery.as('iago').call('users.deactivate', { user_id: 10, actions: { delete_direct_messages: true } })
    expect(bakery.as('echo').call('outgoingWebhook.latest')).toEqual(latest)
    expect(() => notificationFor(bakery.realm.world, { bot: 20, message })).toThrow(/There is no message/)
    expect(bakery.as('hamlet' as string).refused('outgoingWebhook.latest').code).toBe('BAD_REQUEST')
  })
})

describe('the reply of a bot', () => {
  const asked = (bakery: Bakery, message: number): Message =>
    notificationFor(bakery.realm.world, { bot: 20, message }).message

  it('goes to the conversation of the message, even a private channel, and triggers no bot', () => {
    const bakery = openBakery()
    const message = asked(bakery, bakery.say('iago', { channel: 'books', topic: 'march' }, '@**Echo** sum'))
    bakery.realm.do('unsubscribe', 'iago', 'books')
    const before = called(bakery).length
    const id = bakery.realm.do('postReply', { bot: 20, message, content: '@**Echo** 42' })
    expect(markdownIn(bakery.realm.world, { kind: 'channel', stream_id: 4, topic: 'march' }).at(-1)).toMatchObject({
      id,
      sender_id: 20,
      client: 'OutgoingWebhookResponse',
      content: '@**Echo** 42',
    })
    expect(called(bakery)).toHaveLength(before)
  })

  it('goes to the same participants', () => {
    const bakery = openBakery()
    const message = asked(bakery, bakery.say('hamlet', { to: [20, 8] }, 'Hello'))
    bakery.realm.do('postReply', { bot: 20, message, content: 'Hello' })
    expect(markdownIn(bakery.realm.world, directPlaceOf(bakery, ['hamlet', 'iago', 'echo']))).toHaveLength(2)
  })

  it('goes to the original topic and channel name, even if the message was moved', () => {
    const bakery = openBakery()
    const id = bakery.say('hamlet', { channel: 'general', topic: 'a' }, '@**Echo**')
    const message = asked(bakery, id)
    bakery.as('iago').call('messages.edit', { message_id: id, topic: 'b', send_notification_to_new_thread: false })
    bakery.realm.do('postReply', { bot: 20, message, content: 'Hello' })
    expect(markdownIn(bakery.realm.world, { kind: 'channel', stream_id: 1, topic: 'a' })).toHaveLength(1)
    bakery.realm.do('changeChannel', 'general', { name: 'all' })
    expect(() => bakery.realm.do('postReply', { bot: 20, message, content: 'Hello' })).toThrow(
      "Channel 'general' does not exist",
    )
  })

  it.each([
    ['blank content', { content: ' \n' }, 'Message must not be empty'],
    ['a null byte', { content: 'a\0' }, 'Message must not contain null bytes'],
    [
      'a widget that is not a string',
      { content: 'x', widget: { widget_type: 'zform' } },
      'Widgets: API programmer sent invalid JSON content',
    ],
    [
      'an unknown widget',
      { content: 'x', widget: '{"widget_type":"x","extra_data":{}}' },
      'Widgets: unknown widget type: x',
    ],
  ])('is refused with %s', (_, reply, msg) => {
    const bakery = openBakery()
    const message = asked(bakery, bakery.say('hamlet', { to: [20] }, 'Hello'))
    expect(() => bakery.realm.do('postReply', { bot: 20, message, ...reply })).toThrow(msg)
  })

  it('is truncated to the maximum length', () => {
    const bakery = openBakery()
    const message = asked(bakery, bakery.say('hamlet', { to: [20] }, 'Hello'))
    bakery.realm.do('postReply', { bot: 20, message, content: 'x'.repeat(20_000) })
    expect(markdownIn(bakery.realm.world, directPlaceOf(bakery, [10, 20])).at(-1)?.content).toHaveLength(10_000)
  })
})

describe("a notice to a bot's owner", () => {
  it('is a direct message from the bot, if it has an active owner', () => {
    const bakery = openBakery()
    const id = bakery.realm.do('noticeToOwner', 20, 'It failed')
    expect(markdownIn(bakery.realm.world, directPlaceOf(bakery, ['echo', 'iago']))).toMatchObject([
      { id, sender_id: 20, content: 'It failed' },
    ])
    expect(bakery.realm.do('noticeToOwner', 24, 'It failed')).toBeUndefined()
    bakery.as('desdemona').call('users.deactivate', { user_id: 8 })
    expect(bakery.realm.do('noticeToOwner', 20, 'It failed')).toBeUndefined()
  })
})

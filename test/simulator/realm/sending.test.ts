import type { Params } from 'earshot/protocol'
import { describe, expect, it } from 'vitest'
import { bakery as seed } from '../../../src/simulator/realm/seed/seed.js'
import { markdownIn } from '../../../src/simulator/realm/shapes/message.js'
import { type Bakery, directPlaceOf, levelsAround, openBakery, opening } from './bakery.js'

const kitchen = { channel: 'kitchen', topic: 'lunch' }

const read = (bakery: Bakery, message_id: number, who = 'iago') =>
  bakery.as(who).call('messages.get', { message_id, apply_markdown: false }).message

describe('sending a message', () => {
  it("accepts a channel's name or ID, and gives each message the next ID", () => {
    const bakery = openBakery()
    const send = (to: number | string) =>
      bakery.as('othello').call('messages.send', { type: 'stream', to, topic: 'lunch', content: 'Bread?' }).id
    expect([send('kitchen'), send('KITCHEN'), send(2)]).toEqual([111, 112, 113])
    expect(read(bakery, 112)).toMatchObject({
      id: 112,
      type: 'stream',
      stream_id: 2,
      display_recipient: 'kitchen',
      subject: 'lunch',
      sender_id: 12,
      content: 'Bread?',
      content_type: 'text/x-markdown',
      timestamp: opening,
      client: 'Test',
    })
  })

  it('accepts recipients by ID or address, with duplicates', () => {
    const bakery = openBakery()
    const send = (to: number[] | string[] | string) =>
      bakery.as('othello').call('messages.send', { type: 'direct', to, content: 'Key?' }).id
    const targets = [
      [8, 10, 8],
      ['iago@example.com', 'HAMLET@example.com'],
      'iago@example.com, hamlet@example.com',
      [12, 10, 8],
    ]
    for (const to of targets as (number[] | string[] | string)[]) {
      expect(read(bakery, send(to)).display_recipient).toMatchObject([{ id: 8 }, { id: 10 }, { id: 12 }])
    }
    expect(read(bakery, send(['user11@bakery.example.com']), 'othello').display_recipient).toMatchObject([
      { id: 11 },
      { id: 12 },
    ])
    expect(read(bakery, send([12]), 'othello').display_recipient).toMatchObject([{ id: 12 }])
  })

  it('trims blank lines and trailing space, and truncates the content at the limit', () => {
    const bakery = openBakery()
    const kept = (content: string) => read(bakery, bakery.say('othello', kitchen, content)).content
    expect(kept('\n\n  indented\n\n')).toBe('  indented')
    expect(kept('🍞'.repeat(10_000))).toBe('🍞'.repeat(10_000))
    const cut = kept('🍞'.repeat(10_001))
    expect([...cut]).toHaveLength(10_000)
    expect(cut.endsWith('🍞\n[message truncated]')).toBe(true)
  })

  it('truncates a long topic, and accepts other names for the empty one', () => {
    const bakery = openBakery()
    const kept = (topic: string) => {
      const message_id = bakery.say('othello', { channel: 'kitchen', topic }, 'Hi')
      return bakery.as('iago').call('messages.get', { message_id, allow_empty_topic_name: true }).message.subject
    }
    expect(kept(`${'a'.repeat(61)}`)).toBe(`${'a'.repeat(57)}...`)
    expect(kept('a'.repeat(60))).toBe('a'.repeat(60))
    expect(['', '(no topic)', 'general chat', '  '].map(kept)).toEqual(['', '', '', ''])
    const id = bakery.say('othello', { channel: 'kitchen', topic: '' }, 'Hi')
    expect(read(bakery, id).subject).toBe('general chat')
  })

  const right = { type: 'channel', to: 2, topic: 'lunch', content: 'Hi' } as const
  const direct: Params<'messages.send'> = { type: 'direct', to: [8], content: 'Hi' }
  it.each<[string, Params<'messages.send'>, string]>([
    ['no topic', { ...right, topic: undefined }, 'Missing topic'],
    ['no channel', { ...right, to: '' }, "Channel name can't be empty."],
    ['an empty list of channels', { ...right, to: [] }, 'Expected exactly one channel'],
    ['two channels', { ...right, to: [1, 2] }, 'Expected exactly one channel'],
    ['an unknown channel', { ...right, to: 'cellar' }, "Channel 'cellar' does not exist"],
    ['an unknown channel ID', { ...right, to: 99 }, "Channel with ID '99' does not exist"],
    ['a private channel', { ...right, to: 'books' }, "Not authorized to send to channel 'books'"],
    ['an archived channel', { ...right, to: 5 }, "Not authorized to send to channel 'old-branch'"],
    ['a control character in the topic', { ...right, topic: 'a\nb' }, 'Invalid character in topic, at position 2!'],
    ['blank content', { ...right, content: ' \n' }, 'Message must not be empty'],
    ['a null byte', { ...right, content: 'a\0' }, 'Message must not contain null bytes'],
    ['no recipients', { ...direct, to: [] }, 'Message must have recipients'],
    ['no addresses', { ...direct, to: ' , ' }, 'Message must have recipients'],
    ['a number for recipients', { ...direct, to: 8 }, 'Invalid data type for recipients'],
    ['an unknown user', { ...direct, to: [8, 999] }, 'Invalid user ID 999'],
    ['an unknown address', { ...direct, to: ['nobody@example.com'] }, "Invalid email 'nobody@example.com'"],
    ['a hidden address', { ...direct, to: ['cordelia@example.com'] }, "Invalid email 'cordelia@example.com'"],
    ['a deactivated account', { ...direct, to: [14] }, "'prospero@example.com' is no longer using the service."],
    [
      'a widget that is not JSON',
      { ...direct, widget_content: '{' },
      'Widgets: API programmer sent invalid JSON content',
    ],
    [
      'an unknown widget',
      { ...direct, widget_content: '{"widget_type":"x","extra_data":{}}' },
      'Widgets: unknown widget type: x',
    ],
  ])('is refused with %s', (_, params, msg) => {
    const bakery = openBakery()
    expect(bakery.as('othello').refused('messages.send', params).msg).toBe(msg)
    expect(bakery.events).toEqual([])
  })

  it('is refused with both IDs and addresses', () => {
    const to = [8, 'iago@example.com'] as unknown as number[]
    const { realm } = openBakery()
    expect(() => realm.call('messages.send', realm.account('othello'), { ...direct, to })).toThrow(
      'Recipient lists may contain emails or user IDs, but not both.',
    )
  })

  it('is refused to a guest without a subscription', () => {
    expect(
      openBakery()
        .as('polonius')
        .refused('messages.send', { ...right, to: 3 }).msg,
    ).toBe("Not authorized to send to channel 'suppliers'")
  })

  it('refuses the empty topic, and keeps "(no topic)", below the levels of these features', () => {
    const { before, since } = levelsAround('emptyTopic')
    expect(before.as('iago').refused('messages.send', { ...right, topic: ' ' }).msg).toBe("Topic can't be empty!")
    since.as('iago').call('messages.send', { ...right, topic: '' })
    const { before: literal, since: meant } = levelsAround('noTopicReading')
    const topicOf = (bakery: Bakery) => {
      const { id } = bakery.as('iago').call('messages.send', { ...right, topic: '(no topic)' })
      return bakery.as('iago').call('messages.get', { message_id: id, allow_empty_topic_name: true }).message.subject
    }
    expect([topicOf(literal), topicOf(meant)]).toEqual(['(no topic)', ''])
  })

  it('requires a topic with the assumption topicsRequired', () => {
    const bakery = openBakery({ assumptions: { topicsRequired: true } })
    expect(bakery.as('iago').refused('messages.send', { ...right, topic: 'general chat' }).msg).toBe(
      'Topics are required in this organization',
    )
  })

  it('with a wildcard mention in a large channel or topic is reserved to administrators', () => {
    const bakery = openBakery({ assumptions: { wildcardSubscribers: 4 } })
    const send = (content: string) => ({ ...right, content })
    expect(bakery.as('hamlet').refused('messages.send', send('@**all** soup'))).toMatchObject({
      code: 'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
    })
    bakery.as('hamlet').call('messages.send', send('@**topic** soup'))
    for (const who of ['cordelia', 'shiva', 'iago', 'desdemona']) bakery.as(who).call('messages.send', right)
    expect(bakery.as('hamlet').refused('messages.send', send('@**topic** soup'))).toMatchObject({
      code: 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
    })
    bakery.as('hamlet').call('messages.send', send('@_**all** soup'))
    bakery.as('iago').call('messages.send', send('@**all** soup'))
    bakery.as('hamlet').call('messages.send', { ...send('@**all** soup'), to: 3 })
  })
})

describe('a bot as a sender', () => {
  it('may send to a private channel that its owner subscribes to', () => {
    const bakery = openBakery()
    bakery.say('echo', { channel: 'books', topic: 'march' }, 'Noted')
    expect(
      bakery.as('yeast counter').refused('messages.send', { type: 'channel', to: 4, topic: 'x', content: 'x' }).msg,
    ).toBe("Not authorized to send to channel 'books'")
  })

  it('causes a notice to its owner for an unknown or empty channel, at most once a minute', () => {
    const bakery = openBakery()
    bakery.realm.do('addChannel', { name: 'cellar', subscribers: [] })
    const notices = () =>
      markdownIn(bakery.realm.world, directPlaceOf(bakery, ['hamlet', 'notification bot'])).map(
        (notice) => notice.content,
      )
    const send = (to: string | number) => ({ type: 'channel', to, topic: 'x', content: 'x' }) as const
    bakery.as('yeast counter').refused('messages.send', send('attic'))
    bakery.as('yeast counter').refused('messages.send', send('attic'))
    expect(notices()).toEqual([
      'Your bot `yeast-bot@example.com` tried to send a message to channel #**attic**, but that channel does not exist. Click [here](#channels/new) to create it.',
    ])
    bakery.clock.advance(60_000)
    bakery.as('yeast counter').call('messages.send', send('cellar'))
    bakery.clock.advance(60_000)
    bakery.as('yeast counter').refused('messages.send', send(77))
    expect(notices().slice(1)).toEqual([
      'Your bot `yeast-bot@example.com` tried to send a message to channel #**cellar**. The channel exists but does not have any subscribers.',
      'Your bot `yeast-bot@example.com` tried to send a message to channel ID 77, but there is no channel with that ID.',
    ])
  })

  it('causes no notice if it has no owner', () => {
    const bakery = openBakery()
    bakery.as('old scale').refused('messages.send', { type: 'channel', to: 'attic', topic: 'x', content: 'x' })
    expect(bakery.events).toEqual([])
  })
})

describe('widgets', () => {
  const widgetOf = (bakery: Bakery, id: number) =>
    read(bakery, id, 'othello').submessages.map((part) => ({ ...part, content: JSON.parse(part.content) as unknown }))

  it('are created by /poll and /todo', () => {
    const bakery = openBakery()
    const poll = bakery.say('othello', kitchen, '/poll Which flour?\nrye\n* spelt\n\n- wheat')
    expect(widgetOf(bakery, poll)).toEqual([
      {
        id: 1,
        message_id: poll,
        sender_id: 12,
        msg_type: 'widget',
        content: { widget_type: 'poll', extra_data: { question: 'Which flour?', options: ['rye', 'spelt', 'wheat'] } },
      },
    ])
    const todo = bakery.say('othello', kitchen, '/todo Today\nsweep: the floor\nbake')
    expect(widgetOf(bakery, todo)[0]?.content).toEqual({
      widget_type: 'todo',
      extra_data: {
        task_list_title: 'Today',
        tasks: [
          { task: 'sweep', desc: 'the floor' },
          { task: 'bake', desc: '' },
        ],
      },
    })
  })

  const choice = { short_name: 'A', long_name: 'Yes', reply: 'yes' }
  const form = (extra_data: unknown) => JSON.stringify({ widget_type: 'zform', extra_data })

  it('can have choices', () => {
    const bakery = openBakery()
    const widget_content = form({ type: 'choices', heading: 'Well?', choices: [choice] })
    const { id } = bakery
      .as('echo')
      .call('messages.send', { type: 'channel', to: 2, topic: 'x', content: 'x', widget_content })
    expect(widgetOf(bakery, id)).toHaveLength(1)
  })

  it.each([
    [form({ type: 'grid' }), 'Widgets: unknown zform type: grid'],
    [form({}), 'Widgets: zform is missing type field'],
    [form({ type: 'choices', choices: [] }), 'Widgets: heading key is missing from extra_data'],
    [form({ type: 'choices', heading: 1, choices: [] }), 'Widgets: extra_data["heading"] is not a string'],
    [form({ type: 'choices', heading: 'x' }), 'Widgets: choices key is missing from extra_data'],
    [form({ type: 'choices', heading: 'x', choices: {} }), 'Widgets: extra_data["choices"] is not a list'],
    [form({ type: 'choices', heading: 'x', choices: ['A'] }), 'Widgets: extra_data["choices"][0] is not a dict'],
    [
      form({ type: 'choices', heading: 'x', choices: [choice, {}] }),
      'Widgets: short_name key is missing from extra_data["choices"][1]',
    ],
    [
      form({ type: 'choices', heading: 'x', choices: [{ ...choice, reply: 1 }] }),
      'Widgets: extra_data["choices"][0]["reply"] is not a string',
    ],
    [form(3), 'Widgets: extra_data is not a dict'],
    ['{', 'Widgets: API programmer sent invalid JSON content'],
    ['[]', 'Widgets: widget_content is not a dict'],
    ['{}', 'Widgets: widget_type is not in widget_content'],
    ['{"widget_type":"zform"}', 'Widgets: extra_data is not in widget_content'],
  ])('are refused if they are %s', (widget_content, msg) => {
    const params = { type: 'channel', to: 2, topic: 'x', content: 'x', widget_content } as const
    expect(openBakery().as('echo').refused('messages.send', params).msg).toBe(msg)
  })
})

describe('the flags of a received message', () => {
  const flags = (bakery: Bakery, who: string, id: number) =>
    bakery.as(who).call('messages.get', { message_id: id }).message.flags

  it('are empty for subscribers, and include "read" for the sender and "historical" for others', () => {
    const bakery = openBakery()
    const id = bakery.say('iago', { channel: 'suppliers', topic: 'flour' }, 'It came')
    expect(flags(bakery, 'hamlet', id)).toEqual([])
    expect(flags(bakery, 'iago', id)).toEqual(['read'])
    expect(flags(bakery, 'othello', id)).toEqual(['read', 'historical'])
  })

  it.each([
    ['ZulipMobile', ['read']],
    ['website', ['read']],
    ['ZulipPython', []],
    ['Mozilla', []],
  ])('include "read" for the sender if it was written in an app: by the client %s', (client, expected) => {
    const { realm, ...bakery } = openBakery()
    const params = { type: 'direct', to: [8], content: 'Note' } as const
    const call = () => realm.call('messages.send', realm.account('iago'), params as never, { client })
    expect(flags({ realm, ...bakery }, 'iago', Number(call().id))).toEqual(expected)
  })

  it('don\'t include "read" for the sender with read_by_sender: false', () => {
    const bakery = openBakery()
    const { id } = bakery
      .as('iago')
      .call('messages.send', { type: 'direct', to: [8], content: 'Note', read_by_sender: false })
    expect(flags(bakery, 'iago', id)).toEqual([])
  })

  it('include mentions by name, by group and by wildcard', () => {
    const bakery = openBakery()
    const sent = (text: string) => bakery.say('iago', kitchen, text)
    expect(flags(bakery, 'hamlet', sent('@**Hamlet** soup'))).toEqual(['mentioned'])
    expect(flags(bakery, 'othello', sent('@*bakers* soup'))).toEqual(['mentioned'])
    expect(flags(bakery, 'shiva', sent('@*bakers* soup'))).toEqual([])
    expect(flags(bakery, 'shiva', sent('@**all** soup'))).toEqual(['stream_wildcard_mentioned', 'wildcard_mentioned'])
    expect(flags(bakery, 'hamlet', sent('@_**Hamlet** soup'))).toEqual([])
  })

  it.each([
    '> @**Hamlet** soup',
    '> @*bakers* soup',
    '> @**all** soup',
    '> @**topic** soup',
    '```quote\n@**Hamlet** @*bakers* @**all**\n```\nsoup',
  ])('include no mention for %j, which quotes it', (text) => {
    const bakery = openBakery()
    const id = bakery.say('iago', kitchen, text)
    expect(flags(bakery, 'hamlet', id)).toEqual([])
    expect(flags(bakery, 'othello', id)).toEqual([])
    expect(
      bakery
        .as('hamlet')
        .call('messages.list', {
          anchor: 'newest',
          num_before: 10,
          num_after: 0,
          narrow: [{ operator: 'is', operand: 'mentioned' }],
        })
        .messages.map((message) => message.id),
    ).not.toContain(id)
  })

  it('include a mention by `@**topic**` for participants of the topic', () => {
    const bakery = openBakery()
    const soup = { channel: 'kitchen', topic: 'soup' }
    const first = bakery.say('hamlet', soup, 'Soup?')
    bakery.as('othello').call('reactions.add', { message_id: first, emoji_name: 'heart' })
    const id = bakery.say('iago', soup, '@**topic** now')
    bakery.say('shiva', soup, 'Too late')
    const called = ['topic_wildcard_mentioned', 'wildcard_mentioned']
    expect(flags(bakery, 'hamlet', id)).toEqual(called)
    expect(flags(bakery, 'othello', id)).toEqual(called)
    expect(flags(bakery, 'iago', id)).toEqual(['read', ...called])
    expect(flags(bakery, 'shiva', id)).toEqual([])
  })

  it("don't change when an account subscribes later", () => {
    const bakery = openBakery()
    const id = bakery.say('iago', { channel: 'suppliers', topic: 'flour' }, 'It came')
    bakery.realm.do('subscribe', 'othello', 'suppliers')
    expect(flags(bakery, 'othello', id)).toEqual(['read', 'historical'])
    const next = bakery.say('iago', { channel: 'suppliers', topic: 'flour' }, 'More came')
    expect(flags(bakery, 'othello', next)).toEqual([])
  })
})

describe('the recipient ID of a message', () => {
  const recipient = (bakery: Bakery, who: string, id: number) => read(bakery, id, who).recipient_id

  it('is the same for both directions of a conversation from its level on', () => {
    const { before, since } = levelsAround('sharedDirectRecipientId')
    const own = ({ realm }: Bakery, who: string) => realm.account(who).recipient_id
    for (const bakery of [before, since]) {
      expect(recipient(bakery, 'iago', 107)).toBe(own(bakery, 'hamlet'))
    }
    expect(recipient(before, 'iago', 108)).toBe(own(before, 'iago'))
    expect(recipient(since, 'iago', 108)).toBe(own(since, 'hamlet'))
    expect(recipient(since, 'hamlet', 107)).toBe(own(since, 'iago'))
  })

  it('is that of the channel, or of the group conversation', () => {
    const bakery = openBakery()
    expect(recipient(bakery, 'iago', 105)).toBe(bakery.realm.channel('kitchen').recipient_id)
    const first = recipient(bakery, 'iago', bakery.say('iago', { to: [11, 12] }, 'Me'))
    expect(first).toBe(recipient(bakery, 'othello', 110))
    expect(first).not.toBe(recipient(bakery, 'iago', bakery.say('iago', { to: [10, 12] }, 'Me')))
  })
})

describe('a guest without access to all accounts', () => {
  it('reads messages of other accounts without their names and addresses', () => {
    const bakery = openBakery({
      seed: {
        ...seed,
        group_settings: { can_access_all_users_group: 3 },
        channels: seed.channels.map((one) =>
          one.stream_id === 1 ? { ...one, subscribers: [8, 13] } : { ...one, subscribers: [8] },
        ),
      },
    })
    expect(read(bakery, 102, 'polonius')).toMatchObject({
      sender_id: 10,
      sender_full_name: 'Unknown user',
      sender_email: 'user10@bakery.example.com',
      avatar_url: '/static/images/unknown-user-avatar.png',
    })
    expect(read(bakery, 101, 'polonius').sender_full_name).toBe('Iago')
  })
})

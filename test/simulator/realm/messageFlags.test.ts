import { describe, expect, it } from 'vitest'
import { openBakery } from './bakery.js'

describe('the flags of messages', () => {
  it('are added and removed, with events that list only changed messages', () => {
    const { as, eventsOf } = openBakery()
    const flags = (message_id: number) => as('hamlet').call('messages.get', { message_id }).message.flags
    const change = (op: 'add' | 'remove', flag: string) =>
      as('hamlet').call('messages.updateFlags', { messages: [105, 106, 105], op, flag }).messages
    expect(change('add', 'starred')).toEqual([105, 106, 105])
    expect(change('add', 'starred')).toEqual([105, 106, 105])
    expect(flags(105)).toContain('starred')
    change('add', 'collapsed')
    change('remove', 'starred')
    expect(flags(105)).toContain('collapsed')
    expect(flags(105)).not.toContain('starred')
    expect(eventsOf('update_message_flags')).toMatchObject([
      { op: 'add', operation: 'add', flag: 'starred', messages: [105, 106], all: false, audience: [10] },
      { op: 'add', flag: 'collapsed' },
      { op: 'remove', operation: 'remove', flag: 'starred' },
    ])
  })

  it('have message_details in the event when messages become unread', () => {
    const { as, say, eventsOf } = openBakery()
    const direct = say('iago', { to: [10, 12] }, 'Hi')
    const messages = [say('iago', { channel: 'kitchen', topic: 'lunch' }, '@**Hamlet** hi'), direct]
    for (const op of ['add', 'remove'] as const)
      as('hamlet').call('messages.updateFlags', { messages, op, flag: 'read' })
    const [read, unread] = eventsOf('update_message_flags')
    expect(read).not.toHaveProperty('message_details')
    expect(unread?.message_details).toEqual({
      [messages[0] ?? 0]: { type: 'stream', stream_id: 2, topic: 'lunch', mentioned: true },
      [direct]: { type: 'private', user_ids: [8, 12] },
    })
  })

  it('include "read" only while the message is read', () => {
    const { as, say } = openBakery()
    const id = say('iago', { channel: 'kitchen', topic: 'lunch' }, 'Hi')
    const isRead = () => as('hamlet').call('messages.get', { message_id: id }).message.flags?.includes('read')
    expect(isRead()).toBe(false)
    as('hamlet').call('messages.updateFlags', { messages: [id], op: 'add', flag: 'read' })
    expect(isRead()).toBe(true)
    as('hamlet').call('messages.updateFlags', { messages: [id], op: 'remove', flag: 'read' })
    expect(isRead()).toBe(false)
  })

  it('are searched with is:starred', () => {
    const { as } = openBakery()
    as('hamlet').call('messages.updateFlags', { messages: [103], op: 'add', flag: 'starred' })
    const listed = as('hamlet').call('messages.list', {
      anchor: 'newest',
      num_before: 10,
      num_after: 0,
      narrow: [{ operator: 'is', operand: 'starred' }],
    })
    expect(listed.messages.map(({ id }) => id)).toEqual([103])
    expect(as('hamlet').call('events.register').starred_messages).toEqual([103])
  })

  it('are updated on all messages of a narrow', () => {
    const { as, say } = openBakery()
    for (const text of ['one', 'two', 'three']) say('iago', { channel: 'kitchen', topic: 'lunch' }, text)
    const change = (more = {}) =>
      as('hamlet').call('messages.updateFlagsInNarrow', {
        anchor: 'oldest',
        num_before: 0,
        num_after: 100,
        narrow: [{ operator: 'topic', operand: 'lunch' }],
        op: 'add',
        flag: 'read',
        ...more,
      })
    const all = { processed_count: 5, first_processed_id: 105, last_processed_id: 113 }
    expect(change()).toMatchObject({ ...all, found_oldest: true, found_newest: true })
    expect(change()).toMatchObject({ ...all, updated_count: 0 })
    expect(change({ narrow: [{ operator: 'topic', operand: 'nothing' }] })).toEqual({
      processed_count: 0,
      updated_count: 0,
      first_processed_id: null,
      last_processed_id: null,
      found_oldest: true,
      found_newest: true,
      ignored_because_not_subscribed_channels: [],
    })
  })

  it.each([
    [[105], 'mentioned', "Flag not editable: 'mentioned'"],
    [[105], 'has_alert_word', "Flag not editable: 'has_alert_word'"],
    [[105], 'crispy', "Invalid flag: 'crispy'"],
    [[109], 'starred', 'Invalid message(s)'],
    [[105, 999], 'starred', 'Invalid message(s)'],
  ])('for %j and %s are refused', (messages, flag, msg) => {
    const { as, eventsOf } = openBakery()
    expect(as('hamlet').refused('messages.updateFlags', { messages, op: 'add', flag }).msg).toBe(msg)
    expect(eventsOf('update_message_flags')).toEqual([])
  })

  it.each([
    [{ num_before: 4_000, num_after: 2_000 }, 'Too many messages requested (maximum 5000).'],
    [{ num_before: 1, num_after: 1, include_anchor: false }, 'The anchor can only be excluded at an end of the range'],
    [{ num_before: 1, num_after: 1, flag: 'crispy' }, "Invalid flag: 'crispy'"],
  ])('in a narrow are refused for %o', (params, msg) => {
    const all = { anchor: 'newest' as const, op: 'add' as const, flag: 'read', ...params }
    expect(openBakery().as('hamlet').refused('messages.updateFlagsInNarrow', all).msg).toBe(msg)
  })
})

describe('rendering a message', () => {
  it('returns its HTML without sending anything', () => {
    const { as, events } = openBakery()
    expect(as('hamlet').call('messages.render', { content: '@**Iago** #12' }).rendered).toBe(
      '<p><span class="user-mention" data-user-id="8">@Iago</span> <a href="https://tracker.example.com/issue/12">#12</a></p>',
    )
    expect(as('hamlet').call('messages.render', { content: '' }).rendered).toBe('')
    expect(as('hamlet').refused('messages.render', { content: 'a\u0000b' }).msg).toBe(
      'Message must not contain null bytes',
    )
    expect(events).toEqual([])
  })
})

describe('the history of a message', () => {
  it('lists each version with what changed, from the first to the present one', () => {
    const { as, say, clock } = openBakery()
    const id = say('hamlet', { channel: 'kitchen', topic: 'lunch' }, 'Soup')
    clock.advance(1_000)
    as('hamlet').call('messages.edit', { message_id: id, content: '*Soup*' })
    clock.advance(1_000)
    as('iago').call('messages.edit', { message_id: id, topic: '', stream_id: 1 })
    const sent = clock.now() / 1000 - 2
    const history = (allow_empty_topic_name = false) =>
      as('iago').call('messages.history', { message_id: id, allow_empty_topic_name }).message_history
    expect(history()).toEqual([
      { topic: 'lunch', content: 'Soup', rendered_content: '<p>Soup</p>', user_id: 10, timestamp: sent },
      {
        topic: 'lunch',
        content: '*Soup*',
        rendered_content: '<p><em>Soup</em></p>',
        prev_content: 'Soup',
        prev_rendered_content: '<p>Soup</p>',
        content_html_diff: '<p><em>Soup</em></p>',
        user_id: 10,
        timestamp: sent + 1,
      },
      {
        topic: 'general chat',
        prev_topic: 'lunch',
        stream: 1,
        prev_stream: 2,
        content: '*Soup*',
        rendered_content: '<p><em>Soup</em></p>',
        user_id: 8,
        timestamp: sent + 2,
      },
    ])
    expect(history(true).at(-1)).toMatchObject({ topic: '' })
  })

  it.each([
    ['Rye bread today', 'Rye **cake** today', '<p>Rye <strong>{+cake+}</strong>{-bread-} today</p>'],
    ['Soup', 'Soup and bread', '<p>Soup{+ and bread+}</p>'],
    ['Soup and bread', 'Soup', '<p>Soup{- and bread-}</p>'],
    ['same', 'same  ', '<p>same</p>'],
  ])('marks what an edit of %o to %o inserted and deleted', (before, after, diff) => {
    const { as, say } = openBakery()
    const message_id = say('hamlet', { channel: 'kitchen', topic: 'lunch' }, before)
    as('hamlet').call('messages.edit', { message_id, content: after })
    const { message_history } = as('hamlet').call('messages.history', { message_id })
    const shown = message_history[1]?.content_html_diff ?? message_history[0]?.rendered_content
    const spans = { '{+': '<span class="highlight_text_inserted">', '{-': '<span class="highlight_text_deleted">' }
    const expected = diff.replaceAll(/[+-]}/g, '</span>').replaceAll(/{[+-]/g, (mark) => spans[mark as '{+'])
    expect(shown).toBe(expected)
  })

  it('has one entry if nothing was changed, and is refused without access', () => {
    const { as } = openBakery()
    expect(as('hamlet').call('messages.history', { message_id: 107 }).message_history).toMatchObject([
      { content: 'Are you in today?', user_id: 8 },
    ])
    expect(as('hamlet').refused('messages.history', { message_id: 109 }).msg).toBe('Invalid message(s)')
  })
})

describe('submessages', () => {
  const vote = { type: 'vote', key: 'canned,0', vote: 1 }

  it('record votes in a poll', () => {
    const { as, say, eventsOf } = openBakery()
    const message_id = say('hamlet', { channel: 'kitchen', topic: 'lunch' }, '/poll Bread?\nRye\nWheat')
    as('othello').call('submessages.send', { message_id, msg_type: 'widget', content: JSON.stringify(vote) })
    const { submessages } = as('hamlet').call('messages.get', { message_id }).message
    expect(submessages).toMatchObject([{ sender_id: 10 }, { sender_id: 12, content: JSON.stringify(vote) }])
    expect(eventsOf('submessage')).toMatchObject([
      { message_id, sender_id: 12, msg_type: 'widget', content: JSON.stringify(vote), submessage_id: 2 },
    ])
  })

  it.each([
    ['othello', 'no JSON', 'Invalid json for submessage'],
    ['othello', '[]', 'poll data is not a dict'],
    ['othello', '{"type":"dance"}', 'Unknown type for poll data: dance'],
    ['othello', '{"type":"vote","key":1,"vote":1}', 'poll data["key"] is not a string'],
    ['othello', '{"type":"vote","key":"a","vote":5}', 'Invalid poll data["vote"]'],
    ['othello', '{"type":"new_option","idx":"1","option":"oats"}', 'poll data["idx"] is not an integer'],
    ['othello', '{"type":"strike","key":"0,canned"}', 'Unknown type for poll data: strike'],
    ['othello', '{"type":"toString"}', 'Unknown type for poll data: toString'],
    ['othello', '{"type":"question","question":"Cake?"}', "You can't edit a question unless you are the author."],
    ['polonius', JSON.stringify(vote), 'Invalid message(s)'],
  ])('by %s are refused for %s', (who, content, msg) => {
    const { as, say } = openBakery()
    const message_id = say('hamlet', { channel: 'suppliers', topic: 'flour' }, '/poll Bread?\nRye')
    const params = { message_id, msg_type: 'widget', content }
    expect(as(who).refused('submessages.send', params).msg).toBe(msg)
  })

  it("are refused for another's message without a widget", () => {
    const params = { message_id: 105, msg_type: 'widget', content: '{}' }
    expect(openBakery().as('hamlet').refused('submessages.send', params).msg).toBe(
      'You cannot attach a submessage to this message.',
    )
  })
})

describe('marking as read', () => {
  const opened = () => {
    const bakery = openBakery()
    const { as, say } = bakery
    const bread = say('iago', { channel: 'kitchen', topic: 'bread' }, 'Rye')
    const lunch = say('iago', { channel: 'kitchen', topic: 'lunch' }, 'Soup')
    const direct = say('iago', { to: [10] }, 'Hi')
    const unread = () =>
      [bread, lunch, direct].filter(
        (message_id) => !as('hamlet').call('messages.get', { message_id }).message.flags?.includes('read'),
      )
    return { ...bakery, bread, lunch, direct, unread }
  }

  it('is possible for a topic in any case, for a channel, and for everything', () => {
    const { as, eventsOf, bread, lunch, direct, unread } = opened()
    expect(as('hamlet').call('messages.markTopicRead', { stream_id: 2, topic_name: 'BREAD' })).toEqual({})
    expect(unread()).toEqual([lunch, direct])
    as('hamlet').call('messages.markChannelRead', { stream_id: 2 })
    expect(unread()).toEqual([direct])
    expect(as('hamlet').call('messages.markAllRead')).toEqual({ complete: true })
    expect(unread()).toEqual([])
    const told = eventsOf('update_message_flags').map(({ messages, audience }) => ({ messages, audience }))
    expect(told[0]?.messages).toContain(bread)
    expect(told.every(({ audience }) => audience.length === 1 && audience[0] === 10)).toBe(true)
    as('hamlet').call('messages.markAllRead')
    expect(eventsOf('update_message_flags').at(-1)).toMatchObject({ messages: [], all: true })
  })

  it("is refused for an unknown topic, and for a channel that isn't accessible", () => {
    const { as } = opened()
    const topic = { stream_id: 2, topic_name: 'cellar' }
    expect(as('hamlet').refused('messages.markTopicRead', topic).msg).toBe("No such topic 'cellar'")
    for (const stream_id of [99, 4]) {
      const refused = as('polonius').refused('messages.markChannelRead', { stream_id })
      expect(refused).toMatchObject({ code: 'BAD_REQUEST', msg: 'Invalid channel ID' })
    }
  })
})

describe('read receipts', () => {
  it('list readers, except the sender, deactivated accounts and muted ones', () => {
    const { as, say } = openBakery()
    const message_id = say('iago', { channel: 'kitchen', topic: 'lunch' }, 'Soup')
    const readers = (who: string) => as(who).call('messages.readReceipts', { message_id }).user_ids
    expect(readers('iago')).toEqual([])
    for (const who of ['hamlet', 'othello']) {
      as(who).call('messages.updateFlags', { messages: [message_id], op: 'add', flag: 'read' })
    }
    expect(readers('iago')).toEqual([10, 12])
    as('iago').call('users.mute', { muted_user_id: 12 })
    expect(readers('iago')).toEqual([10])
    expect(readers('othello')).toEqual([10, 12])
    as('desdemona').call('users.deactivate', { user_id: 10 })
    expect(readers('iago')).toEqual([])
  })

  it('are refused if they are disabled, and for an unknown message', () => {
    const { as } = openBakery({ assumptions: { readReceipts: false } })
    const refused = (message_id: number) => as('hamlet').refused('messages.readReceipts', { message_id }).msg
    expect(refused(105)).toBe('Read receipts are disabled in this organization.')
    expect(refused(9999)).toBe('Invalid message(s)')
  })
})

describe('messages that match a narrow', () => {
  it('have search terms highlighted in text, but not in tags', () => {
    const { as, say } = openBakery()
    const one = say('iago', { channel: 'kitchen', topic: 'rye & span' }, '**Rye** bread, no span: https://rye.example/')
    const other = say('iago', { channel: 'kitchen', topic: 'lunch' }, 'Soup')
    const { messages } = as('hamlet').call('messages.matchesNarrow', {
      msg_ids: [one, other, 9999],
      narrow: [{ operator: 'search', operand: 'rye span' }],
    })
    expect(Object.keys(messages)).toEqual([String(one)])
    const { match_content: content, match_subject: subject } = messages[one] ?? {}
    const mark = (text: string) => `<span class="highlight">${text}</span>`
    expect(content).toContain(
      `<strong>${mark('Rye')}</strong> bread, no ${mark('span')}: <a href="https://rye.example/">`,
    )
    expect(subject).toBe(`${mark('rye')} &amp; ${mark('span')}`)
  })

  it('are returned without highlights if nothing is searched for, and only to recipients', () => {
    const { as, say } = openBakery()
    const id = say('iago', { to: [10] }, 'Soup')
    const matching = (who: string) =>
      as(who).call('messages.matchesNarrow', { msg_ids: [id], narrow: [{ operator: 'is', operand: 'dm' }] })
    expect(matching('hamlet').messages).toEqual({ [id]: { match_content: '<p>Soup</p>', match_subject: '' } })
    expect(matching('polonius').messages).toEqual({})
  })
})

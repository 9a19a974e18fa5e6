import type { Params } from 'earshot/protocol'
import { describe, expect, it } from 'vitest'
import { levelsAround, openBakery } from './bakery.js'

type Listing = Params<'messages.list'>
type Narrow = NonNullable<Listing['narrow']>

describe('fetching one message', () => {
  const { as } = openBakery()

  it('returns HTML or Markdown, with flags and the raw content', () => {
    const get = (apply_markdown: boolean) => as('iago').call('messages.get', { message_id: 102, apply_markdown })
    expect(get(true)).toMatchObject({
      message: { content: '<p>Morning <strong>all of you</strong></p>', content_type: 'text/html', flags: [] },
      raw_content: 'Morning **all of you**',
    })
    expect(get(false).message).toMatchObject({ content: 'Morning **all of you**', content_type: 'text/x-markdown' })
    expect(get(true).message.reactions).toEqual([
      { emoji_name: 'heart', emoji_code: '2764', reaction_type: 'unicode_emoji', user_id: 8 },
    ])
  })

  it.each([
    ['hamlet', 109],
    ['othello', 107],
    ['echo', 109],
    ['iago', 999],
  ])('is refused to %s for message %i', (who, message_id) => {
    expect(as(who).refused('messages.get', { message_id }).msg).toBe('Invalid message(s)')
  })

  it("works for an outgoing webhook's direct messages only at levels that keep copies", () => {
    const { before, since } = levelsAround('serviceBotCopies')
    for (const [bakery, isKept] of [
      [before, false],
      [since, true],
    ] as const) {
      bakery.as('echo').call('messages.get', { message_id: 105 })
      for (const message_id of [bakery.say('iago', { to: [20] }, 'Hello'), bakery.say('echo', { to: [8] }, 'Hello')]) {
        const get = () => bakery.as('echo').call('messages.get', { message_id })
        if (isKept) get()
        else expect(get).toThrow('Invalid message(s)')
      }
      const message_id = bakery.say('iago', { to: [21] }, 'Hello')
      bakery.as('yeast counter').call('messages.get', { message_id })
    }
  })
})

describe('listing messages', () => {
  const { as } = openBakery()
  const list = (who: string, params: Listing) => {
    const { messages, ...rest } = as(who).call('messages.list', params)
    return { ids: messages.map((message) => message.id), ...rest }
  }
  const all = { anchor: 'newest', num_before: 100, num_after: 0 } as const

  it('returns all accessible messages, oldest first', () => {
    expect(list('iago', all).ids).toEqual([101, 102, 103, 104, 105, 106, 107, 108, 109, 110])
    expect(list('hamlet', all).ids).toEqual([101, 102, 103, 104, 105, 106, 107, 108])
    expect(list('othello', all).ids).toEqual([101, 102, 103, 104, 105, 106, 110])
  })

  it.each<[Listing, number[], object]>([
    [
      { anchor: 'newest', num_before: 2, num_after: 5 },
      [109, 110],
      { found_newest: true, found_oldest: false, found_anchor: false, anchor: 10_000_000_000_000_000 },
    ],
    [
      { anchor: 'oldest', num_before: 5, num_after: 2 },
      [101, 102],
      { found_newest: false, found_oldest: true, anchor: 0 },
    ],
    [{ anchor: 105, num_before: 1, num_after: 1 }, [104, 105, 106], { found_anchor: true, anchor: 105 }],
    [{ anchor: 105, num_before: 1, num_after: 0, include_anchor: false }, [104], { found_anchor: false }],
    [{ anchor: 99, num_before: 1, num_after: 1 }, [101], { found_anchor: false, found_oldest: true }],
    [{ anchor: 'first_unread', num_before: 0, num_after: 0 }, [102], { found_anchor: true, anchor: 102 }],
    [{ anchor: 'newest', num_before: 0, num_after: 0 }, [], { anchor: 10_000_000_000_000_000 }],
    [
      { anchor: 10_000_000_000_000_000, num_before: 2, num_after: 5 },
      [109, 110],
      { found_newest: true, found_oldest: false, found_anchor: false, anchor: 10_000_000_000_000_000 },
    ],
    [{ use_first_unread_anchor: true, num_before: 0, num_after: 0 }, [102], { found_anchor: true, anchor: 102 }],
  ])('with %j returns %j', (params, ids, rest) => {
    expect(list('iago', params)).toMatchObject({ ids, ...rest })
  })

  it('by IDs omits missing and inaccessible messages and duplicates', () => {
    expect(list('hamlet', { message_ids: [106, 101, 999, 109, 101] })).toEqual({
      ids: [101, 106],
      found_anchor: false,
      found_oldest: false,
      found_newest: false,
      history_limited: false,
    })
  })

  it.each<[Narrow, number[]]>([
    [[{ operator: 'channel', operand: 'kitchen' }], [103, 104, 105, 106]],
    [
      [
        { operator: 'stream', operand: 2 },
        { operator: 'topic', operand: 'LUNCH' },
      ],
      [105, 106],
    ],
    [[{ operator: 'topic', operand: 'lunch' }], [105, 106]],
    [
      [
        { operator: 'channel', operand: 2 },
        { operator: 'topic', operand: 'lunch', negated: true },
      ],
      [103, 104],
    ],
    [[{ operator: 'sender', operand: 'hamlet@example.com' }], [102, 106, 108]],
    [[{ operator: 'sender', operand: 10, negated: true }], [101, 103, 104, 105, 107, 109, 110]],
    [[{ operator: 'dm', operand: [10] }], [107, 108]],
    [[{ operator: 'pm-with', operand: 'hamlet@example.com' }], [107, 108]],
    [[{ operator: 'dm', operand: [11, 12] }], [110]],
    [[{ operator: 'dm', operand: [9] }], []],
    [[['channel', 'kitchen']], [103, 104, 105, 106]],
    [[['pm_with', 'hamlet@example.com']], [107, 108]],
    [[{ operator: 'group-pm-with', operand: 'cordelia@example.com' }], [110]],
    [[['group_pm_with', 'hamlet@example.com']], []],
    [[['with', '107']], [107, 108]],
    [
      [
        ['with', '105'],
        ['topic', 'elsewhere'],
      ],
      [105, 106],
    ],
    [
      [
        ['channel', 'kitchen'],
        ['topic', 'lunch'],
        ['with', '999'],
      ],
      [105, 106],
    ],
    [[['in', 'all']], [101, 102, 103, 104, 105, 106, 107, 108, 109, 110]],
    [[['streams', 'public']], [101, 102, 103, 104, 105, 106]],
    [[['channels', 'web-public']], []],
    [[{ operator: 'dm-including', operand: 12 }], [110]],
    [[{ operator: 'is', operand: 'dm' }], [107, 108, 110]],
    [
      [
        { operator: 'is', operand: 'unread' },
        { operator: 'channel', operand: 1 },
      ],
      [102],
    ],
    [[{ operator: 'is', operand: 'mentioned' }], []],
    [[{ operator: 'is', operand: 'resolved' }], []],
    [[{ operator: 'has', operand: 'reaction' }], [102]],
    [[{ operator: 'has', operand: 'attachment' }], [103]],
    [[{ operator: 'has', operand: 'link' }], [103]],
    [[{ operator: 'has', operand: 'image' }], []],
    [[{ operator: 'search', operand: 'soup lunch' }], [105, 106]],
    [[{ operator: 'id', operand: 104 }], [104]],
    [
      [
        { operator: 'near', operand: '104' },
        { operator: 'channel', operand: 'kitchen', negated: true },
      ],
      [101, 102, 107, 108, 109, 110],
    ],
    [[{ operator: 'channels', operand: 'public' }], [101, 102, 103, 104, 105, 106]],
  ])('with the narrow %j returns %j', (narrow, ids) => {
    expect(list('iago', { ...all, narrow }).ids).toEqual(ids)
    expect(list('iago', { message_ids: Array.from({ length: 20 }, (_, at) => 100 + at), narrow }).ids).toEqual(ids)
  })

  it("with is:followed, is:muted and in:home uses the account's topic policies", () => {
    const bakery = openBakery()
    const iago = bakery.as('iago')
    const ids = (...narrow: Narrow) => iago.call('messages.list', { ...all, narrow }).messages.map(({ id }) => id)
    iago.call('topics.setVisibility', { stream_id: 2, topic: 'lunch', visibility_policy: 3 })
    iago.call('topics.setVisibility', { stream_id: 1, topic: 'greetings', visibility_policy: 1 })
    expect(ids(['is', 'followed'])).toEqual([105, 106])
    expect(ids(['is', 'muted'])).toEqual([101, 102])
    expect(ids(['in', 'home'])).toEqual([103, 104, 105, 106, 107, 108, 109, 110])
  })

  it('treats topics of a muted channel as muted, except those with their own policy', () => {
    const bakery = openBakery()
    const iago = bakery.as('iago')
    const ids = (...narrow: Narrow) => iago.call('messages.list', { ...all, narrow }).messages.map(({ id }) => id)
    const mute = { stream_id: 2, property: 'is_muted' as const, value: true }
    iago.call('subscriptions.setProperties', { subscription_data: [mute] })
    expect(ids(['is', 'muted'])).toEqual([103, 104, 105, 106])
    expect(ids(['in', 'home'])).toEqual([101, 102, 107, 108, 109, 110])
    iago.call('topics.setVisibility', { stream_id: 2, topic: 'lunch', visibility_policy: 2 })
    expect(ids(['is', 'muted'])).toEqual([103, 104])
    expect(ids(['in', 'home'])).toEqual([101, 102, 105, 106, 107, 108, 109, 110])
  })

  it.each<[Listing, string]>([
    [{ num_before: 1, num_after: 1 }, "Missing 'anchor' argument."],
    [{ anchor: 1, num_after: 1 }, "Missing 'num_before' argument"],
    [{ anchor: 1, num_before: 1 }, "Missing 'num_after' argument"],
    [{ anchor: 1, num_before: 5000, num_after: 1 }, 'Too many messages requested (maximum 5000).'],
    [
      { anchor: 1, num_before: 1, num_after: 1, include_anchor: false },
      'The anchor can only be excluded at an end of the range',
    ],
    [
      { message_ids: [101], num_before: 1, anchor: 1 },
      'Unsupported parameter combination: num_before, anchor, message_ids',
    ],
    [
      { ...all, narrow: [{ operator: 'constructor', operand: 'x' }] },
      'Invalid narrow operator: unknown operator constructor',
    ],
    [{ ...all, narrow: [{ operator: 'channel', operand: 'attic' }] }, 'Invalid narrow operator: unknown channel attic'],
    [{ ...all, narrow: [{ operator: 'sender', operand: 999 }] }, 'Invalid narrow operator: unknown user 999'],
    [{ ...all, narrow: [{ operator: 'is', operand: 'odd' }] }, "Invalid narrow operator: unknown 'is' operand odd"],
    [{ ...all, narrow: [{ operator: 'has', operand: 'odd' }] }, "Invalid narrow operator: unknown 'has' operand odd"],
    [{ ...all, narrow: [['in', 'attic']] }, "Invalid narrow operator: unknown 'in' operand attic"],
    [{ ...all, narrow: [['with', 'x']] }, "Invalid narrow operator: Invalid 'with' operator"],
    [
      {
        ...all,
        narrow: [
          ['with', '1'],
          ['with', '2'],
        ],
      },
      "Invalid narrow operator combination: Duplicate 'with' operators.",
    ],
    [
      { ...all, narrow: [{ operator: 'channels', operand: 'web' }] },
      'Invalid narrow operator: unknown channels operand web',
    ],
  ])('refuses %j', (params, msg) => {
    expect(as('iago').refused('messages.list', params).msg).toBe(msg)
  })
})

describe('reactions', () => {
  const reactions = (bakery: ReturnType<typeof openBakery>, message_id = 105) =>
    bakery.as('iago').call('messages.get', { message_id }).message.reactions

  it('are added under the first name used, and removed', () => {
    const bakery = openBakery()
    bakery.as('hamlet').call('reactions.add', { message_id: 105, emoji_name: '+1' })
    bakery.as('iago').call('reactions.add', { message_id: 105, emoji_name: 'thumbs_up' })
    bakery.as('iago').call('reactions.add', { message_id: 105, emoji_name: 'baguette' })
    expect(reactions(bakery)).toEqual([
      { emoji_name: '+1', emoji_code: '1f44d', reaction_type: 'unicode_emoji', user_id: 10 },
      { emoji_name: '+1', emoji_code: '1f44d', reaction_type: 'unicode_emoji', user_id: 8 },
      { emoji_name: 'baguette', emoji_code: '2', reaction_type: 'realm_emoji', user_id: 8 },
    ])
    bakery.as('iago').call('reactions.remove', { message_id: 105, emoji_name: '+1' })
    bakery.as('hamlet').call('reactions.remove', { message_id: 105, emoji_code: '1f44d' })
    expect(reactions(bakery).map((one) => one.emoji_name)).toEqual(['baguette'])
    expect(bakery.eventsOf('reaction').map((event) => [event.op, event.user_id, event.emoji_name])).toEqual([
      ['add', 10, '+1'],
      ['add', 8, '+1'],
      ['add', 8, 'baguette'],
      ['remove', 8, '+1'],
      ['remove', 10, '+1'],
    ])
  })

  it('are refused if duplicate, on inaccessible messages, and with unknown emoji', () => {
    const { as } = openBakery()
    as('hamlet').call('reactions.add', { message_id: 105, emoji_name: 'tada' })
    expect(as('hamlet').refused('reactions.add', { message_id: 105, emoji_name: 'tada' })).toMatchObject({
      code: 'REACTION_ALREADY_EXISTS',
      msg: 'Reaction already exists.',
    })
    expect(as('hamlet').refused('reactions.add', { message_id: 109, emoji_name: 'tada' }).msg).toBe(
      'Invalid message(s)',
    )
    expect(as('hamlet').refused('reactions.add', { message_id: 105, emoji_name: 'brioche' }).msg).toBe(
      "Emoji 'brioche' does not exist",
    )
    expect(as('hamlet').refused('reactions.remove', { message_id: 105 }).msg).toBe(
      'At least one of the following arguments must be present: emoji_name, emoji_code',
    )
    expect(as('iago').refused('reactions.remove', { message_id: 105, emoji_name: 'tada' })).toMatchObject({
      code: 'REACTION_DOES_NOT_EXIST',
      msg: "Reaction doesn't exist.",
    })
    expect(as('iago').refused('reactions.remove', { message_id: 105, emoji_name: 'brioche' }).msg).toBe(
      "Emoji 'brioche' does not exist",
    )
  })

  it('are listed with highlighted search terms only in a search', () => {
    const { as, say } = openBakery()
    const id = say('iago', { channel: 'kitchen', topic: 'rye' }, 'Rye bread')
    const list = (narrow: { operator: string; operand: string }[]) =>
      as('hamlet').call('messages.list', { anchor: id, num_before: 0, num_after: 0, narrow, apply_markdown: false })
    expect(list([{ operator: 'search', operand: 'rye' }]).messages).toMatchObject([
      {
        content: 'Rye bread',
        match_content: '<p><span class="highlight">Rye</span> bread</p>',
        match_subject: '<span class="highlight">rye</span>',
      },
    ])
    expect(list([{ operator: 'topic', operand: 'rye' }]).messages[0]).not.toHaveProperty('match_content')
  })
})

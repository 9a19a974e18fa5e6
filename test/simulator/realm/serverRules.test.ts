import { newestFeatureLevel } from 'earshot/protocol'
import { bakery, type SimulatorOptions } from 'earshot/simulator'
import { describe, expect, it } from 'vitest'
import { opener, type Service } from '../ways.js'

/** What the real server says, written down by hand: at which levels, to which request, with which code and text. */
type Row = readonly [
  what: string,
  levels: readonly number[],
  who: string,
  request: `${'POST' | 'PATCH' | 'DELETE'} ${string}`,
  fields: Readonly<Record<string, string>>,
  msg: string,
  code?: string,
]

const all = [200, 300, 387, 496]
const stream = [200]
const channel = [300, 387, 496]
const open = opener()

const lunch = { type: 'stream', to: '2', topic: 'lunch', content: 'Soup?' }
const direct = { type: 'private', to: '[8]', content: 'Soup?' }
const without = (name: string, fields: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name))

/** Calls, and says with what code and text the service refused. */
async function said(service: Service, who: string, request: string, fields: Readonly<Record<string, string>>) {
  const [method = '', path = ''] = request.split(' ')
  const { body } = await service.call(who, method, path, { ...fields })
  return body.result === 'success' ? 'success' : { code: body.code, msg: body.msg }
}

function holds(rows: readonly Row[], options: SimulatorOptions = {}, prepare?: (service: Service) => Promise<unknown>) {
  const cases = rows.flatMap(([what, levels, who, request, fields, msg, code = 'BAD_REQUEST']) =>
    levels.map((level) => [what, level, { who, request, fields, refusal: { code, msg } }] as const),
  )
  it.each(cases)('%s, at level %i', async (_, featureLevel, { who, request, fields, refusal }) => {
    const service = await open({ ...options, featureLevel })
    await prepare?.(service)
    expect(await said(service, who, request, fields)).toEqual(refusal.msg === 'success' ? 'success' : refusal)
  })
}

describe('sending is refused', () => {
  const send = 'POST /messages'
  holds([
    ['without a channel', stream, 'hamlet', send, without('to', lunch), 'Missing stream'],
    ['without a channel', channel, 'hamlet', send, without('to', lunch), 'Missing channel'],
    ['without recipients', all, 'hamlet', send, without('to', direct), 'Message must have recipients'],
    ['to two channels', stream, 'hamlet', send, { ...lunch, to: '["a","b"]' }, 'Expected exactly one stream'],
    ['to two channels', channel, 'hamlet', send, { ...lunch, to: '["a","b"]' }, 'Expected exactly one channel'],
    ['to an object as a channel', channel, 'hamlet', send, { ...lunch, to: '{}' }, 'Invalid data type for channel'],
    ['to a fraction as a channel', stream, 'hamlet', send, { ...lunch, to: '1.5' }, 'Invalid data type for stream'],
    ['to an object as people', all, 'hamlet', send, { ...direct, to: '{}' }, 'Invalid data type for recipients'],
    ['to true as people', all, 'hamlet', send, { ...direct, to: 'true' }, 'Invalid data type for recipients'],
    [
      'to people by ID and by address',
      all,
      'hamlet',
      send,
      { ...direct, to: '[8,"iago@example.com"]' },
      'Recipient lists may contain emails or user IDs, but not both.',
    ],
    ['to a channel with an empty name', channel, 'hamlet', send, { ...lunch, to: ' ' }, "Channel name can't be empty."],
    ['to a channel with an empty name', stream, 'hamlet', send, { ...lunch, to: ' ' }, "Stream name can't be empty!"],
    [
      'to a missing channel, whose name is escaped',
      channel,
      'hamlet',
      send,
      { ...lunch, to: `a<b>&"'` },
      "Channel 'a&lt;b&gt;&amp;&quot;&#x27;' does not exist",
      'STREAM_DOES_NOT_EXIST',
    ],
    ['with `forged`', all, 'hamlet', send, { ...lunch, forged: 'true' }, 'User not authorized for this query'],
    ['but not with `forged`: false', all, 'hamlet', send, { ...lunch, forged: 'false' }, 'success'],
    ['for another sender', all, 'hamlet', send, { ...lunch, sender: 'iago@example.com' }, 'Invalid mirrored message'],
  ])

  describe("in the server's order of checks", () => {
    holds([
      [
        'content before topic',
        all,
        'hamlet',
        send,
        without('topic', without('content', lunch)),
        "Missing 'content' argument",
        'REQUEST_VARIABLE_MISSING',
      ],
      [
        'topic before empty content',
        all,
        'hamlet',
        send,
        { ...without('topic', lunch), content: ' ' },
        'Missing topic',
      ],
      [
        'recipients before empty content',
        all,
        'hamlet',
        send,
        { ...direct, to: '[99]', content: ' ' },
        'Invalid user ID 99',
      ],
      [
        'empty content before the channel',
        all,
        'hamlet',
        send,
        { ...lunch, to: 'cellar', content: ' ' },
        'Message must not be empty',
      ],
    ])
  })
})

describe('mentioning a group', () => {
  const short = "You are not allowed to mention user group 'bakers'."
  const long = `${short} You must be a member of 'role:nobody' to mention this group.`
  const content = 'To the @*bakers*'
  // Set at the newest level, since older ones have other parameters for it.
  const close = async (service: Service) => {
    const level = service.simulator.realm.featureLevel
    service.simulator.setFeatureLevel(newestFeatureLevel)
    await service.call('iago', 'PATCH', '/user_groups/20', { can_mention_group: '{"new":8}' })
    service.simulator.setFeatureLevel(level)
  }
  holds(
    [
      ['that nobody may mention is refused', channel, 'hamlet', 'POST /messages', { ...lunch, content }, short],
      ['that nobody may mention is refused', [200], 'hamlet', 'POST /messages', { ...lunch, content }, long],
      [
        'is allowed below the level of the setting',
        [179],
        'hamlet',
        'POST /messages',
        { ...lunch, content },
        'success',
      ],
      ['is refused to bots too', channel, 'yeast counter', 'POST /messages', { ...lunch, content }, short],
      ['is refused to administrators too', channel, 'iago', 'POST /messages', { ...lunch, content }, short],
      ['is refused in direct messages', channel, 'hamlet', 'POST /messages', { ...direct, content }, short],
      ['is allowed silently', channel, 'hamlet', 'POST /messages', { ...lunch, content: '@_*bakers*' }, 'success'],
      [
        'is refused when scheduled',
        channel,
        'hamlet',
        'POST /scheduled_messages',
        { ...lunch, content, scheduled_delivery_timestamp: '9999999999' },
        short,
      ],
    ],
    {},
    close,
  )

  it('is refused if an edit adds it', async () => {
    const service = await open()
    await close(service)
    const id = service.simulator.say('hamlet', { channel: 'kitchen', topic: 'lunch' }, 'Hi')
    expect(await said(service, 'hamlet', `PATCH /messages/${id}`, { content })).toMatchObject({ msg: short })
    expect(service.simulator.messages({ channel: 'kitchen', topic: 'lunch' }).at(-1)?.content).toBe('Hi')
  })

  it('is refused in the reply of an outgoing webhook, with a notice in the conversation', async () => {
    const service = await open()
    await close(service)
    const { simulator } = service
    simulator.connect('echo', async () => Response.json({ content }))
    simulator.say('hamlet', { channel: 'kitchen', topic: 'lunch' }, '@**Echo** hi')
    await simulator.idle()
    expect(simulator.messages({ channel: 'kitchen', topic: 'lunch' }).at(-1)?.content).toContain(short)
  })
})

describe('editing', () => {
  const edit = 'PATCH /messages/106'
  const passed = (what: string) => `The time limit for editing this message's ${what} has passed`
  holds([
    ['without a change of the topic is refused', all, 'hamlet', edit, { topic: 'lunch' }, 'Nothing to change'],
    [
      'without a change of the topic, with change_all, is refused',
      all,
      'hamlet',
      edit,
      { topic: ' lunch ', propagate_mode: 'change_all' },
      'Nothing to change',
    ],
    [
      'to another channel by a guest is refused',
      all,
      'polonius',
      edit,
      { stream_id: '1' },
      "You don't have permission to move this message",
    ],
    ['to another topic by a guest is allowed', all, 'polonius', edit, { topic: 'supper' }, 'success'],
    [
      "of another's content is refused",
      all,
      'iago',
      edit,
      { content: 'x' },
      "You don't have permission to edit this message",
    ],
    [
      'to resolve general chat is refused',
      [387, 496],
      'hamlet',
      edit,
      { topic: '✔ general chat' },
      'General chat cannot be marked as resolved',
    ],
    [
      'to resolve the empty topic is refused',
      [387, 496],
      'hamlet',
      edit,
      { topic: '✔' },
      'General chat cannot be marked as resolved',
    ],
  ])

  describe('after the time limit', () => {
    const limits = {
      move_messages_within_stream_limit_seconds: '60',
      move_messages_between_streams_limit_seconds: '60',
    }
    const limit = (service: Service) => service.call('iago', 'PATCH', '/realm', limits)
    holds(
      [
        ['is refused for the topic', channel, 'hamlet', edit, { topic: 'x' }, `${passed('topic')}.`],
        ['is refused for the topic', stream, 'hamlet', edit, { topic: 'x' }, passed('topic')],
        ['is refused for the channel', channel, 'hamlet', edit, { stream_id: '1' }, passed('channel')],
        ['is refused for the channel', stream, 'hamlet', edit, { stream_id: '1' }, passed('stream')],
        ['is allowed to moderators', all, 'shiva', edit, { topic: 'x' }, 'success'],
        ['is allowed to resolve a topic', [387, 496], 'hamlet', edit, { topic: '✔ lunch' }, 'success'],
      ],
      {},
      limit,
    )
  })

  it('of a whole topic is refused with the first message that may be moved', async () => {
    const service = await open()
    await service.call('iago', 'PATCH', '/realm', { move_messages_within_stream_limit_seconds: '17960' })
    const { body } = await service.call('hamlet', 'PATCH', '/messages/106', {
      topic: 'x',
      propagate_mode: 'change_all',
    })
    expect(body).toEqual({
      result: 'error',
      code: 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
      msg: 'You only have permission to move the 1/2 most recent messages in this topic.',
      first_message_id_allowed_to_move: 106,
      total_messages_in_topic: 2,
      total_messages_allowed_to_move: 1,
    })
  })

  it('is allowed for twenty seconds after the time limit', async () => {
    const service = await open({ clock: 'frozen' })
    await service.call('iago', 'PATCH', '/realm', { message_content_edit_limit_seconds: '60' })
    const id = service.simulator.say('hamlet', { channel: 'kitchen', topic: 'lunch' }, 'Hi')
    await service.simulator.advance('80s')
    expect(await said(service, 'hamlet', `PATCH /messages/${id}`, { content: 'x' })).toBe('success')
    await service.simulator.advance('1s')
    expect(await said(service, 'hamlet', `PATCH /messages/${id}`, { content: 'y' })).toMatchObject({
      msg: 'The time limit for editing this message has passed',
    })
  })

  it('to blank content leaves "(deleted)"', async () => {
    const service = await open()
    const id = service.simulator.say('hamlet', { channel: 'kitchen', topic: 'lunch' }, 'Hi')
    expect(await said(service, 'hamlet', `PATCH /messages/${id}`, { content: ' ' })).toBe('success')
    expect(service.simulator.messages({ channel: 'kitchen', topic: 'lunch' }).at(-1)?.content).toBe('(deleted)')
  })

  it("is refused with the parameter's name if prev_content_sha256 doesn't match", async () => {
    const service = await open()
    const id = service.simulator.say('hamlet', { channel: 'kitchen', topic: 'lunch' }, 'Hi')
    const fields = { content: 'x', prev_content_sha256: '00' }
    const { body } = await service.call('hamlet', 'PATCH', `/messages/${id}`, fields)
    expect(body).toEqual({
      result: 'error',
      code: 'EXPECTATION_MISMATCH',
      msg: "'prev_content_sha256' value does not match the expected value.",
      field_name: 'prev_content_sha256',
    })
  })
})

describe('the settings of the organisation', () => {
  const set = (settings: Readonly<Record<string, string>>) => (service: Service) =>
    service.call('iago', 'PATCH', '/realm', { ...settings })
  const newer = [387, 496]

  describe('with a group that must take part in direct conversations', () => {
    const refused = 'This conversation does not include any users who can authorize it.'
    holds(
      [
        [
          'refuse a conversation without a member of it',
          channel,
          'cordelia',
          'POST /messages',
          { ...direct, to: '[12]' },
          refused,
        ],
        [
          'allow a conversation with a member of it',
          channel,
          'cordelia',
          'POST /messages',
          { ...direct, to: '[9,12]' },
          'success',
        ],
        [
          'allow a conversation with a bot',
          channel,
          'cordelia',
          'POST /messages',
          { ...direct, to: '[20]' },
          'success',
        ],
        [
          'allow a conversation with oneself',
          channel,
          'cordelia',
          'POST /messages',
          { ...direct, to: '[11]' },
          'success',
        ],
        [
          'allow any conversation that a bot starts',
          channel,
          'yeast counter',
          'POST /messages',
          { ...direct, to: '[12]' },
          'success',
        ],
      ],
      {},
      set({ direct_message_permission_group: '{"new":{"direct_members":[9],"direct_subgroups":[]}}' }),
    )
  })

  describe('with direct conversations that nobody may start', () => {
    const refused = 'You do not have permission to initiate direct message conversations.'
    holds(
      [
        ['refuse a new conversation', channel, 'cordelia', 'POST /messages', direct, refused],
        ['allow an existing conversation', channel, 'hamlet', 'POST /messages', direct, 'success'],
      ],
      {},
      set({ direct_message_initiator_group: '{"new":8}' }),
    )
  })

  describe('with editing disabled', () => {
    const off = 'Your organization has turned off message editing'
    holds(
      [['refuse an edit', all, 'hamlet', 'PATCH /messages/106', { content: 'x' }, off]],
      {},
      set({ allow_message_editing: 'false' }),
    )
  })

  describe('with an unlimited time for edits', () => {
    holds(
      [['allow an edit of an old message', all, 'hamlet', 'PATCH /messages/106', { content: 'x' }, 'success']],
      {},
      set({ message_content_edit_limit_seconds: '"unlimited"' }),
    )
  })

  describe('for a time limit', () => {
    holds([
      [
        'refuse zero',
        all,
        'iago',
        'PATCH /realm',
        { move_messages_within_stream_limit_seconds: '0' },
        "Bad value for 'move_messages_within_stream_limit_seconds': 0",
      ],
    ])
  })

  describe('with moves, resolving and wildcard mentions disabled', () => {
    const topic = "You don't have permission to edit this message"
    const wildcard = 'You do not have permission to use channel wildcard mentions in this channel.'
    const settings = {
      can_move_messages_between_topics_group: '{"new":8}',
      can_resolve_topics_group: '{"new":8}',
      can_mention_many_users_group: '{"new":8}',
    }
    holds(
      [
        ['refuse another topic', newer, 'iago', 'PATCH /messages/106', { topic: 'x' }, topic],
        [
          'refuse a resolved topic',
          newer,
          'iago',
          'PATCH /messages/106',
          { topic: '✔ lunch' },
          "You don't have permission to resolve topics.",
        ],
        [
          'refuse wildcards to administrators',
          newer,
          'iago',
          'POST /messages',
          { ...lunch, content: '@**all**' },
          wildcard,
          'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
        ],
      ],
      { assumptions: { wildcardSubscribers: 0 } },
      set(settings),
    )
  })

  it('of a later level are listed as ignored, and change nothing', async () => {
    const service = await open({ featureLevel: 300 })
    const { body } = await service.call('iago', 'PATCH', '/realm', { can_resolve_topics_group: '{"new":8}', zzz: '1' })
    expect(body.ignored_parameters_unsupported).toEqual(['can_resolve_topics_group', 'zzz'])
    service.simulator.setFeatureLevel(496)
    expect(await said(service, 'hamlet', 'PATCH /messages/106', { topic: '✔ lunch' })).toBe('success')
  })
})

describe('posting in a channel', () => {
  const refused = 'You do not have permission to post in this channel.'
  const close = (service: Service) =>
    service.call('iago', 'PATCH', '/streams/2', {
      can_send_message_group: '{"new":{"direct_members":[8],"direct_subgroups":[]}}',
    })
  holds(
    [
      ['is refused to accounts without the permission', [387, 496], 'hamlet', 'POST /messages', lunch, refused],
      ['is allowed to accounts with the permission', [387, 496], 'iago', 'POST /messages', lunch, 'success'],
      [
        'is refused to a bot whose owner lacks the permission',
        [387, 496],
        'yeast counter',
        'POST /messages',
        lunch,
        refused,
      ],
      ['is allowed to a bot whose owner has the permission', [387, 496], 'echo', 'POST /messages', lunch, 'success'],
      ['is refused as a move of a message', [387, 496], 'hamlet', 'PATCH /messages/102', { stream_id: '2' }, refused],
      ['is open to all on a server without the setting', [300], 'hamlet', 'POST /messages', lunch, 'success'],
    ],
    {},
    close,
  )
})

describe('a channel that a bot made', () => {
  const make = async ({ call }: Service) => {
    const subscriptions = '[{"name":"rota","description":"Who bakes"}]'
    const principals = `[${String((await call('echo', 'GET', '/users/me')).body.user_id)},10]`
    const { body } = await call('echo', 'POST', '/users/me/subscriptions', { subscriptions, principals })
    expect(body).toMatchObject({ result: 'success' })
    return Number((await call('echo', 'GET', '/get_stream_id', { stream: 'rota' })).body.stream_id)
  }
  const channelOf = async ({ call }: Service, id: number) =>
    (await call('iago', 'GET', `/streams/${id}`)).body.stream as Record<string, unknown>

  it.each([325, 387, 496])('is administered by the bot, at level %i', async (featureLevel) => {
    const service = await open({ featureLevel })
    const id = await make(service)
    const { user_id } = (await service.call('echo', 'GET', '/users/me')).body
    expect(await channelOf(service, id)).toMatchObject({
      can_administer_channel_group: { direct_members: [user_id], direct_subgroups: [] },
    })
    const change = async (fields: Readonly<Record<string, string>>) => {
      expect((await service.call('echo', 'PATCH', `/streams/${id}`, { ...fields })).body.result).toBe('success')
    }
    await change({ new_name: 'Rota 2', description: 'Who bakes when' })
    await change({ is_private: 'true' })
    const remove = { subscriptions: '["Rota 2"]', principals: '[10]' }
    expect((await service.call('echo', 'DELETE', '/users/me/subscriptions', remove)).body).toMatchObject({
      removed: ['Rota 2'],
    })
    const [stored] = [...service.simulator.realm.world.state.channels.values()].slice(-1)
    expect(stored).toMatchObject({ name: 'Rota 2', description: 'Who bakes when', invite_only: true })
    expect(await said(service, 'hamlet', `PATCH /streams/${id}`, { description: 'Mine' })).not.toBe('success')
    expect(await said(service, 'echo', `DELETE /streams/${id}`, {})).toBe('success')
  })

  it.each([387, 496])('is administered by the bot that is not in it, at level %i', async (featureLevel) => {
    const service = await open({ featureLevel })
    const { body } = await service.call('echo', 'POST', '/users/me/subscriptions', {
      subscriptions: '[{"name":"rota"}]',
      invite_only: 'true',
      principals: '[10]',
    })
    expect(body).toMatchObject({ subscribed: { 10: ['rota'] } })
    const remove = { subscriptions: '["rota"]', principals: '[10]' }
    expect((await service.call('echo', 'DELETE', '/users/me/subscriptions', remove)).body).toMatchObject({
      removed: ['rota'],
    })
  })

  it.each([387, 496])('may not be changed by others, at level %i', async (featureLevel) => {
    const service = await open({ featureLevel })
    const id = await make(service)
    const refused = { code: 'BAD_REQUEST', msg: 'You do not have permission to administer this channel.' }
    expect(await said(service, 'hamlet', `PATCH /streams/${id}`, { description: 'Mine' })).toEqual(refused)
    expect(await said(service, 'hamlet', `DELETE /streams/${id}`, {})).toEqual(refused)
    const remove = { subscriptions: '["rota"]', principals: '[8]' }
    expect(await said(service, 'hamlet', 'DELETE /users/me/subscriptions', remove)).toEqual({
      code: 'BAD_REQUEST',
      msg: 'Insufficient permission',
    })
    // Only all of the channels give the right.
    const both = { subscriptions: '["rota","kitchen"]', principals: '[10]' }
    expect(await said(service, 'echo', 'DELETE /users/me/subscriptions', both)).toMatchObject({
      msg: 'Insufficient permission',
    })
  })

  it.each([200, 300])('is only administered by administrators, at level %i', async (featureLevel) => {
    const service = await open({ featureLevel })
    const id = await make(service)
    expect(await channelOf(service, id)).not.toHaveProperty('can_administer_channel_group')
    expect(await said(service, 'echo', `PATCH /streams/${id}`, { description: 'x' })).toEqual({
      code: 'UNAUTHORIZED_PRINCIPAL',
      msg: 'Must be an organization administrator',
    })
    const remove = { subscriptions: '["rota"]', principals: '[10]' }
    expect(await said(service, 'echo', 'DELETE /users/me/subscriptions', remove)).toMatchObject({
      msg: 'Insufficient permission',
    })
  })
})

describe('taking a custom reaction back', () => {
  const path = '/messages/105/reactions'
  const remove = `DELETE ${path}` as const
  const missing = ["Reaction doesn't exist.", 'REACTION_DOES_NOT_EXIST'] as const
  holds(
    [
      ['by its name alone, is refused', all, 'iago', remove, { emoji_name: 'baguette' }, ...missing],
      ['by its code alone, is refused', all, 'iago', remove, { emoji_code: '2' }, ...missing],
      ['by name and type', all, 'iago', remove, { emoji_name: 'baguette', reaction_type: 'realm_emoji' }, 'success'],
      ['by code and type', all, 'iago', remove, { emoji_code: '2', reaction_type: 'realm_emoji' }, 'success'],
      ["that is the server's own, by name alone", all, 'iago', remove, { emoji_name: 'zulip' }, ...missing],
      [
        "that is the server's own",
        all,
        'iago',
        remove,
        { emoji_name: 'zulip', reaction_type: 'zulip_extra_emoji' },
        'success',
      ],
      ["is what a name that is also one of Unicode's means", all, 'iago', remove, { emoji_name: 'tada' }, ...missing],
      [
        'by an unknown name',
        all,
        'iago',
        remove,
        { emoji_name: 'brioche', reaction_type: 'realm_emoji' },
        "Emoji 'brioche' does not exist",
      ],
    ],
    {
      dialect: 'zulip',
      organisation: { ...bakery, emoji: [...(bakery.emoji ?? []), { id: 9, name: 'tada', author_id: 7 }] },
    },
    async ({ call }) => {
      await call('iago', 'POST', path, { emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji' })
      await call('iago', 'POST', path, { emoji_name: 'baguette' })
      await call('iago', 'POST', path, { emoji_name: 'zulip' })
    },
  )
})

describe('other refusals', () => {
  const administrator = ['Must be an organization administrator', 'UNAUTHORIZED_PRINCIPAL'] as const
  const channelAdministrator = 'You do not have permission to administer this channel.'
  holds([
    ['changing a channel', [200, 300], 'hamlet', 'PATCH /streams/2', { description: 'x' }, ...administrator],
    ['archiving a channel', [200, 300], 'hamlet', 'DELETE /streams/2', {}, ...administrator],
    ['changing a channel', [387, 496], 'hamlet', 'PATCH /streams/2', { description: 'x' }, channelAdministrator],
    ['archiving a channel', [387, 496], 'hamlet', 'DELETE /streams/2', {}, channelAdministrator],
    [
      'an unknown flag operation',
      all,
      'hamlet',
      'POST /messages/flags',
      { messages: '[106]', op: 'zzz', flag: 'starred' },
      "Invalid message flag operation: 'zzz'",
    ],
    [
      'an unknown flag, checked before the operation',
      all,
      'hamlet',
      'POST /messages/flags',
      { messages: '[106]', op: 'zzz', flag: 'x' },
      "Invalid flag: 'x'",
    ],
    [
      'a missing flag operation',
      all,
      'hamlet',
      'POST /messages/flags',
      { messages: '[106]', flag: 'starred' },
      "Missing 'op' argument",
      'REQUEST_VARIABLE_MISSING',
    ],
    [
      'a bot whose address is taken',
      [300],
      'hamlet',
      'POST /bots',
      { full_name: 'X', short_name: 'echo' },
      'Username already in use',
    ],
    [
      'a bot whose address is taken',
      [387, 496],
      'hamlet',
      'POST /bots',
      { full_name: 'X', short_name: 'echo' },
      'Email is already in use.',
    ],
    ['but not reactivating an active account', all, 'iago', 'POST /users/10/reactivate', {}, 'success'],
    [
      'an unknown time zone',
      [300, 387, 496],
      'hamlet',
      'PATCH /settings',
      { timezone: 'x' },
      'Invalid timezone: Value error, Not a recognized time zone',
    ],
    [
      'an unknown time zone',
      [200],
      'hamlet',
      'PATCH /settings',
      { timezone: 'x' },
      'timezone is not a recognized time zone',
    ],
    [
      'muting a channel without a subscription',
      [387],
      'hamlet',
      'POST /users/me/subscriptions/properties',
      { subscription_data: '[{"stream_id":4,"property":"is_muted","value":true}]' },
      'Not subscribed to channel ID 4',
    ],
  ])
})

describe("the server's notices", () => {
  const notices = ({ simulator }: Service, place: Parameters<Service['simulator']['messages']>[0]) =>
    simulator
      .messages(place)
      .filter(({ sender_full_name }) => sender_full_name === 'Notification Bot')
      .map(({ content }) => content)

  it.each([
    [200, 'stream'],
    [300, 'channel'],
    [496, 'channel'],
  ])('report a new, a renamed and a newly described channel at level %i', async (featureLevel, kind) => {
    const service = await open({ featureLevel })
    await service.call('iago', 'POST', '/users/me/subscriptions', {
      subscriptions: '[{"name":"cellar"}]',
      principals: '[8,10]',
    })
    const { id } = service.simulator.realm.channel('cellar')
    await service.call('iago', 'PATCH', `/streams/${id}`, { new_name: 'vault', description: 'Deep' })
    expect(notices(service, { channel: 'vault', topic: `${kind} events` })).toEqual([
      `**Public** ${kind} created by @_**Iago|8**. **Description:**\n\`\`\`\` quote\n*No description.*\n\`\`\`\``,
      `@_**Iago|8** changed the description for this ${kind}.\n\n* **Old description:**\n\`\`\`\` quote\n*No description.*\n\`\`\`\`\n* **New description:**\n\`\`\`\` quote\nDeep\n\`\`\`\``,
      `@_**Iago|8** renamed ${kind} **cellar** to **vault**.`,
    ])
    // A new channel is no news to those who are put into it.
    expect(notices(service, { dm: ['hamlet', 'notification bot'] })).toEqual([])
  })

  it.each([
    [200, 'stream'],
    [496, 'channel'],
  ])('report the access to a new channel, and each change of it, at level %i', async (featureLevel, kind) => {
    const service = await open({ featureLevel })
    await service.call('iago', 'POST', '/users/me/subscriptions', {
      subscriptions: '[{"name":"cellar"}]',
      principals: '[8,10]',
      invite_only: 'true',
    })
    const { id } = service.simulator.realm.channel('cellar')
    await service.call('iago', 'PATCH', `/streams/${id}`, { history_public_to_subscribers: 'true' })
    await service.call('iago', 'PATCH', `/streams/${id}`, { is_private: 'false' })
    const changed = `@_**Iago|8** changed the [access permissions](/help/${kind}-permissions) for this ${kind}`
    expect(notices(service, { channel: 'cellar', topic: `${kind} events` })).toEqual([
      `**Private, protected history** ${kind} created by @_**Iago|8**. **Description:**\n\`\`\`\` quote\n*No description.*\n\`\`\`\``,
      `${changed} from **Private, protected history** to **Private, shared history**.`,
      `${changed} from **Private, shared history** to **Public**.`,
    ])
  })

  it('report to people, but not bots, the channels that others subscribed them to', async () => {
    const service = await open()
    const put = (names: string[]) =>
      service.call('iago', 'POST', '/users/me/subscriptions', {
        subscriptions: JSON.stringify(names.map((name) => ({ name }))),
        principals: '[8,12,20]',
      })
    await put(['suppliers'])
    expect(notices(service, { dm: ['othello', 'notification bot'] })).toEqual([
      '@_**Iago|8** subscribed you to #**suppliers**.',
    ])
    for (const who of ['iago', 'echo']) expect(notices(service, { dm: [who, 'notification bot'] })).toEqual([])
  })

  it('report to people who added them to a group or removed them', async () => {
    const service = await open()
    await service.call('iago', 'POST', '/user_groups/22/members', { add: '[10,8]' })
    await service.call('iago', 'POST', '/user_groups/22/members', { delete: '[10]' })
    expect(notices(service, { dm: ['hamlet', 'notification bot'] })).toEqual([
      '@_**Iago|8** added you to the group @_*drivers*.',
      '@_**Iago|8** removed you from the group @_*drivers*.',
    ])
    expect(notices(service, { dm: ['iago', 'notification bot'] })).toEqual([])
  })

  it('report a change of the posting permissions in the channel', async () => {
    const service = await open()
    const setting = { new: { direct_members: [8], direct_subgroups: [20] } }
    await service.call('iago', 'PATCH', '/streams/2', { can_send_message_group: JSON.stringify(setting) })
    expect(notices(service, { channel: 'kitchen', topic: 'channel events' })).toEqual([
      '@_**Iago|8** changed the [posting permissions](/help/channel-posting-policy) for this channel:\n\n* **Old**: @_*role:everyone*\n* **New**: @_*bakers*, @_**Iago|8**',
    ])
  })

  it('report in the channel that it was archived', async () => {
    const service = await open()
    await service.call('iago', 'DELETE', '/streams/2')
    expect(notices(service, { channel: 'kitchen', topic: 'channel events' })).toEqual([
      'Channel kitchen has been archived.',
    ])
  })
})

describe('the answer of an outgoing webhook', () => {
  it.each([
    ['{"content": NaN}', 'nan'],
    ['{"content": [NaN, -Infinity, "NaN"]}', "[nan, -inf, 'NaN']"],
  ])("may contain Python's numbers: %s", async (body, content) => {
    const { simulator } = await open()
    simulator.connect('echo', async () => new Response(body, { headers: { 'Content-Type': 'application/json' } }))
    simulator.say('hamlet', { channel: 'kitchen', topic: 'lunch' }, '@**Echo** hi')
    await simulator.idle()
    expect(simulator.messages({ channel: 'kitchen', topic: 'lunch' }).at(-1)?.content).toBe(content)
  })
})

describe('the notice of a move', () => {
  const kitchen = (topic: string) => ({ channel: 'kitchen', topic })
  const move = (service: Service, fields: Readonly<Record<string, string>>) =>
    service.call('iago', 'PATCH', '/messages/106', { propagate_mode: 'change_all', ...fields })
  const last = ({ simulator }: Service, topic: string) => simulator.messages(kitchen(topic)).at(-1)?.content

  it("doesn't speak of a whole topic if the new topic had messages before", async () => {
    const service = await open()
    await move(service, { topic: 'oven #12' })
    expect(last(service, 'oven #12')).toBe('2 messages were moved here from #**kitchen>lunch** by @_**Iago|8**.')
  })

  it('reports a resolved topic even with notices disabled', async () => {
    const service = await open()
    await move(service, { topic: '✔ lunch', send_notification_to_new_thread: 'false' })
    expect(last(service, '✔ lunch')).toBe('@_**Iago|8** has marked this topic as resolved.')
  })

  it('is repeated if a topic is unresolved over a minute after it was resolved', async () => {
    const service = await open({ clock: 'frozen' })
    await move(service, { topic: '✔ lunch' })
    await service.simulator.advance('61s')
    await move(service, { topic: 'lunch' })
    expect(last(service, 'lunch')).toBe('@_**Iago|8** has marked this topic as unresolved.')
  })
})

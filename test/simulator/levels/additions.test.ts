import { Client, UnsupportedByServerError } from 'earshot/client'
import { describe, expect, it } from 'vitest'
import { opener, type Service } from '../ways.js'
import { isThere } from './seeing.js'

/** Endpoints with the first level that has them, written down from the server's history. */
const endpoints: readonly [request: string, level: number, fields?: Record<string, string>, who?: string][] = [
  ['GET /users/10/subscriptions/2', 12],
  ['POST /users/me/muted_users/11', 48],
  ['DELETE /users/me/muted_users/11', 48, {}, 'othello'],
  [
    'PATCH /realm/filters/1',
    57,
    { pattern: '#(?P<id>\\d+)', url_format_string: 'https://a.example.com/%(id)s' },
    'iago',
  ],
  ['GET /drafts', 87],
  ['POST /drafts', 87, { drafts: '[]' }],
  ['GET /user_groups/20/members', 127],
  ['GET /user_groups/20/subgroups', 127],
  ['POST /user_groups/20/subgroups', 127, { delete: '[21]' }, 'desdemona'],
  ['GET /streams/2', 132],
  ['GET /messages/105/read_receipts', 137],
  [
    'POST /messages/flags/narrow',
    155,
    { anchor: 'newest', num_before: '1', num_after: '0', op: 'add', flag: 'read', narrow: '[]' },
  ],
  ['GET /scheduled_messages', 173],
  ['DELETE /scheduled_messages/1', 173, {}, 'iago'],
  [
    'POST /scheduled_messages',
    179,
    { type: 'private', to: '[8]', content: 'Later', scheduled_delivery_timestamp: '4000000000' },
  ],
  ['GET /streams/2/email_address', 226],
  ['GET /users/10/status', 262],
  ['GET /saved_snippets', 297],
  ['POST /saved_snippets', 297, { title: 'a', content: 'b' }],
  ['GET /export/realm/consents', 295, {}, 'iago'],
  ['PATCH /realm/user_settings_defaults', 96, { enter_sends: 'true' }, 'iago'],
  [
    'POST /realm/playgrounds',
    49,
    {
      name: 'a',
      pygments_language: 'b',
      url_template: 'https://a.example.com/{code}',
      url_prefix: 'https://a.example.com/',
    },
    'iago',
  ],
  ['POST /reminders', 381, { message_id: '105', scheduled_delivery_timestamp: '4000000000' }],
  ['GET /reminders', 399],
  ['POST /channels/create', 417, { name: 'cellar', subscribers: '[10]' }],
  ['GET /bots/21/api_key', 463],
]

/** Parameters that the server understood from a level on, and ignored before. */
const parameters: readonly [
  request: string,
  parameter: string,
  level: number,
  fields: Record<string, string>,
  who?: string,
][] = [
  ['POST /messages', 'read_by_sender', 236, { type: 'private', to: '[8]', content: 'Hi', read_by_sender: 'true' }],
  ['GET /messages', 'message_ids', 300, { anchor: 'newest', num_before: '1', num_after: '0', message_ids: '[]' }],
  ['GET /users', 'user_ids', 384, { user_ids: '[10]' }],
  ['POST /users/me/status', 'emoji_name', 86, { status_text: 'baking', emoji_name: 'bread' }],
  ['GET /streams', 'exclude_archived', 315, { exclude_archived: 'false' }],
  ['PATCH /streams/2', 'can_send_message_group', 333, { can_send_message_group: '{"new":20}' }, 'iago'],
  ['PATCH /streams/2', 'folder_id', 389, { folder_id: '1' }, 'iago'],
  ['GET /user_groups', 'include_deactivated_groups', 294, { include_deactivated_groups: 'true' }],
  ['POST /user_groups/create', 'can_join_group', 301, { ...group(), can_join_group: '20' }, 'desdemona'],
  ['POST /user_groups/create', 'can_mention_group', 198, { ...group(), can_mention_group: '20' }, 'desdemona'],
  ['POST /user_groups/create', 'subgroups', 311, { ...group(), subgroups: '[20]' }, 'desdemona'],
  ['PATCH /user_groups/20', 'can_leave_group', 308, { name: 'bread', can_leave_group: '{"new":21}' }, 'desdemona'],
  ['PATCH /users/10', 'new_email', 285, { full_name: 'Prince Hamlet', new_email: 'prince@example.com' }, 'iago'],
  ['PATCH /settings', 'web_font_size_px', 245, { web_font_size_px: '14' }],
  ['PATCH /realm', 'can_create_groups', 299, { can_create_groups: '{"new":20}' }, 'iago'],
]

function group() {
  return { name: 'sourdough', description: '', members: '[]' }
}

/** Fields with the first level that has them. */
const fields: readonly [field: string, level: number, see: (service: Service) => Promise<unknown>][] = [
  ...inGroup('is_system_group', 93),
  ...inGroup('direct_subgroup_ids', 131),
  ...inGroup('can_mention_group', 198),
  ...inGroup('can_manage_group', 283),
  ...inGroup('deactivated', 290),
  ...inGroup('creator_id', 292),
  ...inGroup('date_created', 292),
  ...inGroup('can_join_group', 301),
  ...inGroup('can_add_members_group', 305),
  ...inGroup('can_leave_group', 308),
  ...inGroup('can_remove_members_group', 324),
  ...inChannel('message_retention_days', 17),
  ...inChannel('date_created', 30),
  ...inChannel('can_remove_subscribers_group', 197),
  ...inChannel('creator_id', 254),
  ...inChannel('is_archived', 315),
  ...inChannel('can_administer_channel_group', 325),
  ...inChannel('can_send_message_group', 333),
  ...inChannel('can_add_subscribers_group', 342),
  ...inChannel('can_subscribe_group', 357),
  ...inChannel('folder_id', 389),
  ...inChannel('topics_policy', 392),
  ...inChannel('subscriber_count', 394),
  ['filename of an upload', 285, async (service) => (await upload(service)).filename],
  ['user_id of a login', 171, async (service) => (await login(service)).user_id],
  ['hint of a profile field', 0, async (service) => (await profileField(service)).hint],
  ['display_in_profile_summary', 146, async (service) => (await profileField(service)).display_in_profile_summary],
  ['required of a profile field', 244, async (service) => (await profileField(service)).required],
  ['editable_by_user', 296, async (service) => (await profileField(service)).editable_by_user],
  ['ignored_because_not_subscribed_channels', 355, unreadElsewhere],
  ...inRegistration('max_topic_length', 53),
  ...inRegistration('is_moderator', 60),
  ...inRegistration('server_timestamp', 70),
  ...inRegistration('event_queue_longpoll_timeout_seconds', 74),
  ...inRegistration('muted_users', 48),
  ...inRegistration('realm_linkifiers', 54),
  ...inRegistration('drafts', 87),
  ...inRegistration('user_settings', 89),
  ...inRegistration('user_topics', 134),
  ...inRegistration('server_presence_ping_interval_seconds', 164),
  ...inRegistration('scheduled_messages', 179),
  ...inRegistration('server_typing_started_wait_period_milliseconds', 204),
  ...inRegistration('presence_last_update_id', 263),
  ...inRegistration('saved_snippets', 297),
  ...inRegistration('channel_folders', 389),
]

async function unreadElsewhere(service: Service): Promise<unknown> {
  const fields = { messages: '[105]', op: 'remove', flag: 'read' }
  const { body } = await service.call('yeast-bot@example.com', 'POST', '/messages/flags', fields)
  const channels = body.ignored_because_not_subscribed_channels
  if (channels !== undefined) expect(channels).toEqual([2])
  return channels
}

type Seen = (typeof fields)[number]

function inGroup(field: string, level: number): readonly Seen[] {
  const listed = async (service: Service) => {
    const { body } = await service.call('iago', 'GET', '/user_groups')
    return (body.user_groups as Record<string, unknown>[])[0]?.[field]
  }
  const registered = async (service: Service) => {
    const { body } = await service.call('iago', 'POST', '/register')
    return (body.realm_user_groups as Record<string, unknown>[])[0]?.[field]
  }
  const created = async (service: Service) => {
    const { body } = await service.call('iago', 'POST', '/register', { event_types: '["user_group"]' })
    await service.call('desdemona', 'POST', '/user_groups/create', group())
    const queue = { queue_id: String(body.queue_id), last_event_id: '-1', dont_block: 'true' }
    const { body: taken } = await service.call('iago', 'GET', '/events', queue)
    return (taken.events as { group: Record<string, unknown> }[])[0]?.group[field]
  }
  return [
    [`${field} of a group`, level, listed],
    [`${field} of a registered group`, level, registered],
    [`${field} of a new group in an event`, level, created],
  ]
}

function inChannel(field: string, level: number): readonly Seen[] {
  const seenAt =
    (method: string, path: string, list: string) =>
    async (service: Service): Promise<unknown> => {
      const { body } = await service.call('iago', method, path)
      const [first] = body[list] as Record<string, unknown>[]
      return Object.hasOwn(first ?? {}, field) ? 'there' : undefined
    }
  return [
    [`${field} of a channel`, level, seenAt('GET', '/streams', 'streams')],
    [`${field} of a subscription`, level, seenAt('GET', '/users/me/subscriptions', 'subscriptions')],
    [`${field} of a registered channel`, level, seenAt('POST', '/register', 'streams')],
  ]
}

function inRegistration(field: string, level: number): readonly Seen[] {
  const see = async (service: Service) => {
    const { body } = await service.call('iago', 'POST', '/register', {
      client_capabilities: '{"notification_settings_null":false,"linkifier_url_template":true}',
    })
    return Object.hasOwn(body, field) ? 'there' : undefined
  }
  return [[`${field} of a registration`, level, see]]
}

async function upload(service: Service): Promise<Record<string, unknown>> {
  const body = new FormData()
  body.set('file', new Blob(['Rye']), 'rye.txt')
  const response = await service.send('/api/v1/user_uploads', { method: 'POST', headers: service.as('iago'), body })
  return (await response.json()) as Record<string, unknown>
}

async function login(service: Service): Promise<Record<string, unknown>> {
  const fields = { username: 'hamlet@example.com', password: 'password' }
  return (await service.call('hamlet', 'POST', '/fetch_api_key', fields)).body
}

async function profileField(service: Service): Promise<Record<string, unknown>> {
  const fields = { name: 'Oven', hint: '', field_type: '1', field_data: '{}', display_in_profile_summary: 'true' }
  await service.call('iago', 'POST', '/realm/profile_fields', fields)
  const { body } = await service.call('iago', 'GET', '/realm/profile_fields')
  const list = body.custom_fields as Record<string, unknown>[]
  return list.find(({ name }) => name === 'Oven') ?? {}
}

describe('additions of later servers', () => {
  const open = opener()

  it.each(endpoints)('%s exists from level %i on, and not below', async (request, level, fields, who) => {
    const [method = '', path = ''] = request.split(' ')
    const at = async (featureLevel: number) =>
      isThere(await open({ featureLevel }), who ?? 'hamlet', method, path, fields)
    expect([await at(level - 1), await at(level)]).toEqual(['missing', 'there'])
  })

  it.each(parameters)('%s accepts %s from level %i on', async (request, parameter, level, fields, who) => {
    const [method = '', path = ''] = request.split(' ')
    const ignored = async (featureLevel: number) => {
      // Levels without a list of ignored parameters can't tell.
      const { call } = await open({ featureLevel: Math.max(167, featureLevel) })
      const { body } = await call(who ?? 'hamlet', method, path, fields)
      return (body.ignored_parameters_unsupported as string[] | undefined)?.includes(parameter) === true
    }
    if (level > 167) expect(await ignored(level - 1)).toBe(true)
    expect(await ignored(level)).toBe(false)
  })

  it.each(fields)('%s exists from level %i on', async (_, level, see) => {
    const there = await see(await open({ featureLevel: level }))
    expect(there).not.toBeUndefined()
    if (level > 0) expect(await see(await open({ featureLevel: level - 1 }))).toBeUndefined()
  })
})

describe('the client with an older server', () => {
  const open = opener()

  it.each<[level: number, call: (client: Client) => Promise<unknown>]>([
    [262, (client) => client.users.getStatus({ user_id: 10 })],
    [132, (client) => client.streams.get({ stream_id: 2 })],
    [173, (client) => client.scheduledMessages.list()],
    [127, (client) => client.userGroups.members({ user_group_id: 20 })],
    [48, (client) => client.users.mute({ muted_user_id: 11 })],
    [226, (client) => client.streams.getEmail({ stream_id: 2 })],
    [417, (client) => client.streams.create({ name: 'cellar', subscribers: [10] })],
    [463, (client) => client.bots.getKey({ bot_id: 21 })],
    [300, (client) => client.messages.list({ message_ids: [101] })],
    [379, (client) => client.messages.edit({ message_id: 106, content: 'Rye', prev_content_sha256: 'x' })],
    [245, (client) => client.settings.update({ web_font_size_px: 14 })],
    [215, (client) => client.typing.send({ op: 'start', type: 'stream', stream_id: 2, topic: 'lunch' })],
  ])('refuses a call below level %i without sending it', async (level, call) => {
    const below = await open({ featureLevel: level - 1 })
    const error = await call(clientOf(below)).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(UnsupportedByServerError)
    expect(error).toMatchObject({ serverLevel: level - 1, neededLevel: level })
    const there = await open({ featureLevel: level })
    const outcome = await call(clientOf(there)).catch((thrown: unknown) => thrown)
    expect(outcome).not.toBeInstanceOf(UnsupportedByServerError)
  })

  it("sends direct messages with the type's older name", async () => {
    const client = clientOf(await open({ featureLevel: 173 }))
    await expect(client.messages.send({ type: 'direct', to: [8], content: 'Hi' })).resolves.toMatchObject({ msg: '' })
    await expect(client.typing.send({ op: 'start', to: [8] })).resolves.toMatchObject({ msg: '' })
  })

  it('reports by `supports` which calls the server has', async () => {
    const client = clientOf(await open({ featureLevel: 261 }))
    expect(await client.supports('users.getStatus')).toBe(false)
    expect(await client.supports('streams.get')).toBe(true)
  })

  function clientOf({ simulator }: Service): Client {
    return new Client({ ...simulator.credentials('hamlet'), fetch: simulator.fetch })
  }
})

import { expect } from 'vitest'
import { json } from '../ways.js'
import type { LevelCase } from './levelCase.js'
import { answerTo, flood, hasField, part } from './seeing.js'

/** Fields and values that appear, disappear or take another shape. */
export const fieldCases = {
  externalAuthenticationMethods: {
    level: 0,
    see: (service) => hasField(service, 'hamlet', '/server_settings', 'external_authentication_methods'),
    before: undefined,
    since: true,
  },
  authenticationCodeHost2: {
    level: 1,
    see: (service) => hasField(service, 'hamlet', '/server_settings', 'authentication_methods', 'idp_code_host_2'),
    before: false,
    since: true,
  },
  serverMergeBase: {
    level: 88,
    see: (service) => hasField(service, 'hamlet', '/server_settings', 'svc_merge_base'),
    before: false,
    since: true,
  },
  realmWebPublicAccess: {
    level: 116,
    see: (service) => hasField(service, 'hamlet', '/server_settings', 'realm_web_public_access_enabled'),
    before: false,
    since: true,
  },
  deleteTopicPartiallyCompleted: {
    level: 154,
    options: { assumptions: { deleteBatchesPerRequest: 1 } },
    see: async (service) => {
      flood(service, 'flood', 150)
      const { body } = await service.call('iago', 'POST', '/streams/2/delete_topic', { topic_name: 'flood' })
      return { result: body.result, left: service.simulator.messages({ channel: 'kitchen', topic: 'flood' }).length }
    },
    before: { result: 'success', left: 0 },
    since: { result: 'partially_completed', left: 50 },
  },
  deliveryEmailAlways: {
    level: 163,
    // Ophelia shows her address to nobody.
    see: (service) => part(service, 'hamlet', '/users/17', 'user', 'delivery_email'),
    before: undefined,
    since: null,
  },
  ignoredParameters: {
    level: 167,
    see: async (service) => {
      const { body } = await service.call('hamlet', 'POST', '/users/me/muted_users/11', { zeta: '1', alpha: '2' })
      return body
    },
    before: { result: 'success', msg: '' },
    since: { result: 'success', msg: '', ignored_parameters_unsupported: ['alpha', 'zeta'] },
  },
  attachmentTimesInSeconds: {
    level: 443,
    options: { clock: 'frozen' },
    see: async (service) => {
      const start = Math.floor(service.simulator.clock.now() / 1000)
      const [file] = (await part(service, 'iago', '/attachments', 'attachments')) as readonly [
        { create_time: number; messages: readonly { date_sent: number }[] },
      ]
      return [
        file.create_time / (start - 2 * 24 * 60 * 60),
        file.messages.map(({ date_sent }) => date_sent / (start - 2 * 24 * 60 * 60 + 120)),
      ]
    },
    before: [1000, [1000]],
    since: [1, [1]],
  },
  attachmentMessageIds: {
    level: 472,
    see: async (service) => {
      const file = (await part(service, 'iago', '/attachments', 'attachments', 0)) as Record<string, unknown>
      return { messages: file.messages, message_ids: file.message_ids }
    },
    before: { messages: [{ id: 103, date_sent: expect.any(Number) }], message_ids: undefined },
    since: { messages: undefined, message_ids: [103] },
  },
  playgroundTemplate: {
    level: 196,
    see: async (service) => {
      const add = (fields: Record<string, string>) =>
        answerTo(service, 'iago', 'POST', '/realm/playgrounds', { name: 'Oven', pygments_language: 'Rye', ...fields })
      await add({ url_prefix: 'https://bread.example/?code=' })
      await add({ url_template: 'https://bread.example/?code={code}' })
      const { body } = await service.call('hamlet', 'POST', '/register', { event_types: '["realm_playgrounds"]' })
      return body.realm_playgrounds
    },
    before: [{ id: 1, name: 'Oven', pygments_language: 'Rye', url_prefix: 'https://bread.example/?code=' }],
    since: [{ id: 1, name: 'Oven', pygments_language: 'Rye', url_template: 'https://bread.example/?code={code}' }],
  },
  linkifierUrlTemplate: {
    level: 176,
    see: async (service) => {
      const first = (await part(service, 'hamlet', '/realm/linkifiers', 'linkifiers', 0)) as Record<string, unknown>
      const add = (fields: Record<string, string>) =>
        answerTo(service, 'iago', 'POST', '/realm/filters', { pattern: 'B-(?P<id>[0-9]+)', ...fields })
      const named = await add({ url_format_string: 'https://bread.example/%(id)s' })
      await add({ url_template: 'https://bread.example/{id}' })
      const change = (fields: Record<string, string>) =>
        answerTo(service, 'iago', 'PATCH', '/realm/filters/2', { pattern: 'ORDER-(?P<order>[0-9]+)', ...fields })
      const changed = await change({ url_format_string: 'https://orders.example/%(order)s' })
      await change({ url_template: 'https://orders.example/{order}' })
      // Whichever way it was given, it is the same linkifier.
      service.simulator.setFeatureLevel(496)
      const { body } = await service.call('hamlet', 'GET', '/realm/linkifiers')
      const templates = (body.linkifiers as { url_template: string }[]).map((one) => one.url_template)
      const now = { added: templates.at(-1), other: templates[1] }
      return { url_format: first.url_format, url_template: first.url_template, named, changed, ...now }
    },
    before: {
      url_format: 'https://tracker.example.com/issue/%(id)s',
      url_template: undefined,
      named: 'yes',
      changed: 'yes',
      added: 'https://bread.example/{id}',
      other: 'https://orders.example/{order}',
    },
    since: {
      url_format: undefined,
      url_template: 'https://tracker.example.com/issue/{id}',
      named: "Missing 'url_template' argument",
      changed: "Missing 'url_template' argument",
      added: 'https://bread.example/{id}',
      other: 'https://orders.example/{order}',
    },
  },
  presenceWithoutClients: {
    level: 178,
    options: { clock: 'frozen' },
    see: async (service) => {
      const { realm } = service.simulator
      realm.do('reportPresence', 'hamlet', 'active', 'Desk')
      await service.simulator.advance(1000)
      realm.do('reportPresence', 'hamlet', 'idle', 'Phone')
      const own = await part(service, 'iago', '/realm/presence', 'presences', 'hamlet@example.com')
      return Object.entries(own as Record<string, Record<string, unknown>>).map(([key, entry]) => [key, entry.client])
    },
    before: [
      ['aggregated', 'Phone'],
      ['website', 'website'],
      ['Desk', 'Desk'],
      ['Phone', 'Phone'],
    ],
    since: [
      ['aggregated', 'website'],
      ['website', 'website'],
    ],
  },
  directMessageTrigger: {
    level: 201,
    see: async (service) => {
      const posted: unknown[] = []
      service.simulator.connect('echo', async (request) => {
        posted.push(((await request.json()) as { trigger: string }).trigger)
        return Response.json({ response_not_required: true })
      })
      service.simulator.say('hamlet', { to: ['echo'] }, 'Are you there?')
      service.simulator.say('hamlet', { channel: 'kitchen', topic: 'lunch' }, '@**Echo** and here?')
      await service.simulator.idle()
      return posted.sort()
    },
    before: ['mention', 'private_message'],
    since: ['direct_message', 'mention'],
  },
  deleteTopicComplete: {
    level: 211,
    options: { assumptions: { deleteBatchesPerRequest: 1 } },
    see: async (service) => {
      flood(service, 'flood', 150)
      const send = () => service.call('iago', 'POST', '/streams/2/delete_topic', { topic_name: 'flood' })
      return [(await send()).body, (await send()).body]
    },
    before: [
      { result: 'partially_completed', msg: '', code: 'REQUEST_TIMEOUT' },
      { result: 'success', msg: '' },
    ],
    since: [
      { result: 'success', msg: '', complete: false },
      { result: 'success', msg: '', complete: true },
    ],
  },
  realmUrl: {
    level: 257,
    see: async (service) => {
      const { body } = await service.call('hamlet', 'GET', '/server_settings')
      return { realm_url: body.realm_url, realm_uri: body.realm_uri }
    },
    before: { realm_url: undefined, realm_uri: 'http://localhost' },
    since: { realm_url: 'http://localhost', realm_uri: 'http://localhost' },
  },
  sharedDirectRecipientId: {
    level: 327,
    see: async (service) => {
      const incoming = await part(service, 'hamlet', '/messages/107', 'message', 'recipient_id')
      const outgoing = await part(service, 'hamlet', '/messages/108', 'message', 'recipient_id')
      return incoming === outgoing ? 'one for both directions' : 'one for each direction'
    },
    before: 'one for each direction',
    since: 'one for both directions',
  },
  billingAdminRemoved: {
    level: 363,
    see: (service) => hasField(service, 'hamlet', '/users/me', 'is_billing_admin'),
    before: true,
    since: false,
  },
  lastMovedTimestamp: {
    level: 365,
    see: async (service) => {
      await service.call('iago', 'PATCH', '/messages/106', { topic: 'supper' })
      const message = (await part(service, 'iago', '/messages/106', 'message')) as object
      return { edited: 'last_edit_timestamp' in message, moved: 'last_moved_timestamp' in message }
    },
    before: { edited: true, moved: false },
    since: { edited: false, moved: true },
  },
  channelFolderOrder: {
    level: 414,
    see: async (service) => {
      const folders = (await part(service, 'hamlet', '/channel_folders', 'channel_folders')) as Record<
        string,
        unknown
      >[]
      return folders.map(({ id, order }) => ({ id, order }))
    },
    before: [
      { id: 1, order: undefined },
      { id: 2, order: undefined },
    ],
    since: [
      { id: 2, order: 0 },
      { id: 1, order: 1 },
    ],
  },
  importedStub: {
    level: 433,
    see: (service) => part(service, 'hamlet', '/users/15', 'user', 'is_imported_stub'),
    before: undefined,
    since: true,
  },
  reverseLinkifiers: {
    level: 471,
    see: async (service) => {
      const first = (await part(service, 'hamlet', '/realm/linkifiers', 'linkifiers', 0)) as Record<string, unknown>
      return { example: first.example_input, reverse: first.reverse_template }
    },
    before: { example: undefined, reverse: undefined },
    since: { example: '#1234', reverse: '#{id}' },
  },
  dateJoinedAtFirstLogin: {
    level: 475,
    options: { clock: 'frozen' },
    see: async (service) => {
      const joined = () => part(service, 'hamlet', '/users/15', 'user', 'date_joined')
      const created = await joined()
      await service.simulator.advance(3 * 24 * 60 * 60 * 1000)
      service.simulator.realm.do('logIn', 'yorick')
      return (await joined()) === created ? 'when it was created' : 'at the first login'
    },
    before: 'when it was created',
    since: 'at the first login',
  },
  alternativeUrlTemplates: {
    level: 478,
    see: (service) => hasField(service, 'hamlet', '/realm/linkifiers', 'linkifiers', 0, 'alternative_url_templates'),
    before: false,
    since: true,
  },
  authenticationChatVendor: {
    level: 488,
    see: (service) => hasField(service, 'hamlet', '/server_settings', 'authentication_methods', 'idp_chat_vendor'),
    before: false,
    since: true,
  },
  deletedUsers: {
    level: 490,
    see: (service) => part(service, 'hamlet', '/users/16', 'user', 'is_deleted'),
    before: undefined,
    since: true,
  },
  movesInHistory: {
    level: 118,
    options: { clock: 'frozen' },
    see: async (service) => {
      const id = service.simulator.say('iago', { channel: 'kitchen', topic: 'lunch' }, 'Soup')
      await service.call('iago', 'PATCH', `/messages/${id}`, { topic: 'dinner' })
      const path = `/messages?anchor=${id}&num_before=0&num_after=0`
      const edit = (await part(service, 'iago', path, 'messages', 0, 'edit_history', 0)) as Record<string, unknown>
      const { user_id: _, timestamp: __, ...move } = edit
      return move
    },
    before: { prev_subject: 'lunch' },
    since: { prev_topic: 'lunch', topic: 'dinner' },
  },
  reactionUserRemoved: {
    level: 328,
    see: async (service) => {
      const path = '/messages?anchor=102&num_before=0&num_after=0'
      const reaction = (await part(service, 'iago', path, 'messages', 0, 'reactions', 0)) as Record<string, unknown>
      return { user_id: reaction.user_id, user: reaction.user }
    },
    before: {
      user_id: 8,
      user: { id: 8, email: 'iago@example.com', full_name: 'Iago' },
    },
    since: { user_id: 8, user: undefined },
  },
  subscribedById: {
    level: 289,
    see: async (service) => {
      const fields = { subscriptions: '[{"name":"kitchen"},{"name":"cellar"}]' }
      const { body } = await service.call('iago', 'POST', '/users/me/subscriptions', fields)
      return [body.subscribed, body.already_subscribed]
    },
    before: [{ 'iago@example.com': ['cellar'] }, { 'iago@example.com': ['kitchen'] }],
    since: [{ 8: ['cellar'] }, { 8: ['kitchen'] }],
  },
  uploadUrl: {
    level: 272,
    see: async (service) => {
      const form = new FormData()
      form.set('file', new Blob(['Rye']), 'rye.txt')
      const init = { method: 'POST', headers: service.as('iago'), body: form }
      const body = await json(await service.send('/api/v1/user_uploads', init))
      return [typeof body.uri, typeof body.url]
    },
    before: ['string', 'undefined'],
    since: ['string', 'string'],
  },
  defaultChannelsById: {
    level: 330,
    see: async (service) => {
      const { body } = await service.call('iago', 'POST', '/register', { event_types: '["default_streams"]' })
      const [first] = body.realm_default_streams as readonly unknown[]
      return typeof first
    },
    before: 'object',
    since: 'number',
  },
} as const satisfies Record<string, LevelCase>

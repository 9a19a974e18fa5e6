import { bakery } from 'earshot/simulator'
import type { Service } from '../ways.js'
import type { LevelCase } from './levelCase.js'
import { answerTo } from './seeing.js'

/** The group that nobody is in, and one of which Hamlet is no member. */
const nobody = '8'
const apprentices = '21'

const inLunch = { type: 'stream', to: '2', topic: 'lunch' }

/** Code and text of a refusal, and the other fields of its body. */
async function refusal(
  service: Service,
  who: string,
  method: string,
  path: string,
  fields: Record<string, string>,
): Promise<object> {
  const { result: _, ...body } = (await service.call(who, method, path, fields)).body
  return body
}

/** The notices that the server has sent. */
function notices({ simulator }: Service, place: Parameters<Service['simulator']['messages']>[0]): string[] {
  return simulator
    .messages(place)
    .filter((message) => message.sender_full_name === 'Notification Bot')
    .map(({ content }) => content)
}

const mentionsBakers = (service: Service) =>
  answerTo(service, 'hamlet', 'POST', '/messages', { ...inLunch, content: '@*bakers* Soup?' })

/** Only apprentices may mention the bakers; no call could say so at all of these levels. */
const closedGroup = {
  organisation: {
    ...bakery,
    groups: bakery.groups.map((group) =>
      group.name === 'bakers' ? { ...group, group_settings: { can_mention_group: Number(apprentices) } } : group,
    ),
  },
}

/** Refusals in other words or with other codes, and permissions that older servers don't have. */
export const refusalCases = {
  partialMoveLimit: {
    level: 172,
    see: async (service) => {
      await service.call('iago', 'PATCH', '/realm', { move_messages_within_stream_limit_seconds: '17960' })
      return answerTo(service, 'hamlet', 'PATCH', '/messages/106', { topic: 'supper', propagate_mode: 'change_all' })
    },
    before: 'yes',
    since: 'You only have permission to move the 1/2 most recent messages in this topic.',
  },
  directMessageWords: {
    level: 179,
    see: (service) => answerTo(service, 'iago', 'PATCH', '/messages/107', { topic: 'lunch' }),
    before: 'Private messages cannot have topics.',
    since: 'Direct messages cannot have topics.',
  },
  groupMentionPermission: {
    level: 191,
    options: closedGroup,
    see: mentionsBakers,
    before: 'yes',
    since:
      "You are not allowed to mention user group 'bakers'. You must be a member of 'apprentices' to mention this group.",
  },
  wildcardMentionCodes: {
    level: 229,
    options: { assumptions: { wildcardSubscribers: 0 } },
    see: async (service) => [
      await refusal(service, 'hamlet', 'POST', '/messages', { ...inLunch, content: '@**all** Soup?' }),
    ],
    before: [{ code: 'BAD_REQUEST', msg: 'You do not have permission to use wildcard mentions in this stream.' }],
    since: [
      {
        code: 'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
        msg: 'You do not have permission to use stream wildcard mentions in this stream.',
      },
    ],
  },
  channelWords: {
    level: 255,
    see: async (service) => [
      await answerTo(service, 'hamlet', 'POST', '/messages', { ...inLunch, to: 'cellar', content: 'Hi' }),
      await answerTo(service, 'hamlet', 'POST', '/messages', { ...inLunch, to: '4', content: 'Hi' }),
      await answerTo(service, 'hamlet', 'GET', '/users/me/99/topics'),
      await answerTo(service, 'hamlet', 'GET', '/get_stream_id', { stream: 'cellar' }),
    ],
    before: [
      "Stream 'cellar' does not exist",
      "Not authorized to send to stream 'books'",
      'Invalid stream ID',
      "Invalid stream name 'cellar'",
    ],
    since: [
      "Channel 'cellar' does not exist",
      "Not authorized to send to channel 'books'",
      'Invalid channel ID',
      "Invalid channel name 'cellar'",
    ],
  },
  directMessageGroups: {
    level: 270,
    see: async (service) => {
      await service.call('iago', 'PATCH', '/realm', { direct_message_permission_group: `{"new":${nobody}}` })
      return answerTo(service, 'hamlet', 'POST', '/messages', { type: 'private', to: '[8]', content: 'Hi' })
    },
    before: 'yes',
    since: 'Direct messages are disabled in this organization.',
  },
  typedParameters: {
    level: 296,
    see: (service) => answerTo(service, 'hamlet', 'PATCH', '/messages/106', { stream_id: 'abc' }),
    before: 'Argument "stream_id" is not valid JSON.',
    since: 'stream_id is not valid JSON',
  },
  shortGroupMentionText: {
    level: 296,
    options: closedGroup,
    see: mentionsBakers,
    before:
      "You are not allowed to mention user group 'bakers'. You must be a member of 'apprentices' to mention this group.",
    since: "You are not allowed to mention user group 'bakers'.",
  },
  channelAdministrators: {
    level: 325,
    see: (service) => refusal(service, 'hamlet', 'PATCH', '/streams/2', { description: 'Mine' }),
    before: { code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an organization administrator' },
    since: { code: 'BAD_REQUEST', msg: 'You do not have permission to administer this channel.' },
  },
  postingGroups: {
    level: 333,
    see: async (service) => {
      await service.call('iago', 'PATCH', '/streams/2', { can_send_message_group: `{"new":${nobody}}` })
      return answerTo(service, 'hamlet', 'POST', '/messages', { ...inLunch, content: 'Hi' })
    },
    before: 'yes',
    since: 'You do not have permission to post in this channel.',
  },
  resolvingUndone: {
    level: 296,
    see: async (service) => {
      for (const topic of ['✔ lunch', 'lunch']) {
        await service.call('iago', 'PATCH', '/messages/106', { topic, propagate_mode: 'change_all' })
      }
      return notices(service, { channel: 'kitchen', topic: 'lunch' })
    },
    before: ['resolved', 'unresolved'].map((what) => `@_**Iago|8** has marked this topic as ${what}.`),
    since: [],
  },
  resolvingGroup: {
    level: 367,
    see: async (service) => {
      await service.call('iago', 'PATCH', '/realm', { can_resolve_topics_group: `{"new":${nobody}}` })
      return answerTo(service, 'hamlet', 'PATCH', '/messages/106', { topic: '✔ lunch', propagate_mode: 'change_all' })
    },
    before: 'yes',
    since: "You don't have permission to resolve topics.",
  },
  archivingNotices: {
    level: 387,
    see: async (service) => {
      await service.call('iago', 'POST', '/users/me/subscriptions', {
        subscriptions: '[{"name":"suppliers"}]',
        principals: '[12]',
      })
      await service.call('iago', 'DELETE', '/streams/2')
      return [
        ...notices(service, { dm: ['othello', 'notification bot'] }),
        ...notices(service, { channel: 'kitchen', topic: 'channel events' }),
      ]
    },
    before: ['@**Iago|8** subscribed you to the channel #**suppliers**.'],
    since: ['@_**Iago|8** subscribed you to #**suppliers**.', 'Channel kitchen has been archived.'],
  },
  mismatchedField: {
    level: 379,
    see: (service) => refusal(service, 'desdemona', 'PATCH', '/realm', { can_create_groups: '{"new":24,"old":1}' }),
    before: { code: 'EXPECTATION_MISMATCH', msg: "'old' value does not match the expected value." },
    since: {
      code: 'EXPECTATION_MISMATCH',
      msg: "'old' value does not match the expected value.",
      field_name: 'old',
    },
  },
  uniqueNameTexts: {
    level: 387,
    see: async (service) => [
      await answerTo(service, 'iago', 'PATCH', '/streams/2', { new_name: 'general' }),
      await answerTo(service, 'iago', 'PATCH', '/bots/20', { full_name: 'Yeast Counter' }),
    ],
    before: ['Channel name already in use.', 'Name is already in use!'],
    since: ['Channel name is already in use.', 'Name is already in use.'],
  },
} as const satisfies Readonly<Record<string, LevelCase>>

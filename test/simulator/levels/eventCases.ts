import { exampleCalls, type FeatureId } from 'earshot/protocol'
import { bakery } from 'earshot/simulator'
import type { Service } from '../ways.js'
import type { LevelCase } from './levelCase.js'
import { part, watch, watchWith } from './seeing.js'

/** The user of a reaction, in its event. */
async function reactingUser(service: Service) {
  const read = await watch(service, 'hamlet', 'reaction')
  await service.call('iago', 'POST', '/messages/105/reactions', { emoji_name: 'heart' })
  const [event] = await read()
  return [event?.user_id, event?.user]
}

const iago = { user_id: 8, email: 'iago@example.com', full_name: 'Iago' }

/** Guests see only those with whom they share a channel or a conversation. */
const guestsApart: LevelCase['options'] = {
  organisation: {
    ...bakery,
    group_settings: { can_access_all_users_group: 'role:members' },
    channels: bakery.channels.map((channel, at) => ({ ...channel, subscribers: at === 0 ? [8, 13] : [8, 10] })),
  },
}

async function namesListed(service: Service): Promise<readonly unknown[]> {
  const members = (await part(service, 'polonius', '/users', 'members')) as readonly {
    user_id: number
    full_name: string
  }[]
  return members.filter(({ user_id }) => user_id < 12).map(({ user_id, full_name }) => [user_id, full_name])
}

const withUnknown = [7, 8, 9, 10, 11].map((id) => [id, id === 8 ? 'Iago' : 'Unknown user'])

/** Rows about events, and about the data from which they start. */
export const eventCases = {
  reactionEventUser: { level: 339, see: reactingUser, before: [8, undefined], since: [8, iago] },
  reactionEventUserGone: { level: 484, see: reactingUser, before: [8, iago], since: [8, undefined] },
  botsWithoutKeys: {
    level: 474,
    see: async (service) => {
      const read = await watch(service, 'iago', 'realm_bot')
      await service.call('iago', 'PATCH', '/bots/20', { full_name: 'Parrot' })
      await service.call('iago', 'POST', '/bots/20/api_key/regenerate')
      await service.call('iago', 'POST', '/bots', { full_name: 'Crumb', short_name: 'crumb', bot_type: '1' })
      const { body } = await service.call('iago', 'POST', '/register', { fetch_event_types: '["realm_bot"]' })
      const keys = (bot: unknown) => Object.keys(bot as object).filter((name) => !name.startsWith('default_'))
      const events = (await read()).map(({ op, bot }) => [op, ...keys(bot).sort()])
      const [first] = body.realm_bots as readonly unknown[]
      return [...events, keys(first).sort()]
    },
    before: [
      ['update', 'full_name', 'user_id'],
      ['update', 'api_key', 'user_id'],
      [
        'add',
        'api_key',
        'avatar_url',
        'bot_type',
        'email',
        'full_name',
        'is_active',
        'owner_id',
        'services',
        'user_id',
      ],
      ['api_key', 'avatar_url', 'bot_type', 'email', 'full_name', 'is_active', 'owner_id', 'services', 'user_id'],
    ],
    since: [
      ['add', 'services', 'user_id'],
      ['services', 'user_id'],
    ],
  },
  slimPresences: {
    level: 419,
    options: { clock: 'frozen' },
    see: async (service) => {
      const read = await watchWith(service, 'hamlet', ['simplified_presence_events'], 'presence')
      await service.call('othello', 'POST', '/users/me/presence', { status: 'active' })
      return (await read()).map((event) => Object.keys(event).sort())
    },
    before: [['email', 'id', 'presence', 'server_timestamp', 'type', 'user_id']],
    since: [['id', 'presences', 'type']],
  },
  presenceTimestamps: {
    level: 487,
    see: async (service) => {
      const presence = (await part(service, 'hamlet', '/users/8/presence', 'presence')) as Record<string, object>
      return Object.entries(presence).map(([name, one]) => [name, typeof one])
    },
    before: [
      ['aggregated', 'object'],
      ['website', 'object'],
    ],
    since: [
      ['active_timestamp', 'number'],
      ['idle_timestamp', 'number'],
    ],
  },
  emojiEvents: {
    level: 491,
    see: async (service) => {
      const read = await watchWith(service, 'hamlet', ['individual_emoji_changes'], 'realm_emoji')
      const body = new FormData()
      body.set('filename', exampleCalls['emoji.upload'].params.file)
      await service.send('/api/v1/realm/emoji/rye', { method: 'POST', headers: service.as('iago'), body })
      await service.call('iago', 'DELETE', '/realm/emoji/rye')
      return (await read()).map(({ op, realm_emoji: all, emoji, emoji_id: id, data }) => {
        return [op, typeof all, (emoji as { name: string } | undefined)?.name ?? id, data]
      })
    },
    before: [
      ['update', 'object', undefined, undefined],
      ['update', 'object', undefined, undefined],
    ],
    since: [
      ['add', 'undefined', 'rye', undefined],
      ['update_one', 'undefined', '4', { deactivated: true }],
    ],
  },
  adminsModerate: {
    level: 380,
    see: async (service) => {
      const { body } = await service.call('iago', 'POST', '/register', { fetch_event_types: '["realm_user"]' })
      return body.is_moderator
    },
    before: false,
    since: true,
  },
  unknownUsers: {
    level: 232,
    options: guestsApart,
    see: namesListed,
    before: [[8, 'Iago']],
    since: withUnknown,
  },
  unknownUsersGone: {
    level: 437,
    options: guestsApart,
    see: namesListed,
    before: withUnknown,
    since: [[8, 'Iago']],
  },
} satisfies Partial<Record<FeatureId, LevelCase>>

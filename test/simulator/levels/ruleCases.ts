import { bakery } from 'earshot/simulator'
import type { LevelCase } from './levelCase.js'
import { answerTo, flood, narrowedTo, part, watch } from './seeing.js'

const administratorBot = {
  ...bakery,
  bots: bakery.bots.map((bot) =>
    bot.full_name === 'Yeast Counter' ? { ...bot, role: 'administrator' as const } : bot,
  ),
}

/** The same request with another effect, or another refusal. */
export const ruleCases = {
  deleteTopicInBatches: {
    level: 147,
    see: async (service) => {
      flood(service, 'flood', 150)
      const batches: number[] = []
      service.simulator.realm.onEvent((event) => {
        if (event.type === 'delete_message') batches.push(event.message_ids.length)
      })
      await service.call('iago', 'POST', '/streams/2/delete_topic', { topic_name: 'flood' })
      return batches
    },
    before: [150],
    since: [100, 50],
  },
  topicMutingIdempotent: {
    level: 170,
    see: async (service) => {
      const answers: string[] = []
      for (const op of ['add', 'add', 'remove', 'remove']) {
        const fields = { stream_id: '2', topic: 'lunch', op }
        answers.push(await answerTo(service, 'hamlet', 'PATCH', '/users/me/subscriptions/muted_topics', fields))
      }
      return answers
    },
    before: ['yes', 'Topic already muted', 'yes', 'Topic is not muted'],
    since: ['yes', 'yes', 'yes', 'yes'],
  },
  muteBots: {
    level: 188,
    see: (service) => answerTo(service, 'hamlet', 'POST', '/users/me/muted_users/21'),
    before: 'No such user',
    since: 'yes',
  },
  followedTopics: {
    level: 219,
    see: (service) =>
      answerTo(service, 'hamlet', 'POST', '/user_topics', { stream_id: '2', topic: 'lunch', visibility_policy: '3' }),
    before: 'Invalid visibility_policy: Value error, Not in the list of possible values',
    since: 'yes',
  },
  directNarrows: {
    level: 177,
    see: async (service) => [
      await narrowedTo(service, 'iago', [['dm-including', 'aaron@example.com']]),
      await narrowedTo(service, 'iago', [['dm', 'hamlet@example.com']]),
      await narrowedTo(service, 'iago', [['pm-with', 'hamlet@example.com']]),
    ],
    before: [
      'Invalid narrow operator: unknown operator dm-including',
      'Invalid narrow operator: unknown operator dm',
      [107, 108],
    ],
    since: ['Invalid narrow operator: unknown user aaron@example.com', [107, 108], [107, 108]],
  },
  wildcardFlags: {
    level: 224,
    see: async (service) => {
      const message = { type: 'stream', to: '2', topic: 'lunch', content: '@**all** @**topic** soup' }
      const { body } = await service.call('iago', 'POST', '/messages', message)
      return part(service, 'shiva', `/messages/${body.id}`, 'message', 'flags')
    },
    before: ['wildcard_mentioned'],
    since: ['stream_wildcard_mentioned', 'wildcard_mentioned'],
  },
  numericIdNarrow: {
    level: 194,
    see: (service) => narrowedTo(service, 'iago', [{ operator: 'id', operand: 104 }]),
    before: 'elem["operand"] is not a string',
    since: [104],
  },
  conflictingNarrows: {
    level: 237,
    see: (service) =>
      narrowedTo(service, 'iago', [
        ['stream', 'kitchen'],
        ['dm', 'hamlet@example.com'],
      ]),
    before: [],
    since: 'Invalid narrow operator: No message can be both a channel message and direct message',
  },
  strictWithNarrow: {
    level: 371,
    see: (service) =>
      narrowedTo(service, 'iago', [
        ['channel', 'kitchen'],
        ['with', '999'],
      ]),
    before: [103, 104, 105, 106],
    since: "Invalid narrow operator: Invalid 'with' operator",
  },
  reactionNarrow: {
    level: 249,
    see: (service) => narrowedTo(service, 'iago', [['has', 'reaction']]),
    before: "Invalid narrow operator: unknown 'has' operand reaction",
    since: [102],
  },
  channelNarrows: {
    level: 250,
    see: (service) => narrowedTo(service, 'iago', [['channel', 'kitchen']]),
    before: 'Invalid narrow operator: unknown operator channel',
    since: [103, 104, 105, 106],
  },
  followedNarrow: {
    level: 265,
    see: (service) => narrowedTo(service, 'iago', [['is', 'followed']]),
    before: "Invalid narrow operator: unknown 'is' operand followed",
    since: [],
  },
  withNarrow: {
    level: 271,
    see: (service) => narrowedTo(service, 'iago', [['with', '107']]),
    before: 'Invalid narrow operator: unknown operator with',
    since: [107, 108],
  },
  serviceBotCopies: {
    level: 345,
    see: async (service) => {
      await service.call('iago', 'POST', '/messages', { type: 'private', to: '[20]', content: 'hi' })
      return answerTo(service, 'Echo', 'GET', '/messages/111')
    },
    before: 'Invalid message(s)',
    since: 'yes',
  },
  deletionsReachCopies: {
    level: 371,
    see: async (service) => {
      const read = await watch(service, 'othello', 'delete_message')
      service.simulator.realm.do('unsubscribe', 'othello', 'kitchen')
      await service.call('iago', 'DELETE', '/messages/106')
      return (await read()).length
    },
    before: 0,
    since: 1,
  },
  deactivationUpdatesUsers: {
    level: 222,
    see: async (service) => {
      const read = await watch(service, 'hamlet', 'realm_user', 'realm_bot')
      for (const [method, path] of [
        ['DELETE', '/bots/21'],
        ['POST', '/users/21/reactivate'],
      ] as const) {
        await service.call('iago', method, path)
      }
      return (await read()).map(({ type, op }) => `${type} ${op}`)
    },
    before: ['realm_user remove', 'realm_bot remove', 'realm_user add', 'realm_bot add'],
    since: ['realm_user update', 'realm_bot update', 'realm_user update', 'realm_bot update'],
  },
  deactivationRemovesPeers: {
    level: 377,
    see: async (service) => {
      const read = await watch(service, 'hamlet', 'subscription')
      await service.call('iago', 'DELETE', '/users/12')
      return (await read()).map(({ op }) => op)
    },
    before: [],
    since: ['peer_remove'],
  },
  mutedNarrow: {
    level: 366,
    see: (service) => narrowedTo(service, 'iago', [['is', 'muted']]),
    before: "Invalid narrow operator: unknown 'is' operand muted",
    since: [],
  },
  channelMessageType: {
    level: 248,
    see: async (service) => [
      await answerTo(service, 'iago', 'PATCH', '/scheduled_messages/1', { type: 'channel', to: '1', topic: 'lunch' }),
      await answerTo(service, 'iago', 'POST', '/messages', {
        type: 'channel',
        to: '1',
        topic: 'lunch',
        content: 'Soup?',
      }),
      await answerTo(service, 'iago', 'POST', '/scheduled_messages', {
        type: 'channel',
        to: '1',
        topic: 'lunch',
        content: 'Soup?',
        scheduled_delivery_timestamp: '4000000000',
      }),
    ],
    before: ['Invalid type: Value error, Not in the list of possible values', 'Invalid type', 'Invalid type'],
    since: ['yes', 'yes', 'yes'],
  },
  firstMessageIdEvent: {
    level: 256,
    see: async (service) => {
      const updates: unknown[] = []
      service.simulator.realm.onEvent((event) => {
        if (event.type === 'stream') updates.push({ property: event.property, value: event.value })
      })
      await service.call('iago', 'POST', '/streams/1/delete_topic', { topic_name: 'greetings' })
      return updates
    },
    before: [],
    since: [{ property: 'first_message_id', value: null }],
  },
  groupInUseCode: {
    level: 298,
    see: async (service) => {
      const { body } = await service.call('desdemona', 'POST', '/user_groups/24/deactivate')
      return { code: body.code, objections: body.objections }
    },
    before: { code: 'BAD_REQUEST', objections: undefined },
    since: {
      code: 'CANNOT_DEACTIVATE_GROUP_IN_USE',
      objections: [{ type: 'realm', settings: ['can_invite_users_group'] }],
    },
  },
  realEmailLookup: {
    level: 302,
    see: async (service) => ({
      // Cordelia shows her address to administrators.
      toAdministrator: await answerTo(service, 'iago', 'GET', '/users/cordelia@example.com'),
      toMember: await answerTo(service, 'hamlet', 'GET', '/users/cordelia@example.com'),
      dummyOfWhoIsKnown: await answerTo(service, 'hamlet', 'GET', '/users/user8@localhost'),
      dummyOfWhoIsNot: await answerTo(service, 'hamlet', 'GET', '/users/user11@localhost'),
    }),
    before: {
      toAdministrator: 'No such user',
      toMember: 'No such user',
      dummyOfWhoIsKnown: 'No such user',
      dummyOfWhoIsNot: 'yes',
    },
    since: { toAdministrator: 'yes', toMember: 'No such user', dummyOfWhoIsKnown: 'yes', dummyOfWhoIsNot: 'yes' },
  },
  deactivatedNotMember: {
    level: 303,
    // Prospero is an apprentice, and deactivated.
    see: (service) => part(service, 'hamlet', '/user_groups/21/members/14', 'is_user_group_member'),
    before: true,
    since: false,
  },
  emptyTopic: {
    level: 334,
    see: async (service) => [
      await answerTo(service, 'hamlet', 'POST', '/user_topics', { stream_id: '2', topic: '', visibility_policy: '1' }),
      await answerTo(service, 'hamlet', 'POST', '/messages', { type: 'stream', to: '2', topic: '', content: 'Hm.' }),
    ],
    before: ["Topic can't be empty!", "Topic can't be empty!"],
    since: ['yes', 'yes'],
  },
  noTopicReading: {
    level: 370,
    see: async (service) => {
      const subjects: unknown[] = []
      for (const topic of ['(no topic)', 'general chat']) {
        const fields = { type: 'stream', to: '2', topic, content: 'Hm.' }
        const { body } = await service.call('hamlet', 'POST', '/messages', fields)
        subjects.push(
          await part(service, 'hamlet', `/messages/${body.id}?allow_empty_topic_name=true`, 'message', 'subject'),
        )
      }
      return subjects
    },
    before: ['(no topic)', 'general chat'],
    since: ['', ''],
  },
  botsInGroupCheck: {
    level: 458,
    see: (service) => answerTo(service, 'hamlet', 'GET', '/user_groups/20/members/20'),
    before: 'No such user',
    since: 'yes',
  },
  deactivationActions: {
    level: 459,
    see: async (service) => {
      const { body } = await service.call('desdemona', 'DELETE', '/users/12', { actions: '{"delete_profile":true}' })
      return {
        ignored: body.ignored_parameters_unsupported,
        keepsName: (await part(service, 'iago', '/users/12', 'user', 'full_name')) === 'Othello',
      }
    },
    before: { ignored: ['actions'], keepsName: true },
    since: { ignored: undefined, keepsName: false },
  },
  statusForBots: {
    level: 473,
    options: { organisation: administratorBot },
    see: (service) => answerTo(service, 'yeast counter', 'POST', '/users/10/status', { status_text: 'baking' }),
    before: 'This endpoint does not accept bot requests.',
    since: 'yes',
  },
  userCreatorsOnly: {
    level: 36,
    see: (service) =>
      answerTo(service, 'iago', 'POST', '/users', {
        email: 'juliet@example.com',
        password: 'wherefore art thou',
        full_name: 'Juliet',
      }),
    before: 'yes',
    since: 'User not authorized to create users',
  },
  inviteLinksByMembers: {
    level: 209,
    see: (service) => answerTo(service, 'hamlet', 'POST', '/invites/multiuse', { stream_ids: '[1]' }),
    before: 'Must be an organization administrator',
    since: 'Insufficient permission',
  },
  groupCheckByBots: {
    level: 496,
    see: (service) => answerTo(service, 'yeast counter', 'GET', '/user_groups/20/members/12'),
    before: 'This endpoint does not accept bot requests.',
    since: 'yes',
  },
  directMessageType: {
    level: 174,
    see: async (service) => [
      await answerTo(service, 'iago', 'POST', '/messages', { type: 'direct', to: '[10]', content: 'Hi' }),
      await answerTo(service, 'iago', 'POST', '/messages', { type: 'private', to: '[10]', content: 'Hi' }),
      await answerTo(service, 'iago', 'POST', '/typing', { op: 'start', type: 'direct', to: '[10]' }),
      await answerTo(service, 'iago', 'POST', '/typing', { op: 'start', to: '[10]' }),
    ],
    before: ['Invalid type', 'yes', 'Invalid type', 'yes'],
    since: ['yes', 'yes', 'yes', 'yes'],
  },
  privateTypingGone: {
    level: 215,
    see: (service) => answerTo(service, 'iago', 'POST', '/typing', { op: 'start', type: 'private', to: '[10]' }),
    before: 'yes',
    since: 'Invalid type',
  },
  gravatarsByClient: {
    level: 92,
    see: async (service) => (await part(service, 'iago', '/users/11', 'user', 'avatar_url')) === null,
    before: false,
    since: true,
  },
  cutAnswersRetried: {
    level: 460,
    see: async ({ simulator }) => {
      simulator.connect('echo', () => Response.json({ content: 'Hi' }))
      simulator.faults.add('the next delivery to Echo is answered with only 3 bytes')
      simulator.say('hamlet', { channel: 'kitchen', topic: 'lunch' }, '@**Echo** hi')
      await simulator.idle()
      return simulator.deliveries[0]?.attempts.map(({ result }) => result.kind)
    },
    before: ['exception'],
    since: ['connection error', 'connection error', 'connection error', 'connection error'],
  },
} as const satisfies Record<string, LevelCase>

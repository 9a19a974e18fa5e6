import { createSimulator, type Simulator } from 'earshot/simulator'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ChatEvent } from '../../src/playground/page/chat/messages.js'
import { type Messages, noMessages, reduceMessages } from '../../src/playground/page/chat/messages.js'
import { type ChatPlace, narrowOf, placeText } from '../../src/playground/page/chat/place.js'
import { isUpheaval, reduce } from '../../src/playground/page/chat/reduce.js'
import { type ChatState, fetchedTypes, followedTypes, stateFrom } from '../../src/playground/page/chat/state.js'
import type { ParsedJson } from '../../src/playground/parsed.js'
import type { Message } from '../../src/protocol/index.js'
import { runs } from '../seed.js'

type Parameters = Readonly<Record<string, unknown>>

/** Calls the service as somebody; undefined where it refuses. */
async function call(simulator: Simulator, who: number, method: string, path: string, parameters: Parameters = {}) {
  const { email, apiKey } = simulator.credentials(who)
  const form = new URLSearchParams(
    Object.entries(parameters).map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )
  const isGet = method === 'GET'
  const response = await simulator.fetch(`${simulator.url}/api/v1${path}${isGet ? `?${form}` : ''}`, {
    method,
    headers: { authorization: `Basic ${btoa(`${email}:${apiKey}`)}` },
    ...(!isGet && { body: form }),
  })
  return response.ok ? ((await response.json()) as ParsedJson) : undefined
}

const registers = {
  event_types: followedTypes,
  fetch_event_types: fetchedTypes,
  apply_markdown: true,
  client_capabilities: {
    notification_settings_null: true,
    bulk_message_deletion: true,
    stream_typing_notifications: true,
    linkifier_url_template: true,
    archived_channels: true,
    empty_topic_name: true,
  },
}

const places: readonly ChatPlace[] = [
  { kind: 'channel', channelId: 2 },
  { kind: 'topic', channelId: 2, topic: 'lunch' },
  { kind: 'topic', channelId: 1, topic: '' },
  { kind: 'direct', userIds: [8] },
]

/** What the page knows as one person, by events alone. */
async function follower(simulator: Simulator, who: number) {
  const register = async () =>
    (await call(simulator, who, 'POST', '/register', { ...registers, all_public_streams: who !== 13 })) ?? {}
  const read = async (place: ChatPlace): Promise<Messages> => {
    const answer = await call(simulator, who, 'GET', '/messages', {
      anchor: 'newest',
      num_before: 1000,
      num_after: 0,
      narrow: narrowOf(place),
      apply_markdown: true,
      allow_empty_topic_name: true,
    })
    const { messages = [], found_oldest } = (answer ?? {}) as { messages?: Message[]; found_oldest?: boolean }
    return { list: messages, hasOldest: found_oldest ?? true, isStale: false }
  }
  let answer = await register()
  let state = stateFrom(answer)
  let last = answer.last_event_id
  const lists = await Promise.all(places.map(read))
  return {
    lists,
    read,
    get state() {
      return state
    },
    async catchUp() {
      const { events = [] } = ((await call(simulator, who, 'GET', '/events', {
        queue_id: answer.queue_id,
        last_event_id: last,
        dont_block: true,
      })) ?? {}) as { events?: ChatEvent[] }
      last = events.at(-1)?.id ?? last
      const isUpset = events.some(isUpheaval)
      if (isUpset) {
        answer = await register()
        last = answer.last_event_id
        state = stateFrom(answer)
      } else state = events.reduce(reduce, state)
      for (const [at, place] of places.entries()) {
        const next = events.reduce((known, event) => reduceMessages(known, place, who, event), lists[at] ?? noMessages)
        lists[at] = next.isStale || isUpset ? await read(place) : next
      }
      return events
    },
    fresh: async () => stateFrom(await register()),
  }
}

/** What a register tells; the rest is asked for by itself. */
function told({ topics: _, conversations: __, people, channels, ...state }: ChatState) {
  const shown = [...people.values()].map(({ profile_data: ___, delivery_email: ____, email: _____, ...rest }) => rest)
  return {
    ...state,
    people: shown.toSorted((one, other) => one.user_id - other.user_id),
    channels: [...channels.values()].toSorted((one, other) => one.id - other.id),
    unread: sorted(state.unread).map(([id, one]) => [id, placeText(one.place).toLowerCase(), one.isMentioned]),
  }
}

/** What the page shows of a message. Servers of old do not tell having moved it from having edited it. */
function shown({ id, sender_id, subject, content, is_me_message, reactions, submessages, ...rest }: Message) {
  const channel = rest.type === 'stream' ? rest.stream_id : rest.display_recipient.map((one) => one.id)
  const isChanged = rest.last_edit_timestamp !== undefined || rest.last_moved_timestamp !== undefined
  const flags = rest.flags?.toSorted()
  return { id, sender_id, channel, subject, content, is_me_message, reactions, submessages, flags, isChanged }
}

/** Whoever is deactivated hears nothing more, nor does a guest of what is moved between channels that they are not in. */
function isUntold(who: number, path: string, parameters: Parameters = {}): boolean {
  return path === `/users/${who}` || (who === 13 && path.startsWith('/messages/') && 'stream_id' in parameters)
}

const sorted = <Key, Value>(map: ReadonlyMap<Key, Value>) =>
  [...map].toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1))

const people = fc.constantFrom(7, 8, 9, 10, 11, 12, 13)
const channelId = fc.constantFrom(1, 2, 3, 4, 6)
const topic = fc.constantFrom('lunch', 'Lunch', 'oven #12', '', 'new')
const messageId = fc.integer({ min: 101, max: 125 })
/** Of public channels: of what is moved out of others, those who could not read it are told nothing. */
const publicMessageId = fc.integer({ min: 101, max: 108 })
const words = fc.constantFrom(
  'hello',
  '@**Hamlet** you',
  '@*bakers* all',
  '**bold** :bread:',
  '/me waves',
  '/poll A?\nB\nC',
)
const flag = fc.boolean()

type Step = readonly [who: number, method: string, path: string, parameters?: Parameters]

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(people, channelId, topic, words)
      .map(
        ([who, to, name, content]): Step => [who, 'POST', '/messages', { type: 'stream', to, topic: name, content }],
      ),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(people, fc.uniqueArray(people, { minLength: 1, maxLength: 2 }), words)
      .map(([who, to, content]): Step => [who, 'POST', '/messages', { type: 'direct', to, content }]),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(people, messageId, words)
      .map(([who, id, content]): Step => [who, 'PATCH', `/messages/${id}`, { content }]),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        fc.constantFrom(7, 8, 9),
        publicMessageId,
        topic,
        fc.constantFrom(1, 2, 3),
        fc.constantFrom('change_one', 'change_later', 'change_all'),
        flag,
      )
      .map(
        ([who, id, name, to, propagate_mode, both]): Step => [
          who,
          'PATCH',
          `/messages/${id}`,
          { topic: name, propagate_mode, ...(both && { stream_id: to }), send_notification_to_old_thread: both },
        ],
      ),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom(7, 8, 10), messageId)
      .map(([who, id]): Step => [who, 'DELETE', `/messages/${id}`]),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(people, messageId, fc.constantFrom('bread', 'heart', 'baguette'), fc.constantFrom('POST', 'DELETE'))
      .map(([who, id, emoji_name, method]): Step => [who, method, `/messages/${id}/reactions`, { emoji_name }]),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        people,
        fc.array(messageId, { minLength: 1, maxLength: 4 }),
        fc.constantFrom('add', 'remove'),
        fc.constantFrom('read', 'starred'),
      )
      .map(([who, messages, op, name]): Step => [who, 'POST', '/messages/flags', { messages, op, flag: name }]),
  },
  fc
    .tuple(people, people, fc.constantFrom('POST', 'DELETE'))
    .map(([who, whom, method]): Step => [who, method, `/users/me/muted_users/${whom}`]),
  fc
    .tuple(people, channelId, topic, fc.integer({ min: 0, max: 3 }))
    .map(
      ([who, stream_id, name, visibility_policy]): Step => [
        who,
        'POST',
        '/user_topics',
        { stream_id, topic: name, visibility_policy },
      ],
    ),
  fc
    .tuple(people, fc.constantFrom('', 'out'), fc.constantFrom('', 'bread'))
    .map(([who, status_text, emoji_name]): Step => [who, 'POST', '/users/me/status', { status_text, emoji_name }]),
  fc
    .tuple(people, fc.constantFrom('active', 'idle'))
    .map(([who, status]): Step => [who, 'POST', '/users/me/presence', { status }]),
  fc
    .tuple(
      people,
      fc.constantFrom('general', 'kitchen', 'suppliers', 'books', 'fresh'),
      fc.array(people, { maxLength: 2 }),
    )
    .map(
      ([who, name, principals]): Step => [
        who,
        'POST',
        '/users/me/subscriptions',
        { subscriptions: [{ name }], ...(principals.length > 0 && { principals }) },
      ],
    ),
  fc
    .tuple(people, fc.constantFrom('general', 'kitchen', 'suppliers', 'books', 'fresh'))
    .map(([who, name]): Step => [who, 'DELETE', '/users/me/subscriptions', { subscriptions: [name] }]),
  fc
    .tuple(people, channelId, flag)
    .map(
      ([who, stream_id, value]): Step => [
        who,
        'POST',
        '/users/me/subscriptions/properties',
        { subscription_data: [{ stream_id, property: 'is_muted', value }] },
      ],
    ),
  fc
    .tuple(
      fc.constantFrom(7, 8),
      channelId,
      fc.constantFrom<Parameters>(
        { new_name: 'renamed' },
        { description: 'About *it*' },
        { folder_id: 1 },
        { folder_id: null },
        { is_archived: false },
      ),
    )
    .map(([who, id, change]): Step => [who, 'PATCH', `/streams/${id}`, change]),
  fc.tuple(fc.constantFrom(7, 8), channelId).map(([who, id]): Step => [who, 'DELETE', `/streams/${id}`]),
  fc
    .tuple(people, flag)
    .map(
      ([who, invite_only]): Step => [
        who,
        'POST',
        '/channels/create',
        { name: 'fresh', subscribers: [who, 10], invite_only },
      ],
    ),
  fc.constantFrom<Step>(
    [8, 'POST', '/channel_folders/create', { name: 'Yard', description: '' }],
    [8, 'PATCH', '/channel_folders', { order: [3, 1, 2] }],
    [8, 'PATCH', '/channel_folders/1', { name: 'Stove' }],
    [7, 'PATCH', '/channel_folders/3', { is_archived: false }],
  ),
  fc.constantFrom<Step>(
    [8, 'POST', '/user_groups/create', { name: 'testers', description: '', members: [8, 10] }],
    [8, 'PATCH', '/user_groups/20', { name: 'breadmakers' }],
    [8, 'POST', '/user_groups/20/members', { add: [9] }],
    [8, 'POST', '/user_groups/20/members', { delete: [8], add_subgroups: [22] }],
    [8, 'POST', '/user_groups/22/deactivate'],
    [8, 'PATCH', '/user_groups/23', { deactivated: false }],
  ),
  fc.constantFrom<Step>(
    [8, 'PATCH', '/realm/linkifiers', { ordered_linkifier_ids: [3, 1, 2] }],
    [8, 'DELETE', '/realm/filters/2'],
    [8, 'POST', '/realm/filters', { pattern: 'T-(?P<n>[0-9]+)', url_template: 'https://t.example.com/{n}' }],
    [8, 'DELETE', '/realm/emoji/baguette'],
    [8, 'PATCH', '/realm/profile_fields', { order: [4, 3, 2, 1] }],
  ),
  fc.constantFrom<Step>(
    [
      10,
      'POST',
      '/scheduled_messages',
      { type: 'stream', to: 2, topic: 'lunch', content: 'later', scheduled_delivery_timestamp: 2_000_000_000 },
    ],
    [8, 'PATCH', '/scheduled_messages/1', { content: 'other' }],
    [8, 'DELETE', '/scheduled_messages/2'],
  ),
  fc
    .tuple(
      fc.constantFrom(7, 8),
      fc.constantFrom(9, 11, 12, 20),
      fc.constantFrom<Parameters>(
        {},
        { actions: { delete_profile: true } },
        { actions: { delete_public_channel_messages: true } },
      ),
    )
    .map(([who, id, parameters]): Step => [who, 'DELETE', `/users/${id}`, parameters]),
  fc.constantFrom<Step>([7, 'POST', '/users/9/reactivate'], [7, 'POST', '/users/14/reactivate']),
)

describe('the chat state of an account', () => {
  it.each([496, 300, 100])(
    'is the same when updated by events as when fetched again, at level %i',
    async (featureLevel) => {
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(7, 10, 12, 13), fc.array(step, { maxLength: 25 }), async (who, steps) => {
          const simulator = createSimulator({ featureLevel, clock: 'frozen' })
          const known = await follower(simulator, who)
          for (const [at, [as, method, path, parameters]] of steps.entries()) {
            if (!isUntold(who, path, parameters)) await call(simulator, as, method, path, parameters)
            if (at % 5 === 4) await known.catchUp()
          }
          await known.catchUp()
          expect(told(known.state)).toEqual(told(await known.fresh()))
          for (const [at, place] of places.entries()) {
            expect(known.lists[at]?.list.map(shown)).toEqual((await known.read(place)).list.map(shown))
          }
          await simulator.close()
        }),
        { numRuns: runs(120) },
      )
    },
  )
})

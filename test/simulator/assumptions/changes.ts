import { bakery, type SimulatorOptions } from 'earshot/simulator'
import { expect } from 'vitest'
import { type CallAs, withSimulator } from './with.js'

interface Change {
  readonly says: string
  shows(): Promise<void>
}

type Assumed = NonNullable<SimulatorOptions['assumptions']>
type Try = Parameters<typeof withSimulator<unknown>>[1]

/** The same is tried as usual and with an assumption answered otherwise; what came of it is compared. */
function change(says: string, assumptions: Assumed, attempt: Try, usual: unknown, otherwise: unknown): Change {
  return changeOf(says, { assumptions }, attempt, usual, otherwise)
}

function changeOf(says: string, other: SimulatorOptions, attempt: Try, usual: unknown, otherwise: unknown): Change {
  return {
    says,
    async shows() {
      expect(await withSimulator({}, attempt)).toEqual(usual)
      expect(await withSimulator(other, attempt)).toEqual(otherwise)
    },
  }
}

const lunch = { channel: 'kitchen', topic: 'lunch' }
const send = (call: CallAs, content: string, topic = 'lunch') =>
  call('iago', 'POST', '/messages', { type: 'stream', to: 'kitchen', topic, content })
const settings =
  (field: string): Try =>
  async (_, call) =>
    (await call('iago', 'GET', '/server_settings')).body[field]
const answers =
  (respond: (calls: number) => Response): Try =>
  async (simulator) => {
    let calls = 0
    simulator.connect('echo', () => {
      calls += 1
      return respond(calls)
    })
    simulator.say('hamlet', lunch, '@**Echo** hi')
    await simulator.idle()
    return [calls, simulator.messages(lunch).at(-1)?.content]
  }
const presence =
  (active: string): Try =>
  async (simulator, call) => {
    simulator.realm.do('reportPresence', 'hamlet', 'active', 'website')
    await simulator.advance(active)
    simulator.realm.do('reportPresence', 'hamlet', 'idle', 'website')
    const { body } = await call('iago', 'GET', '/realm/presence')
    const of = (body.presences as Record<string, { aggregated: { status: string } }>)['hamlet@example.com']
    return of?.aggregated.status
  }
const afterwards =
  (stretch: string, method: string, fields: Record<string, string>, who = 'iago'): Try =>
  async (simulator, call) => {
    const id = simulator.say(who, lunch, 'Soup')
    await simulator.advance(stretch)
    return (await call(who, method, `/messages/${id}`, fields)).body.result
  }

const fiveHundred = () => new Response('', { status: 500 })
const toItself = (calls: number) =>
  calls > 9 ? Response.json({ content: 'round' }) : new Response('', { status: 307, headers: { location: '/' } })

/** For each assumption that an option changes: what changing it changes. */
export const changes: Readonly<Record<string, Change>> = {
  httpStatuses: change(
    'sets the status of a refusal',
    { httpStatuses: 'always 200' },
    async (_, call) => {
      const { status, body } = await call('iago', 'DELETE', '/scheduled_messages/999')
      return [status, body.result]
    },
    [404, 'error'],
    [200, 'error'],
  ),
  levelStart: {
    says: 'sets whether a feature exists at its own level or only above it',
    async shows() {
      // Linkifiers can be ordered since level 202; before it the path knows no PATCH.
      const status: Try = async (_, call) =>
        (await call('iago', 'PATCH', '/realm/linkifiers', { ordered_linkifier_ids: '[3,2,1]' })).status
      expect(await withSimulator({ featureLevel: 202 }, status)).toBe(200)
      expect(await withSimulator({ featureLevel: 202, assumptions: { levelStart: 'after' } }, status)).toBe(405)
      expect(await withSimulator({ featureLevel: 203, assumptions: { levelStart: 'after' } }, status)).toBe(200)
    },
  },
  unmutedPolicy: {
    says: 'sets which of the policies 2 and 3 needs a server with followed topics',
    async shows() {
      const policies: Try = async (_, call) => {
        const set = (policy: string) =>
          call('iago', 'POST', '/user_topics', { stream_id: '2', topic: 'a', visibility_policy: policy })
        return [(await set('2')).status, (await set('3')).status]
      }
      expect(await withSimulator({ featureLevel: 218 }, policies)).toEqual([200, 400])
      expect(await withSimulator({ featureLevel: 218, assumptions: { unmutedPolicy: 3 } }, policies)).toEqual([
        400, 200,
      ])
    },
  },
  replyFormat: change(
    "sets which field of a bot's answer is posted",
    { replyFormat: 'content' },
    answers(() => Response.json({ content: 'new', response_string: 'old' })),
    [1, 'old'],
    [1, 'new'],
  ),
  deliveryRetries: change(
    'sets how many times a delivery is retried',
    { deliveryRetries: 1 },
    answers(() => {
      throw new TypeError('fetch failed')
    }),
    [4, 'Failure! Bot is unavailable'],
    [2, 'Failure! Bot is unavailable'],
  ),
  retriedFailures: change(
    'sets whether a delivery is retried after an answer of 500',
    { retriedFailures: 'no answer or 5xx' },
    answers(fiveHundred),
    [1, 'Failure! Third party responded with 500'],
    [4, 'Failure! Third party responded with 500'],
  ),
  deliveryRedirects: change(
    'sets how many redirects a delivery follows',
    { deliveryRedirects: 2 },
    async (simulator, call) => (await (answers(toItself)(simulator, call) as Promise<unknown[]>))[0],
    10,
    3,
  ),
  deliveryTimeout: changeOf(
    'sets the timeout of a delivery',
    { deliveryTimeout: 500 },
    async (simulator) => {
      simulator.connect('echo', () => new Promise(() => {}))
      simulator.say('hamlet', lunch, '@**Echo** hi')
      await simulator.advance('2s')
      return simulator.deliveries[0]?.outcome
    },
    'under way',
    'failed',
  ),
  rateLimit: changeOf(
    'sets how many calls an account may make',
    { rateLimit: { calls: 1, seconds: 60 } },
    async (_, call) => [
      (await call('iago', 'GET', '/users/me')).status,
      (await call('iago', 'GET', '/users/me')).status,
    ],
    [200, 200],
    [200, 429],
  ),
  deleteBatch: change(
    'sets how many deleted messages one event lists',
    { deleteBatch: 1 },
    async (simulator, call) => {
      const sizes: number[] = []
      simulator.realm.onEvent((event) => event.type === 'delete_message' && sizes.push(event.message_ids.length))
      await call('iago', 'POST', '/streams/2/delete_topic', { topic_name: 'lunch' })
      return sizes
    },
    [2],
    [1, 1],
  ),
  deleteBatchesPerRequest: change(
    'sets when a request to delete a topic ends early',
    { deleteBatchesPerRequest: 1, deleteBatch: 1 },
    async (_, call) => (await call('iago', 'POST', '/streams/2/delete_topic', { topic_name: 'lunch' })).body.complete,
    true,
    false,
  ),
  messageLength: change(
    'sets the length at which a message is truncated',
    { messageLength: 30 },
    async (simulator, call) => {
      await send(call, 'x'.repeat(40))
      return simulator.messages(lunch).at(-1)?.content
    },
    'x'.repeat(40),
    `${'x'.repeat(10)}\n[message truncated]`,
  ),
  topicLength: change(
    'sets the length at which a topic is truncated',
    { topicLength: 10 },
    async (simulator, call) => {
      await send(call, 'hi', 'a topic of many words')
      return simulator.messages({ channel: 'kitchen', topic: 'a topic...' }).length
    },
    0,
    1,
  ),
  messagesPerRequest: change(
    'sets how many messages a request may ask for',
    { messagesPerRequest: 10 },
    async (_, call) =>
      (await call('iago', 'GET', '/messages', { anchor: 'newest', num_before: '11', num_after: '0' })).body.result,
    'success',
    'error',
  ),
  password: change(
    'sets the password of every account',
    { password: 'sourdough' },
    async (_, call) => {
      const login = { username: 'hamlet@example.com', password: 'sourdough' }
      return (await call('hamlet', 'POST', '/fetch_api_key', login)).status
    },
    401,
    200,
  ),
  uploadMebibytes: change(
    'sets the maximum size of an upload',
    { uploadMebibytes: 1 },
    async (simulator) => {
      const { email, apiKey } = simulator.credentials('iago')
      const form = new FormData()
      form.set('file', new Blob([new Uint8Array(1024 * 1024 + 1)]), 'loaf.bin')
      const headers = { authorization: `Basic ${btoa(`${email}:${apiKey}`)}` }
      const response = await simulator.fetch(`${simulator.url}/api/v1/user_uploads`, {
        method: 'POST',
        headers,
        body: form,
      })
      return response.status
    },
    200,
    400,
  ),
  emptyTopicDisplayName: change(
    'sets the display name of the empty topic',
    { emptyTopicDisplayName: 'allgemein' },
    async (simulator, call) => {
      await send(call, 'hi', 'allgemein')
      return simulator.messages({ channel: 'kitchen', topic: '' }).length
    },
    0,
    1,
  ),
  topicsRequired: change(
    'sets whether channel messages must have a topic',
    { topicsRequired: true },
    async (_, call) => (await send(call, 'hi', '')).body.msg,
    '',
    'Topics are required in this organization',
  ),
  editSeconds: change(
    'sets how long a message may be edited',
    { editSeconds: null },
    afterwards('1h', 'PATCH', { content: 'Stew' }),
    'error',
    'success',
  ),
  deleteSeconds: change(
    'sets how long a message may be deleted',
    { deleteSeconds: 5 },
    afterwards('10s', 'DELETE', {}, 'hamlet'),
    'success',
    'error',
  ),
  moveSeconds: change(
    'sets how long a message may be moved',
    { moveSeconds: 5 },
    afterwards('30s', 'PATCH', { topic: 'soup' }, 'hamlet'),
    'success',
    'error',
  ),
  readReceipts: change(
    'sets whether read receipts may be read',
    { readReceipts: false },
    async (_, call) => (await call('hamlet', 'GET', '/messages/105/read_receipts')).body.result,
    'success',
    'error',
  ),
  wildcardSubscribers: change(
    'sets up to which channel size wildcard mentions are allowed',
    { wildcardSubscribers: 0 },
    async (_, call) =>
      (await call('hamlet', 'POST', '/messages', { type: 'stream', to: 'kitchen', topic: 'a', content: '@**all**' }))
        .body.result,
    'success',
    'error',
  ),
  scheduledLateSeconds: {
    says: 'sets how late a scheduled message may still be sent',
    async shows() {
      const late: Try = async (simulator) => {
        // The clock is put past the time of the seed's message, as after a stop of the server.
        simulator.clock.setTime(simulator.clock.now() + 2 * 60 * 60 * 1000)
        await simulator.advance(1)
        return simulator.messages(lunch).some(({ content }) => content === 'Lunch in ten minutes')
      }
      expect(await withSimulator({}, late)).toBe(false)
      expect(await withSimulator({ assumptions: { scheduledLateSeconds: 24 * 60 * 60 } }, late)).toBe(true)
    },
  },
  unusedUploadSeconds: change(
    'sets when an unused upload is deleted',
    { unusedUploadSeconds: 4 * 24 * 60 * 60 },
    async (simulator, call) => {
      await simulator.advance('2d')
      return ((await call('hamlet', 'GET', '/attachments')).body.attachments as unknown[]).length
    },
    1,
    0,
  ),
  activeSeconds: change(
    'sets how long an account counts as active',
    { activeSeconds: 5 },
    presence('60s'),
    'active',
    'idle',
  ),
  offlineSeconds: change(
    'sets when an account of the seed counts as idle',
    { offlineSeconds: 60 },
    async (_, call) => {
      const { body } = await call('iago', 'GET', '/realm/presence')
      const of = (body.presences as Record<string, { aggregated: { status: string } }>)['desdemona@example.com']
      return of?.aggregated.status
    },
    'active',
    'idle',
  ),
  presenceHistorySeconds: change(
    'sets how old a listed presence may be',
    { presenceHistorySeconds: 60 },
    async (simulator, call) => {
      await simulator.advance('1h')
      return Object.keys((await call('iago', 'GET', '/realm/presence')).body.presences as object).length > 0
    },
    true,
    false,
  ),
  ownerAlertSeconds: change(
    "sets how often a bot's owner is notified of messages to unknown channels",
    { ownerAlertSeconds: 0 },
    async (simulator, call) => {
      const nowhere = { type: 'stream', to: 'nowhere', topic: 'a', content: 'hi' }
      for (let time = 0; time < 2; time += 1) await call('yeast counter', 'POST', '/messages', nowhere)
      return simulator.messages({ dm: ['hamlet', 'notification bot'] }).length
    },
    1,
    2,
  ),
  heartbeatSeconds: change(
    'sets when a waiting client is sent a heartbeat',
    { heartbeatSeconds: 5 },
    async (simulator, call) => {
      const { body } = await call('iago', 'POST', '/register')
      let answered = false
      const queue = { queue_id: String(body.queue_id), last_event_id: '-1' }
      void call('iago', 'GET', '/events', queue).then(() => {
        answered = true
      })
      await simulator.advance('10s')
      return answered
    },
    false,
    true,
  ),
  queueSeconds: change(
    'sets when an idle event queue is deleted',
    { queueSeconds: 5 },
    async (simulator, call) => {
      const { body } = await call('iago', 'POST', '/register')
      await simulator.advance('10s')
      const queue = { queue_id: String(body.queue_id), last_event_id: '-1', dont_block: 'true' }
      return (await call('iago', 'GET', '/events', queue)).body.result
    },
    'success',
    'error',
  ),
  limitPresenceToAccessibleUsers: {
    says: "sets whether guests see the presence of accounts that they can't access",
    async shows() {
      // Only the keyholders may see everybody, and the guest shares no channel with anybody.
      const organisation = { ...bakery, group_settings: { can_access_all_users_group: 24 } }
      const seesHamlet: Try = async (simulator, call) => {
        simulator.addUser({ full_name: 'Puck', email: 'puck@example.com', role: 'guest' })
        return 'hamlet@example.com' in ((await call('puck', 'GET', '/realm/presence')).body.presences as object)
      }
      const assumptions = { limitPresenceToAccessibleUsers: true }
      expect(await withSimulator({ organisation }, seesHamlet)).toBe(true)
      expect(await withSimulator({ organisation, assumptions }, seesHamlet)).toBe(false)
    },
  },
  callProvider: change(
    'sets whether video calls can be created',
    { callProvider: 'unconfigured' },
    async (_, call) => (await call('iago', 'POST', '/calls/ext_talk/create', { room_name: 'a' })).body.result,
    'success',
    'error',
  ),
  rootDomain: change(
    'hides the organisation in the server settings',
    { rootDomain: true },
    settings('realm_name'),
    'Oberon Bakery',
    undefined,
  ),
  incompatibleClients: {
    says: 'sets which user agents are reported as incompatible',
    async shows() {
      const told: Try = async (simulator) => {
        const headers = { 'user-agent': 'Oldtimer/1.0' }
        const response = await simulator.fetch(`${simulator.url}/api/v1/server_settings`, { headers })
        return ((await response.json()) as { is_incompatible: boolean }).is_incompatible
      }
      expect(await withSimulator({}, told)).toBe(false)
      expect(await withSimulator({ assumptions: { incompatibleClients: ['Oldtimer'] } }, told)).toBe(true)
    },
  },
  pushNotifications: change(
    'sets its field of the server settings',
    { pushNotifications: true },
    settings('push_notifications_enabled'),
    false,
    true,
  ),
  webPublicAccess: change(
    'sets its field of the server settings',
    { webPublicAccess: true },
    settings('realm_web_public_access_enabled'),
    false,
    true,
  ),
}

import { expect } from 'vitest'
import { type Bakery, openBakery } from '../bakery.js'
import { badRequest, done, success } from '../format.js'
import { including, lacking, like } from '../matchers.js'
import type { Scenario } from './format.js'

const realmFields = [
  'realm_uri',
  'realm_url',
  'realm_name',
  'realm_icon',
  'realm_description',
  'realm_web_public_access_enabled',
]

/** A mill with a guest who shares a channel with the miller, and none with the carter. */
const mill = {
  name: 'Mill',
  description: '',
  subdomain: 'mill',
  users: [
    { user_id: 1, full_name: 'Miller', email: 'miller@example.com', role: 'owner', last_active: 60 },
    { user_id: 2, full_name: 'Carter', email: 'carter@example.com', role: 'member', last_active: 60 },
    { user_id: 3, full_name: 'Guest', email: 'guest@example.com', role: 'guest', last_active: 60 },
  ],
  bots: [
    {
      user_id: 4,
      full_name: 'Steward',
      email: 'steward-bot@example.com',
      type: 'generic',
      owner_id: 1,
      role: 'administrator',
    },
  ],
  channel_folders: [],
  channels: [
    { stream_id: 1, name: 'gate', description: '', subscribers: [1, 3] },
    { stream_id: 2, name: 'carts', description: '', subscribers: [1, 2] },
  ],
  groups: [{ id: 11, name: 'insiders', description: '', members: [1, 2, 4] }],
  group_settings: { can_access_all_users_group: 11 },
  linkifiers: [],
  emoji: [],
  profile_fields: [],
  attachments: [],
  messages: [],
  scheduled_messages: [],
} as const

const stewardSets = { as: 'steward', request: 'POST /api/v1/users/2/status', form: 'status_text=on+the+road' }

async function at(options: Parameters<typeof openBakery>[0], act: (bakery: Bakery) => Promise<unknown>): Promise<void> {
  const bakery = await openBakery(options)
  try {
    await act(bakery)
  } finally {
    await bakery.close()
  }
}

async function presences(bakery: Bakery, as: string): Promise<string[]> {
  const { body } = await bakery.play({
    as,
    request: 'GET /api/v1/realm/presence',
    answer: { status: 200, body: including({ result: 'success' }) },
  })
  return Object.keys((body as { presences: object }).presences).sort()
}

/** What depends on settings of the server, or on who may see whom. */
export const scenarios: readonly Scenario[] = [
  {
    spec: ['4.20/missing'],
    title: 'omits what belongs to an organisation at the root domain of a server with many',
    run: () =>
      at({ assumptions: { rootDomain: true } }, async ({ play }) => {
        const body = lacking(...realmFields)
        const { body: settings } = await play({ request: 'GET /api/v1/server_settings', answer: { status: 200, body } })
        expect(settings).toMatchObject({ result: 'success', svc_feature_level: 496, is_incompatible: false })
      }),
  },
  {
    spec: ['4.11/limited', '8/presence'],
    title: 'gives everybody’s presence where the server setting does not limit it',
    run: () =>
      at({ organisation: mill }, async (bakery) => {
        expect(await presences(bakery, 'miller')).toHaveLength(3)
        expect(await presences(bakery, 'guest')).toHaveLength(3)
      }),
  },
  {
    spec: ['4.11/limited', '8/presence'],
    title: 'gives the presence of accessible users alone where the server setting limits it',
    run: () =>
      at({ organisation: mill, assumptions: { limitPresenceToAccessibleUsers: true } }, async (bakery) => {
        expect(await presences(bakery, 'miller')).toHaveLength(3)
        expect(await presences(bakery, 'guest')).toEqual(['guest@example.com', 'miller@example.com'])
      }),
  },
  {
    spec: ['7/16', '4.12'],
    title: 'does not let a guest mute somebody whom the guest may not see',
    run: () =>
      at({ organisation: mill, assumptions: { limitPresenceToAccessibleUsers: true } }, async ({ play }) => {
        const request = 'POST /api/v1/users/me/muted_users/2'
        await play({ as: 'guest', request, answer: badRequest('No such user') })
      }),
  },
  {
    spec: ['4.5/bots', 'level/473'],
    title: 'lets a bot that is an administrator set a status from feature level 473 on',
    level: 473,
    run: (featureLevel) =>
      at({ organisation: mill, featureLevel }, (bakery) => bakery.play({ ...stewardSets, answer: done })),
  },
  {
    spec: ['4.5/bots', 'level/473'],
    title: 'did not let it before feature level 473',
    level: 472,
    run: (featureLevel) =>
      at({ organisation: mill, featureLevel }, (bakery) =>
        bakery.play({ ...stewardSets, answer: badRequest('This endpoint does not accept bot requests.') }),
      ),
  },
  {
    spec: ['4.16/configured'],
    title: 'creates no call where the provider is not configured',
    run: () =>
      at({ assumptions: { callProvider: 'unconfigured' } }, (bakery) =>
        bakery.play({
          as: 'hamlet',
          request: 'POST /api/v1/calls/ext_talk/create',
          form: 'room_name=Morning',
          answer: badRequest(like(/ credentials have not been configured$/)),
        }),
      ),
  },
  {
    spec: ['2.9/same data', 'level/178'],
    title: 'says the same in both reports of a presence',
    run: () =>
      at({}, async ({ play }) => {
        const { body } = await play({
          as: 'iago',
          request: 'GET /api/v1/realm/presence',
          answer: { status: 200, body: including({ result: 'success' }) },
        })
        const { presences } = body as { presences: Record<string, Record<'aggregated' | 'website', object>> }
        expect(Object.keys(presences)).not.toEqual([])
        for (const { aggregated, website } of Object.values(presences)) {
          expect({ ...aggregated, pushable: false }).toEqual(website)
        }
      }),
  },
  {
    spec: ['4.11', 'level/178'],
    title: 'gave each client its own report before feature level 178',
    level: 177,
    run: (featureLevel) =>
      at({ featureLevel }, async ({ play }) => {
        await play({
          as: 'iago',
          request: 'GET /api/v1/realm/presence',
          answer: success({
            server_timestamp: expect.any(Number),
            presences: expect.objectContaining({
              'hamlet@example.com': expect.objectContaining({
                aggregated: expect.objectContaining({ client: expect.any(String), status: 'active' }),
              }),
            }),
          }),
        })
      }),
  },
]

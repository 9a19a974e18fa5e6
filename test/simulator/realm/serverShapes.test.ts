import { describe, expect, it } from 'vitest'
import { opener, type Service } from '../ways.js'

const levels = [200, 300, 387, 496]
const open = opener()

/** The events of a type that a call of somebody causes, as hamlet hears them. */
async function heard(service: Service, type: string, act: () => Promise<unknown>) {
  const { queue_id } = (await service.call('hamlet', 'POST', '/register', { event_types: JSON.stringify([type]) })).body
  await act()
  const fields = { queue_id: String(queue_id), last_event_id: '-1', dont_block: 'true' }
  const { body } = await service.call('hamlet', 'GET', '/events', fields)
  return body.events as Record<string, unknown>[]
}

const subscribe = (service: Service, channel: object, who = 'iago') =>
  service.call(who, 'POST', '/users/me/subscriptions', {
    subscriptions: JSON.stringify([channel]),
    principals: '[8,10]',
  })

describe('a channel object', () => {
  it.each(levels)(
    'says at level %i whether only administrators may post, and whether it is in use',
    async (featureLevel) => {
      const service = await open({ featureLevel })
      const created = await heard(service, 'stream', () => subscribe(service, { name: 'cellar' }))
      const joined = await heard(service, 'subscription', () => subscribe(service, { name: 'attic' }))
      const body = async (path: string) => (await service.call('hamlet', 'GET', path)).body
      const registered = (await service.call('hamlet', 'POST', '/register')).body
      const added = [
        created[0]?.streams,
        joined[0]?.subscriptions,
        (await body('/streams')).streams,
        (await body('/streams/2')).stream,
        (await body('/users/me/subscriptions')).subscriptions,
        registered.subscriptions,
        registered.unsubscribed,
        registered.never_subscribed,
      ].flat()
      expect(added.length).toBeGreaterThan(8)
      for (const channel of added) {
        const { is_announcement_only: posting, is_recently_active: active } = channel as Record<string, unknown>
        expect([posting, active]).toEqual([false, featureLevel < 323 ? undefined : true])
      }
    },
  )

  it.each(levels)('that becomes private says at level %i that the web doesn’t see it either', async (featureLevel) => {
    const service = await open({ featureLevel })
    await service.call('iago', 'DELETE', '/default_streams', { stream_id: '2' })
    const events = await heard(service, 'stream', () =>
      service.call('iago', 'PATCH', '/streams/2', { is_private: 'true' }),
    )
    const change = events.find(({ property }) => property === 'invite_only')
    expect(change).toMatchObject({ value: true, history_public_to_subscribers: false, is_web_public: false })
  })
})

describe('the description of a new channel', () => {
  it.each(levels)('is one line at level %i, as that of an edited one', async (featureLevel) => {
    const service = await open({ featureLevel })
    await subscribe(service, { name: 'cellar', description: 'Wine\nand\ncheese' })
    const { streams } = (await service.call('hamlet', 'GET', '/streams')).body
    expect((streams as Record<string, unknown>[]).find(({ name }) => name === 'cellar')).toMatchObject({
      description: 'Wine and cheese',
    })
  })

  it.each(levels)('may have 1,024 characters at level %i, and no more', async (featureLevel) => {
    const service = await open({ featureLevel })
    const fits = { name: 'cellar', description: '🧀'.repeat(1024) }
    expect((await subscribe(service, fits)).status).toBe(200)
    const { status, body } = await subscribe(service, { name: 'attic', description: '🧀'.repeat(1025) })
    expect([status, body.msg]).toEqual([400, 'subscriptions[0]["description"] is too long (limit: 1024 characters)'])
    const { streams } = (await service.call('iago', 'GET', '/streams')).body
    expect((streams as { name: string }[]).map(({ name }) => name)).not.toContain('attic')
  })
})

describe('an anchor', () => {
  const newest = 10_000_000_000_000_000
  const listed = async (service: Service, anchor: string) => {
    const narrow = '[{"operator":"stream","operand":"kitchen"}]'
    const range = { anchor, num_before: '1', num_after: '1', narrow }
    const { status, body } = await service.call('hamlet', 'GET', '/messages', range)
    return [status, body.anchor ?? body.msg]
  }

  it.each([
    ['9223372036854775807', newest],
    ['9007199254740993', newest],
    ['99999999999999999999', newest],
    ['1'.repeat(30), newest],
    [String(newest + 2), newest],
    ['-1', 0],
    ['-99999999999999999999', 0],
    [' +105 ', 105],
    ['1_05', 105],
    ['0', 0],
  ])('may be %s', async (given, anchor) => {
    for (const featureLevel of levels) {
      expect(await listed(await open({ featureLevel }), given)).toEqual([200, anchor])
    }
  })

  it.each(['', '1.5', '1e3', '0x10', '--1', '1__0', 'latest', '٣', 'NaN'])('can’t be %j', async (given) => {
    expect(await listed(await open(), given)).toEqual([400, 'Invalid anchor'])
  })

  it('of a change of flags may be as large', async () => {
    const service = await open()
    const change = { anchor: '9'.repeat(30), num_before: '5', num_after: '0', narrow: '[]', op: 'add', flag: 'starred' }
    const { status, body } = await service.call('hamlet', 'POST', '/messages/flags/narrow', change)
    expect([status, body.result]).toEqual([200, 'success'])
  })
})

it.each(levels)(
  'the event of a new time zone has the address too at level %i, and other changes do not',
  async (featureLevel) => {
    const service = await open({ featureLevel })
    const events = await heard(service, 'realm_user', () =>
      service.call('iago', 'PATCH', '/settings', { timezone: 'Asia/Tokyo', full_name: 'Iago II' }),
    )
    const people = events.map(({ person }) => person as Record<string, unknown>)
    expect(people.find(({ timezone }) => timezone !== undefined)).toEqual({
      user_id: 8,
      email: 'iago@example.com',
      timezone: 'Asia/Tokyo',
    })
    expect(people.find(({ full_name }) => full_name !== undefined)).toEqual({ user_id: 8, full_name: 'Iago II' })
  },
)

it.each(levels)(
  'an outgoing-webhook bot may have no address at level %i, and is called once it has one',
  async (featureLevel) => {
    const service = await open({ featureLevel })
    const given = { full_name: 'Crumb', short_name: 'crumb', bot_type: '3' }
    const { status, body } = await service.call('iago', 'POST', '/bots', given)
    expect(status).toBe(200)
    const bots = (await service.call('iago', 'POST', '/register', { fetch_event_types: '["realm_bot"]' })).body
      .realm_bots
    const bot = (bots as { user_id: number; services: { base_url: string }[] }[]).find(
      ({ user_id }) => user_id === body.user_id,
    )
    expect(bot?.services[0]?.base_url).toBe('')
    const bad = { ...given, full_name: 'Other', short_name: 'other', payload_url: '""' }
    expect((await service.call('iago', 'POST', '/bots', bad)).status).toBe(400)
  },
)

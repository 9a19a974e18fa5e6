import { describe, expect, it } from 'vitest'
import { type Bakery, openBakery } from './bakery.js'

const channelNamed = ({ as }: Bakery, name: string) =>
  as('desdemona')
    .call('streams.list', { include_default: true })
    .streams.find((channel) => channel.name === name)

/** What the server's own bot wrote last in a channel. */
function noticeIn({ as }: Bakery, channel: string): string | undefined {
  const narrow = [['channel', channel]] as [string, string][]
  const range = { anchor: 'newest' as const, num_before: 1, num_after: 0, apply_markdown: false }
  return as('desdemona').call('messages.list', { ...range, narrow }).messages[0]?.content
}

describe('a channel that a request creates', () => {
  it('has the colour that is given, for the new subscribers alone', () => {
    const { as } = openBakery()
    const subscriptions = [
      { name: 'cellar', color: '#abcd' },
      { name: 'kitchen', color: '#123456' },
    ]
    as('hamlet').call('subscriptions.add', { subscriptions, principals: [8, 10] })
    const colours = (who: string) =>
      Object.fromEntries(
        as(who)
          .call('subscriptions.list')
          .subscriptions.map(({ name, color }) => [name, color]),
      )
    expect(colours('hamlet')).toMatchObject({ cellar: '#abcd' })
    expect(colours('iago')).toMatchObject({ cellar: '#abcd' })
    expect(colours('hamlet').kitchen).not.toBe('#123456')
  })

  it.each(['zz', '#12', '#1234567', 'red'])('is refused with the colour %o', (color) => {
    const { as, events } = openBakery()
    const refused = as('hamlet').refused('subscriptions.add', { subscriptions: [{ name: 'cellar', color }] })
    expect(refused.msg).toBe('add.color is not a valid hex color code')
    expect(events).toEqual([])
  })

  it("is announced on request, in the organisation's channel for that", () => {
    const bakery = openBakery()
    const create = (...names: string[]) =>
      bakery.as('hamlet').call('subscriptions.add', { subscriptions: names.map((name) => ({ name })), announce: true })
    const before = noticeIn(bakery, 'suppliers')
    create('cellar')
    expect(noticeIn(bakery, 'suppliers')).toBe(before)
    bakery.as('iago').call('realm.update', { new_stream_announcements_stream_id: 3 })
    create('attic')
    expect(noticeIn(bakery, 'suppliers')).toBe('@_**Hamlet|10** created a new channel #**attic**.')
    create('roof', 'yard')
    expect(noticeIn(bakery, 'suppliers')).toBe('@_**Hamlet|10** created the following channels: #**roof**, #**yard**.')
  })

  it('can be a default channel, and keep its messages for some days', () => {
    const bakery = openBakery()
    const more = { is_default_stream: true, message_retention_days: 30 }
    bakery.as('desdemona').call('subscriptions.add', { subscriptions: [{ name: 'cellar' }], ...more })
    expect(channelNamed(bakery, 'cellar')).toMatchObject({ is_default: true, message_retention_days: 30 })
    bakery.as('desdemona').call('streams.create', { name: 'attic', subscribers: [10], ...more })
    expect(channelNamed(bakery, 'attic')).toMatchObject({ is_default: true, message_retention_days: 30 })
  })

  it.each([
    ['hamlet', { is_default_stream: true }, 'Insufficient permission'],
    ['iago', { is_default_stream: true, invite_only: true }, 'A default channel cannot be private.'],
    ['iago', { message_retention_days: 3 }, 'Must be an organization owner'],
    ['desdemona', { is_web_public: true }, 'Web-public channels are not enabled.'],
  ])('is refused to %s with %o', (who, params, msg) => {
    const { as, events } = openBakery()
    expect(as(who).refused('subscriptions.add', { subscriptions: [{ name: 'cellar' }], ...params }).msg).toBe(msg)
    expect(as(who).refused('streams.create', { name: 'cellar', subscribers: [10], ...params }).msg).toBe(msg)
    expect(events).toEqual([])
  })
})

describe('an existing channel', () => {
  it('gets another retention time from an owner, with an event and a notice', () => {
    const bakery = openBakery()
    const keep = (message_retention_days: number | string) =>
      bakery.as('desdemona').call('streams.update', { stream_id: 2, message_retention_days })
    keep(30)
    expect(noticeIn(bakery, 'kitchen')).toBe(
      '@_**Desdemona|7** has changed the [message retention period](/help/message-retention-policy) for this channel:\n' +
        '* **Old retention period**: Forever\n* **New retention period**: 30 days\n\n' +
        'Messages in this channel will now be automatically deleted 30 days after they are sent.',
    )
    keep('unlimited')
    expect(noticeIn(bakery, 'kitchen')).toMatch(
      /: 30 days\n.*: Forever\n\nMessages in this channel will now be retained/,
    )
    keep('realm_default')
    const changes = bakery.eventsOf('stream').filter(({ property }) => property === 'message_retention_days')
    expect(changes.map(({ value }) => value)).toEqual([30, -1, null])
  })

  it('is made a default channel, or no longer one, by administrators', () => {
    const bakery = openBakery()
    const set = (is_default_stream: boolean) =>
      bakery.as('iago').call('streams.update', { stream_id: 2, is_default_stream })
    set(false)
    expect(channelNamed(bakery, 'kitchen')?.is_default).toBe(false)
    set(true)
    expect(channelNamed(bakery, 'kitchen')?.is_default).toBe(true)
  })

  it.each([
    ['iago', { message_retention_days: 3 }, 'Must be an organization owner'],
    ['desdemona', { message_retention_days: 0 }, "Bad value for 'message_retention_days': 0"],
    ['desdemona', { message_retention_days: 'a week' }, "Bad value for 'message_retention_days': a week"],
    ['iago', { is_private: true }, 'A default channel cannot be private.'],
    ['iago', { is_web_public: true }, 'Web-public channels are not enabled.'],
  ])('is not changed by %s with %o', (who, params, msg) => {
    const { as, events } = openBakery()
    expect(as(who).refused('streams.update', { stream_id: 2, ...params }).msg).toBe(msg)
    expect(events).toEqual([])
  })

  it('leaves the default channels when it becomes private on servers below level 200', () => {
    const bakery = openBakery({ featureLevel: 199 })
    bakery.as('iago').call('streams.update', { stream_id: 2, is_private: true })
    expect(channelNamed(bakery, 'kitchen')?.is_default).toBe(false)
  })
})

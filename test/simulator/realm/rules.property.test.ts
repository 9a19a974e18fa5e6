import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bakery as seed } from '../../../src/simulator/realm/seed/seed.js'
import { runs } from '../../seed.js'
import { type Bakery, openBakery } from './bakery.js'

const everybody = [...seed.users, ...seed.bots].filter((one) => one.is_active ?? true).map((one) => one.user_id)
const people = seed.users.filter((one) => one.is_active ?? true).map((one) => one.user_id)
const anyChannel = fc.constantFrom('general', 'kitchen', 'suppliers')
const anyTopic = fc.constantFrom('a', 'A', 'b', '')

/** Messages of every kind, by whoever may send them. */
const anyMessage = fc.record({
  who: fc.constantFrom(7, 8, 9, 10),
  where: fc.oneof(
    fc.record({ channel: anyChannel, topic: anyTopic }),
    fc.record({ to: fc.uniqueArray(fc.constantFrom(...people), { minLength: 1, maxLength: 3 }) }),
  ),
})
const messages = fc.array(anyMessage, { minLength: 1, maxLength: 12 })

type Sent = typeof anyMessage extends fc.Arbitrary<infer Value> ? Value : never

function sendAll(bakery: Bakery, sent: readonly Sent[]) {
  return sent.map(({ who, where }) => bakery.say(who, where, 'Hello'))
}

describe('reading', () => {
  it('is allowed for the same messages when listing, fetching and reacting', () => {
    fc.assert(
      fc.property(messages, fc.constantFrom(...everybody.filter((id) => id !== 22)), (sent, viewer) => {
        const bakery = openBakery()
        const ids = sendAll(bakery, sent)
        const list = (narrow: { operator: string; operand: string }[]) =>
          bakery
            .as(viewer)
            .call('messages.list', { anchor: 'newest', num_before: 100, num_after: 0, narrow })
            .messages.map((message) => message.id)
        const listed = [...list([]), ...list([{ operator: 'channels', operand: 'public' }])]
        for (const message_id of ids) {
          const call = () => bakery.as(viewer).call('messages.get', { message_id })
          const react = () => bakery.as(viewer).call('reactions.add', { message_id, emoji_name: 'tada' })
          if (listed.includes(message_id)) {
            expect(call().message.id).toBe(message_id)
            react()
          } else {
            expect(call).toThrow('Invalid message(s)')
            expect(react).toThrow('Invalid message(s)')
          }
        }
      }),
      { numRuns: runs(160) },
    )
  })

  it('returns a direct message to its participants only', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.constantFrom(...people), { minLength: 1, maxLength: 4 }), (to) => {
        const bakery = openBakery()
        const message_id = bakery.say('iago', { to }, 'Psst')
        const readers = people.filter(
          (id) => bakery.as(id).call('messages.list', { message_ids: [message_id] }).messages.length === 1,
        )
        expect(readers).toEqual(people.filter((id) => id === 8 || to.includes(id)))
      }),
      { numRuns: runs(160) },
    )
  })

  it('returns each message once and in order in pages of any size', () => {
    fc.assert(
      fc.property(messages, fc.integer({ min: 1, max: 5 }), (sent, size) => {
        const bakery = openBakery()
        sendAll(bakery, sent)
        const list = (params: object) =>
          bakery.as('iago').call('messages.list', { anchor: 'oldest', num_before: 0, num_after: 1000, ...params })
        const whole = list({}).messages.map((message) => message.id)
        const paged: number[] = []
        let page = list({ num_after: size })
        while (page.messages.length > 0) {
          paged.push(...page.messages.map((message) => message.id))
          page = list({ anchor: paged.at(-1), num_after: size, include_anchor: false })
        }
        expect(paged).toEqual(whole)
        expect(page.found_newest).toBe(true)
      }),
      { numRuns: runs(160) },
    )
  })
})

describe('muting', () => {
  it('marks all messages of a muted account as read, before and after', () => {
    fc.assert(
      fc.property(messages, messages, fc.constantFrom(7, 8, 9, 10), (before, after, muted) => {
        const bakery = openBakery()
        const viewer = muted === 10 ? 9 : 10
        sendAll(bakery, before)
        bakery.as(viewer).call('users.mute', { muted_user_id: muted })
        sendAll(bakery, after)
        const { messages: all } = bakery
          .as(viewer)
          .call('messages.list', { anchor: 'newest', num_before: 100, num_after: 0 })
        const flagsOf = (sender: number) => all.filter((one) => one.sender_id === sender).map((one) => one.flags ?? [])
        for (const flags of flagsOf(muted)) expect(flags).toContain('read')
        const isUnread = (message: (typeof all)[number]) => !message.flags?.includes('read')
        const { messages: unread } = bakery.as(viewer).call('messages.list', {
          anchor: 'newest',
          num_before: 100,
          num_after: 0,
          narrow: [{ operator: 'is', operand: 'unread' }],
        })
        expect(unread.map((one) => one.id)).toEqual(all.filter(isUnread).map((one) => one.id))
      }),
      { numRuns: runs(160) },
    )
  })
})

describe('reordering', () => {
  it('returns linkifiers in any order that was set', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([1, 2, 3], { minLength: 3 }), (ordered_linkifier_ids) => {
        const { as } = openBakery()
        as('iago').call('linkifiers.reorder', { ordered_linkifier_ids })
        expect(
          as('iago')
            .call('linkifiers.list')
            .linkifiers.map((one) => one.id),
        ).toEqual(ordered_linkifier_ids)
      }),
    )
  })

  it('refuses any list that is not a permutation of the linkifiers', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 5 }), (ordered_linkifier_ids) => {
        fc.pre([...ordered_linkifier_ids].sort().join() !== '1,2,3')
        expect(() => openBakery().as('iago').call('linkifiers.reorder', { ordered_linkifier_ids })).toThrow(
          /^The ordered list must/,
        )
      }),
    )
  })

  it('puts each profile field at its last position in the list', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 12 }), (order) => {
        const { as } = openBakery()
        const isWhole = [1, 2, 3, 4].every((id) => order.includes(id))
        if (!isWhole) {
          expect(() => as('iago').call('profileFields.reorder', { order })).toThrow('Invalid order mapping.')
          return
        }
        as('iago').call('profileFields.reorder', { order })
        const listed = as('iago')
          .call('profileFields.list')
          .custom_fields.map((field) => field.id)
        expect(listed).toEqual([1, 2, 3, 4].sort((one, other) => order.lastIndexOf(one) - order.lastIndexOf(other)))
      }),
    )
  })
})

describe('mentions', () => {
  const names = [...seed.users, ...seed.bots].map((one) => one.full_name)
  const before = fc.constantFrom('', ' ', '\n', '"', "'", '(', '{', '[', '/', '<', 'x', '.', ':', '*x*', '-')
  const opens = ['', ' ', '\n', '"', "'", '(', '{', '[', '/', '<']

  it('are recognised exactly at the start, after white space or an opening character', () => {
    fc.assert(
      fc.property(before, fc.constantFrom(...names), fc.boolean(), fc.boolean(), (sign, name, silent, shout) => {
        const bakery = openBakery()
        const account = bakery.realm.account(name)
        const text = `x ${sign}@${silent ? '_' : ''}**${shout ? name.toUpperCase() : name}**`
        const message_id = bakery.say('iago', { channel: 'kitchen', topic: 'x' }, sign === '' ? text.slice(2) : text)
        const { content } = bakery.as('iago').call('messages.get', { message_id }).message
        const isMention = opens.includes(sign)
        expect(content.includes(`data-user-id="${account.id}"`)).toBe(isMention)
        expect(content.includes(`>@${account.full_name}<`)).toBe(isMention && !silent && account.is_active)
      }),
      { numRuns: runs(200) },
    )
  })
})

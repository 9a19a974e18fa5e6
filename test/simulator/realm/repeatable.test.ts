import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../src/simulator/base/random.js'
import { credentialsOf } from '../../../src/simulator/realm/access/accounts.js'
import { bakery as seed } from '../../../src/simulator/realm/seed/seed.js'
import { type Bakery, openBakery } from './bakery.js'

/** A morning in the bakery in which a bit of everything happens. */
function morning(bakery: Bakery): string {
  bakery.say('hamlet', { channel: 'kitchen', topic: 'echo' }, '@**Echo** good morning :tada:')
  bakery.as('othello').call('files.upload', { file: new File(['x'], 'x.txt') })
  bakery.as('iago').call('linkifiers.reorder', { ordered_linkifier_ids: [3, 2, 1] })
  bakery.as('hamlet').call('users.mute', { muted_user_id: 12 })
  bakery.clock.advance(60 * 60 * 1000)
  bakery.realm.do('addBot', { full_name: 'Parrot' })
  bakery.as('hamlet').call('calls.create', { room_name: 'Breakfast' })
  bakery.as('iago').call('streams.deleteTopic', { stream_id: 2, topic_name: 'lunch' })
  bakery.as('desdemona').call('users.deactivate', { user_id: 10, actions: { delete_profile: true } })
  return JSON.stringify([bakery.events, credentialsOf(bakery.realm.world, 'parrot')])
}

describe('an organisation with a given seed', () => {
  it('gives identical events for identical calls', () => {
    expect(morning(openBakery())).toBe(morning(openBakery()))
  })

  it('has other keys with another random seed', () => {
    const other = openBakery({ random: createRandom('another') })
    expect(credentialsOf(other.realm.world, 'iago')).not.toEqual(credentialsOf(openBakery().realm.world, 'iago'))
  })

  it("doesn't affect another one with the same seed", () => {
    const [one, other] = [openBakery(), openBakery()]
    morning(one)
    expect(other.as('iago').call('users.get', { user_id: 10 }).user.is_active).toBe(true)
    expect(other.events).toEqual([])
    expect(seed.users[3]?.full_name).toBe('Hamlet')
  })
})

describe('events', () => {
  it('have increasing IDs, the time and their audience', () => {
    const bakery = openBakery()
    bakery.say('iago', { to: [10] }, 'Hi')
    bakery.clock.advance(1500)
    bakery.say('yeast counter', { channel: 'suppliers', topic: 'x' }, 'Hi')
    const [first, second] = bakery.eventsOf('message')
    expect([first?.id, second?.id]).toEqual([1, 2])
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBe(1500)
    expect([first?.audience, second?.audience]).toEqual([
      [8, 10],
      [7, 8, 9, 10],
    ])
  })

  it('caused by a listener come after the present one, for every listener', () => {
    const bakery = openBakery()
    const heard: string[] = []
    bakery.realm.onEvent((event) => {
      if (event.type === 'outgoing webhook') bakery.say('echo', { channel: 'kitchen', topic: 'x' }, 'Hello')
    })
    bakery.realm.onEvent((event) => heard.push(event.type))
    bakery.say('hamlet', { channel: 'kitchen', topic: 'lunch' }, '@**Echo**')
    expect(heard).toEqual(['message', 'outgoing webhook', 'message'])
  })

  it('no longer reach a listener that unsubscribed', () => {
    const bakery = openBakery()
    let heard = 0
    const stop = bakery.realm.onEvent(() => {
      heard += 1
    })
    bakery.say('hamlet', { to: [8] }, 'Hi')
    stop()
    bakery.say('hamlet', { to: [8] }, 'Hi')
    expect(heard).toBe(1)
  })

  it('never contain keys or tokens', () => {
    const bakery = openBakery()
    morning(bakery)
    const journal = JSON.stringify(bakery.events)
    for (const { user_id } of [...seed.users, ...seed.bots]) {
      const { apiKey, token = apiKey } = credentialsOf(bakery.realm.world, user_id)
      expect(journal).not.toContain(apiKey)
      expect(journal).not.toContain(token)
    }
  })
})

describe('stopping', () => {
  it('leaves no timers', () => {
    const bakery = openBakery()
    bakery.say('hamlet', { to: [8] }, 'Hi')
    expect(bakery.clock.next()).toBeDefined()
    bakery.realm.stop()
    expect(bakery.clock.next()).toBeUndefined()
  })
})

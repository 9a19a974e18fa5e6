import { expect } from 'vitest'
import { openBakery } from '../bakery.js'
import { done, type Exchange, success } from '../format.js'
import type { Scenario } from './format.js'

/** The events of one type that an exchange causes. */
async function eventsOf(type: string, exchange: Exchange, featureLevel = 496): Promise<unknown[]> {
  const bakery = await openBakery({ featureLevel })
  try {
    const events: unknown[] = []
    bakery.simulator.realm.onEvent((event) => {
      if (event.type === type) events.push(event)
    })
    await bakery.play(exchange)
    return events
  } finally {
    await bakery.close()
  }
}

const deleteOldest: Exchange = {
  as: 'iago',
  request: 'POST /api/v1/streams/2/delete_topic',
  form: 'topic_name=oven+%2312',
  answer: success({ complete: true }),
}

function status(form: string): Exchange {
  return { as: 'iago', request: 'POST /api/v1/users/10/status', form, answer: done }
}

/** Section 6.2, and what only events show. */
export const scenarios: readonly Scenario[] = [
  {
    spec: ['6.2', '4.6/first_message_id', 'level/256'],
    title: 'tells of the new first message when the oldest of a channel is deleted with its topic',
    async run() {
      expect(await eventsOf('stream', deleteOldest)).toEqual([
        expect.objectContaining({ op: 'update', property: 'first_message_id', stream_id: 2, value: 105 }),
      ])
    },
  },
  {
    spec: ['6.2', '4.6/first_message_id'],
    title: 'tells of no first message when the oldest stays',
    async run() {
      expect(await eventsOf('stream', { ...deleteOldest, form: 'topic_name=lunch' })).toEqual([])
    },
  },
  {
    spec: ['6.2', 'level/256'],
    title: 'told of no first message before feature level 256',
    level: 255,
    async run(level) {
      expect(await eventsOf('stream', deleteOldest, level)).toEqual([])
    },
  },
  {
    spec: ['6.2', 'level/256'],
    title: 'tells of it from feature level 256 on',
    level: 256,
    async run(level) {
      expect(await eventsOf('stream', deleteOldest, level)).toHaveLength(1)
    },
  },
  {
    spec: ['4.5', '2.5/status_text', '2.5/emoji_name', '2.5/emoji_code', '2.5/reaction_type'],
    title: 'sets text and emoji of a status, looking up what the name stands for',
    async run() {
      expect(await eventsOf('user_status', status('status_text=on+holiday&emoji_name=bread'))).toEqual([
        expect.objectContaining({
          user_id: 10,
          status_text: 'on holiday',
          emoji_name: 'bread',
          emoji_code: '1f35e',
          reaction_type: 'unicode_emoji',
        }),
      ])
    },
  },
  {
    spec: ['2.5/emoji_name', '2.5/emoji_code', '2.5/reaction_type'],
    title: 'finds a custom emoji by its name alone, with its ID for a code',
    async run() {
      expect(await eventsOf('user_status', status('emoji_name=baguette'))).toEqual([
        expect.objectContaining({
          user_id: 10,
          emoji_name: 'baguette',
          emoji_code: '2',
          reaction_type: 'realm_emoji',
        }),
      ])
    },
  },
  {
    spec: ['4.5/clear', '2.5/status_text'],
    title: 'clears the text of a status with an empty one',
    async run() {
      const clear = { ...status('status_text='), request: 'POST /api/v1/users/8/status', as: 'desdemona' }
      expect(await eventsOf('user_status', clear)).toEqual([expect.objectContaining({ user_id: 8, status_text: '' })])
    },
  },
  ...[0, 1, 2, 3].map((policy) => ({
    spec: ['2.4', '3/5', '4.2/visibility_policy'],
    title: `stores the policy ${policy} for a topic that had another`,
    async run() {
      const bakery = await openBakery()
      try {
        const other = policy === 1 ? 2 : 1
        const set = (value: number): Exchange => ({
          as: 'hamlet',
          request: 'POST /api/v1/user_topics',
          form: `stream_id=2&topic=lunch&visibility_policy=${value}`,
          answer: done,
        })
        await bakery.play(set(other))
        const events: unknown[] = []
        bakery.simulator.realm.onEvent((event) => {
          if (event.type === 'user_topic') events.push(event)
        })
        await bakery.play(set(policy))
        expect(events).toEqual([
          expect.objectContaining({ stream_id: 2, topic_name: 'lunch', visibility_policy: policy }),
        ])
      } finally {
        await bakery.close()
      }
    },
  })),
  {
    spec: ['4.2/topic'],
    title: 'reads the display name of the empty topic as the empty topic when a policy is set',
    async run() {
      const exchange = {
        as: 'hamlet',
        request: 'POST /api/v1/user_topics',
        form: 'stream_id=2&topic=general+chat&visibility_policy=3',
        answer: done,
      }
      expect(await eventsOf('user_topic', exchange)).toEqual([
        expect.objectContaining({ stream_id: 2, topic_name: '', visibility_policy: 3 }),
      ])
    },
  },
  {
    spec: ['3/6', '9.4/muted_topics'],
    title: 'stores a topic muted the deprecated way as muted',
    async run() {
      const exchange = {
        as: 'hamlet',
        request: 'PATCH /api/v1/users/me/subscriptions/muted_topics',
        form: 'stream=kitchen&topic=lunch&op=add',
        answer: done,
      }
      expect(await eventsOf('user_topic', exchange)).toEqual([
        expect.objectContaining({ stream_id: 2, topic_name: 'lunch', visibility_policy: 1 }),
      ])
    },
  },
  {
    spec: ['3/1', '4.7/bots'],
    title: 'deactivates the bots of a user before the user',
    async run() {
      const events = await eventsOf('realm_user', { as: 'iago', request: 'DELETE /api/v1/users/10', answer: done })
      const people = events.map((event) => (event as { person: { user_id: number; is_active?: boolean } }).person)
      const deactivated = people.filter((person) => person.is_active === false).map((person) => person.user_id)
      expect(deactivated.at(-1)).toBe(10)
      expect(deactivated.slice(0, -1).sort()).toEqual([21, 22])
    },
  },
]

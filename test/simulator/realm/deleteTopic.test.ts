import { describe, expect, it } from 'vitest'
import { markdownIn } from '../../../src/simulator/realm/shapes/message.js'
import { type Bakery, levelsAround, openBakery } from './bakery.js'

const topic = { channel: 'kitchen', topic: 'inventory' }
const params = { stream_id: 2, topic_name: 'inventory' }
const place = { kind: 'channel', stream_id: 2, topic: 'inventory' } as const

function fill(bakery: Bakery, count: number): number[] {
  return Array.from({ length: count }, (_, at) => bakery.say('othello', topic, `Sack ${at}`))
}

describe('deleting a topic', () => {
  it('deletes all of its messages, with its name in any case, and no others', () => {
    const bakery = openBakery()
    const ids = fill(bakery, 3)
    expect(bakery.as('iago').call('streams.deleteTopic', { ...params, topic_name: 'INVENTORY' })).toEqual({
      complete: true,
    })
    expect(markdownIn(bakery.realm.world, place)).toEqual([])
    expect(markdownIn(bakery.realm.world, { ...place, topic: 'lunch' })).toHaveLength(2)
    expect(bakery.eventsOf('delete_message')).toMatchObject([
      { message_ids: ids, message_type: 'stream', stream_id: 2, topic: 'INVENTORY' },
    ])
  })

  it('proceeds in batches, newest first, and ends incomplete at the limit of a request', () => {
    const bakery = openBakery({ assumptions: { deleteBatch: 2, deleteBatchesPerRequest: 2 } })
    const ids = fill(bakery, 7)
    expect(bakery.as('iago').call('streams.deleteTopic', params)).toEqual({ complete: false })
    expect(markdownIn(bakery.realm.world, place).map((message) => message.id)).toEqual(ids.slice(0, 3))
    expect(bakery.as('iago').call('streams.deleteTopic', params)).toEqual({ complete: true })
    expect(bakery.eventsOf('delete_message').map((event) => event.message_ids)).toEqual([
      [ids[5], ids[6]],
      [ids[3], ids[4]],
      [ids[1], ids[2]],
      [ids[0]],
    ])
    expect(bakery.as('iago').call('streams.deleteTopic', params)).toEqual({ complete: true })
  })

  it('is complete if the last batch of a request empties the topic', () => {
    const bakery = openBakery({ assumptions: { deleteBatch: 2, deleteBatchesPerRequest: 2 } })
    fill(bakery, 4)
    expect(bakery.as('iago').call('streams.deleteTopic', params)).toEqual({ complete: true })
  })

  it("sends an event with the channel's new oldest message, or with null", () => {
    const bakery = openBakery()
    bakery.as('iago').call('streams.deleteTopic', { stream_id: 2, topic_name: 'oven #12' })
    bakery.as('iago').call('streams.deleteTopic', { stream_id: 2, topic_name: 'lunch' })
    expect(bakery.eventsOf('stream')).toMatchObject([
      { op: 'update', property: 'first_message_id', stream_id: 2, value: 105 },
      { op: 'update', property: 'first_message_id', stream_id: 2, value: null },
    ])
    expect(bakery.as('iago').call('streams.get', { stream_id: 2 }).stream.first_message_id).toBeNull()
  })

  it('deletes uploads that no other message links to', () => {
    const bakery = openBakery()
    bakery.as('iago').call('streams.deleteTopic', { stream_id: 2, topic_name: 'oven #12' })
    expect(bakery.as('iago').call('attachments.list').attachments).toEqual([])
    expect(bakery.eventsOf('attachment')).toMatchObject([
      { op: 'remove', attachment: { id: 1 }, upload_space_used: 0, audience: [8] },
    ])
  })

  it('accepts the display name of the empty topic', () => {
    const bakery = openBakery()
    bakery.say('othello', { channel: 'kitchen', topic: '' }, 'Anything')
    bakery.as('iago').call('streams.deleteTopic', { stream_id: 2, topic_name: 'general chat' })
    expect(markdownIn(bakery.realm.world, { ...place, topic: '' })).toEqual([])
  })

  it("is complete if the topic doesn't exist", () => {
    expect(openBakery().as('iago').call('streams.deleteTopic', { stream_id: 2, topic_name: 'never' })).toEqual({
      complete: true,
    })
  })

  it.each([
    ['hamlet', 2, 'UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator'],
    ['iago', 99, 'BAD_REQUEST', 'Invalid channel ID'],
    ['iago', 5, 'BAD_REQUEST', 'Invalid channel ID'],
  ])('as %s is refused in channel %i', (who, stream_id, code, msg) => {
    expect(openBakery().as(who).refused('streams.deleteTopic', { stream_id, topic_name: 'x' })).toMatchObject({
      code,
      msg,
    })
  })

  it("is refused in a private channel that the administrator isn't in", () => {
    const bakery = openBakery()
    bakery.realm.do('unsubscribe', 'iago', 'books')
    expect(bakery.as('iago').refused('streams.deleteTopic', { stream_id: 4, topic_name: 'march' }).msg).toBe(
      'Invalid channel ID',
    )
    expect(bakery.as('desdemona').call('streams.deleteTopic', { stream_id: 4, topic_name: 'march' })).toEqual({
      complete: true,
    })
  })

  describe('on older servers', () => {
    const few = { deleteBatch: 2, deleteBatchesPerRequest: 1 }
    const at = (featureLevel: number) => openBakery({ featureLevel, assumptions: few })

    it.each([
      [146, {}, [3]],
      [147, {}, [2, 1]],
      [153, {}, [2, 1]],
      [154, { result: 'partially_completed', code: 'REQUEST_TIMEOUT' }, [2]],
      [210, { result: 'partially_completed', code: 'REQUEST_TIMEOUT' }, [2]],
      [211, { complete: false }, [2]],
    ])('with level %i a long topic is answered with %j', (level, answer, batches) => {
      const bakery = at(level)
      fill(bakery, 3)
      expect(bakery.as('iago').call('streams.deleteTopic', params)).toEqual(answer)
      expect(bakery.eventsOf('delete_message').map((event) => event.message_ids.length)).toEqual(batches)
    })

    it('a complete deletion is answered without `complete` below its level', () => {
      const { before, since } = levelsAround('deleteTopicComplete')
      expect(before.as('iago').call('streams.deleteTopic', params)).toEqual({})
      expect(since.as('iago').call('streams.deleteTopic', params)).toEqual({ complete: true })
    })

    it('no event reports a new oldest message below its level', () => {
      const { before, since } = levelsAround('firstMessageIdEvent')
      for (const bakery of [before, since])
        bakery.as('iago').call('streams.deleteTopic', { stream_id: 2, topic_name: 'oven #12' })
      expect(before.eventsOf('stream')).toHaveLength(0)
      expect(since.eventsOf('stream')).toHaveLength(1)
    })
  })
})

import { TopicNotDeletedError } from 'earshot/client'
import { describe, expect, it } from 'vitest'
import type { TopicDeletion } from '../../src/client/index.js'
import { badGateway, refusal, stage, success } from './stage.js'

const topic = { stream_id: 2, topic_name: 'flood' }
const batch = (complete: boolean) => success({ complete })

describe('deleting a whole topic', () => {
  it('goes on until nothing is left, and tells how far it got after every request', async () => {
    const set = stage([batch(false), batch(false), batch(true)])
    const heard: TopicDeletion[] = []
    const result = await set.succeeds(
      set.client.streams.deleteWholeTopic(topic, {
        onProgress(progress) {
          heard.push(progress)
          set.time.pass(1000)
        },
      }),
    )
    expect(heard).toEqual([
      { requests: 1, elapsed: 0, complete: false },
      { requests: 2, elapsed: 1000, complete: false },
      { requests: 3, elapsed: 2000, complete: true },
    ])
    expect(result).toEqual(heard[2])
    expect(set.sent.map(({ form }) => form)).toEqual([1, 2, 3].map(() => ({ topic_name: 'flood' })))
  })

  it('works with older servers, which say it in another way', async () => {
    const more = Response.json({ result: 'partially_completed', msg: '' })
    const { client, sent, succeeds } = stage([more, success()], { featureLevel: 154 })
    expect(await succeeds(client.streams.deleteWholeTopic(topic))).toMatchObject({ requests: 2, complete: true })
    expect(sent).toHaveLength(2)
  })

  it('ends when it gets nowhere', async () => {
    const { client, sent, fails } = stage([batch(false)])
    const error = await fails(client.streams.deleteWholeTopic(topic, { maxRequests: 4 }))
    expect(error).toBeInstanceOf(TopicNotDeletedError)
    expect(error).toMatchObject({ code: 'topic_not_deleted', streamId: 2, topicName: 'flood', requests: 4 })
    expect((error as Error).message).toBe(
      'The topic "flood" of channel 2 still has messages after 4 requests. ' +
        'Call deleteWholeTopic again to go on, or allow more with `maxRequests`.',
    )
    expect(sent).toHaveLength(4)
  })

  it('has an end without being told one', async () => {
    const { client, sent, fails } = stage([batch(false)])
    await fails(client.streams.deleteWholeTopic(topic))
    expect(sent).toHaveLength(100)
  })

  it('lives through a request that fails, as long as it may be repeated', async () => {
    const { client, sent, succeeds } = stage([batch(false), badGateway(), batch(true)])
    expect(await succeeds(client.streams.deleteWholeTopic(topic))).toMatchObject({ requests: 2, complete: true })
    expect(sent).toHaveLength(3)
  })

  it('stops at a refusal', async () => {
    const { client, fails } = stage([
      batch(false),
      refusal(400, 'UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator'),
    ])
    expect(await fails(client.streams.deleteWholeTopic(topic))).toMatchObject({ code: 'UNAUTHORIZED_PRINCIPAL' })
  })

  it('stops when its caller gives up between two requests', async () => {
    const controller = new AbortController()
    const reason = new Error('enough')
    const { client, sent, fails } = stage([batch(false)])
    const onProgress = ({ requests }: TopicDeletion) => requests === 2 && controller.abort(reason)
    expect(await fails(client.streams.deleteWholeTopic(topic, { signal: controller.signal, onProgress }))).toBe(reason)
    expect(sent).toHaveLength(2)
  })

  it.each([0, -1, Number.NaN])('can’t be done in %o requests', async (maxRequests) => {
    const { client, sent, fails } = stage([batch(true)])
    expect(await fails(client.streams.deleteWholeTopic(topic, { maxRequests }))).toMatchObject({
      option: 'maxRequests',
    })
    expect(sent).toHaveLength(0)
  })
})

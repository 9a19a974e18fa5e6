import { createReceiver, ReceiverOptionError } from 'earshot/receiver'
import { describe, expect, it } from 'vitest'
import { kit } from './kit.js'
import { echoBot, echoToken, mention } from './notifications.js'

/** The status of a notification that is posted to a path, and of a request for the health. */
async function posted(path: string | undefined, to: string) {
  const { receiver, delivered } = kit(path === undefined ? {} : { path })
  const body = JSON.stringify(mention())
  const { status } = await receiver.request(to, { method: 'POST', body })
  const { status: health } = await receiver.request('/healthz')
  return { status, health, delivered: delivered.length }
}

describe('the path of a receiver', () => {
  it.each([
    [undefined, '/'],
    ['/api/zulip', '/api/zulip'],
    ['*', '/'],
    ['*', '/api/zulip'],
    ['*', '/anything/else?x=1'],
  ])('%s takes notifications at %s, beside the health', async (path, to) => {
    expect(await posted(path, to)).toEqual({ status: 200, health: 200, delivered: 1 })
  })

  it.each([
    [undefined, '/api/zulip'],
    ['/api/zulip', '/'],
    ['/api/zulip', '/api/zulip/more'],
    ['/api/zulip', '/api'],
  ])('%s answers 404 at %s', async (path, to) => {
    expect(await posted(path, to)).toEqual({ status: 404, health: 200, delivered: 0 })
  })

  it('* leaves the health alone', async () => {
    const { receiver, delivered } = kit({ path: '*' })
    const body = JSON.stringify(mention())
    expect((await receiver.request('/healthz', { method: 'POST', body })).status).not.toBe(200)
    expect(delivered).toEqual([])
  })

  it('refuses methods other than POST', async () => {
    const { receiver } = kit({ path: '/api/zulip' })
    expect((await receiver.request('/api/zulip')).status).toBe(405)
  })

  it.each(['', 'api/zulip', '**', 5, null])('%j is refused', (path) => {
    const bots = [{ bot: { async handle() {} }, credentials: echoBot, tokens: [echoToken] }]
    expect(() => createReceiver({ bots, path: path as never })).toThrow(ReceiverOptionError)
    expect(() => createReceiver({ bots, path: path as never })).toThrow(/path/)
  })
})

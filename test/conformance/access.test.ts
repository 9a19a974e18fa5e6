import { featureRow } from 'earshot/protocol'
import { describe, expect, it } from 'vitest'
import { table } from '../spec/access/table.js'
import { everyEndpoint, wire } from './calls.js'
import { inProcess } from './worlds.js'

const needCredentials = everyEndpoint.filter(({ endpoint }) => endpoint.access !== 'public')
const dated = everyEndpoint.filter(({ endpoint }) => endpoint.since !== undefined)

/** The level just below the one from which an endpoint is there. */
function levelBefore(since: (typeof dated)[number]['endpoint']['since']): number {
  return since === undefined ? 0 : featureRow(since).level - 1
}

describe('access to endpoints', () => {
  it('has a row in the table for each endpoint and no others', () => {
    const written = (path: string) =>
      path.replaceAll(/\{\w+\}/g, (place) => (/name|email/.test(place) ? '{name}' : '{id}'))
    const declared = everyEndpoint.map(({ endpoint }) => `${endpoint.method} ${written(endpoint.path)}`)
    expect(declared.filter((endpoint) => !(endpoint in table))).toEqual([])
    expect(Object.keys(table).filter((endpoint) => !declared.includes(endpoint))).toEqual([])
  })

  inProcess((open) => {
    it.each(needCredentials)('$name rejects a request without credentials', async (example) => {
      const { until } = example.endpoint
      const world = await open(until && { featureLevel: levelBefore(until) })
      const { path, fields } = wire(example)
      const answer = await world.raw(undefined, example.endpoint.method, path, fields)
      expect(answer.status).toBe(401)
      expect(answer.headers.get('www-authenticate')).toMatch(/^Basic realm=/)
      expect(answer.json).toStrictEqual({
        result: 'error',
        code: 'UNAUTHORIZED',
        msg: 'Not logged in: API authentication or user session required',
      })
    })

    it('server.settings accepts a request without credentials', async () => {
      const world = await open()
      expect((await world.raw(undefined, 'GET', '/server_settings')).json).toMatchObject({ result: 'success' })
    })
  })
})

describe('servers that are too old', () => {
  inProcess((open) => {
    it.each(dated)('$name is an unknown path below its level', async (example) => {
      const world = await open({ featureLevel: levelBefore(example.endpoint.since) })
      const { path, fields } = wire(example)
      const answer = await world.raw(example.as, example.endpoint.method, path, fields)
      expect([404, 405]).toContain(answer.status)
      expect(answer.json.result).not.toBe('success')
    })

    it('topics.setVisibility mutes a topic through the old endpoint', async () => {
      const world = await open({ featureLevel: levelBefore('userTopics') })
      const client = world.as('hamlet')
      await client.topics.setVisibility({ stream_id: 2, topic: 'lunch', visibility_policy: 1 })
      const again = await world.raw('hamlet', 'PATCH', '/users/me/subscriptions/muted_topics', {
        stream_id: '2',
        topic: 'lunch',
        op: 'add',
      })
      expect(again.json).toMatchObject({ result: 'error', msg: 'Topic already muted' })
    })
  })
})

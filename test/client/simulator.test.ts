import { Client, UnsupportedByServerError } from 'earshot/client'
import { type Endpoint, endpoints, featureLevels, featureRow, hasFeature } from 'earshot/protocol'
import { createSimulator, type Simulator } from 'earshot/simulator'
import { describe, expect, it } from 'vitest'

/** Every level at which something changed, and the one just before. */
const edges = [...new Set(featureLevels.flatMap(({ level }) => [Math.max(0, level - 1), level]))].sort((a, b) => a - b)

/** What reading each thing takes. */
const reads: Record<string, object> = {
  'users.getByEmail': { email: 'iago@example.com', include_custom_profile_fields: true },
  'users.get': { user_id: 8 },
  'userGroups.isMember': { user_group_id: 20, user_id: 12 },
  'streams.get': { stream_id: 2 },
  'messages.list': { anchor: 'newest', num_before: 20, num_after: 0 },
  'messages.get': { message_id: 106 },
}

function clientOf(simulator: Simulator, who: string): Client {
  const { site, email, apiKey } = simulator.credentials(who)
  return new Client({ site, email, apiKey, fetch: simulator.fetch, dialect: simulator.dialect })
}

function call(client: Client, name: string, params: object): Promise<object> {
  const [namespace = '', method = ''] = name.split('.')
  return Reflect.get(Reflect.get(client, namespace), method)(params)
}

describe('a client before servers of every age', () => {
  const reading = (endpoints as readonly Endpoint[]).filter(({ method }) => method === 'GET')

  it.each(edges)('reads all that a server of level %i has, in today’s shape', async (featureLevel) => {
    const simulator = createSimulator({ featureLevel, dialect: featureLevel % 2 === 0 ? 'svc' : 'zulip' })
    const client = clientOf(simulator, 'hamlet')
    for (const { name, since } of reading) {
      const answer = await call(client, name, reads[name] ?? {}).catch((error: unknown) => error)
      if (since === undefined || hasFeature(featureLevel, since))
        expect(answer, name).toMatchObject({ result: 'success' })
      else {
        expect(answer, name).toBeInstanceOf(UnsupportedByServerError)
        expect(answer).toMatchObject({ neededLevel: featureRow(since).level, serverLevel: featureLevel })
      }
    }
    await simulator.close()
  })

  it.each([169, 170])('mutes a topic and unmutes it, twice each, on a server of level %i', async (featureLevel) => {
    const simulator = createSimulator({ featureLevel })
    const client = clientOf(simulator, 'hamlet')
    const set = (visibility_policy: 0 | 1) =>
      client.topics.setVisibility({ stream_id: 2, topic: 'lunch', visibility_policy })
    for (const policy of [1, 1, 0, 0] as const) expect(await set(policy)).toMatchObject({ result: 'success' })
    await simulator.close()
  })

  it.each([247, 248])('writes to a channel in the words of a server of level %i', async (featureLevel) => {
    const simulator = createSimulator({ featureLevel })
    const client = clientOf(simulator, 'hamlet')
    const { id } = await client.messages.send({ type: 'channel', to: 2, topic: 'lunch', content: 'Bread?' })
    expect((await client.messages.get({ message_id: id })).message).toMatchObject({ type: 'stream', subject: 'lunch' })
    await simulator.close()
  })

  it.each([150, 200, 300])('deletes a topic in batches from a server of level %i', async (featureLevel) => {
    const simulator = createSimulator({ featureLevel, assumptions: { deleteBatchesPerRequest: 1 } })
    for (let loaf = 0; loaf < 150; loaf += 1)
      simulator.say('hamlet', { channel: 'kitchen', topic: 'flood' }, `Loaf ${loaf}`)
    const client = clientOf(simulator, 'iago')
    const progress: boolean[] = []
    await client.streams.deleteWholeTopic(
      { stream_id: 2, topic_name: 'flood' },
      { onProgress: ({ complete }) => progress.push(complete) },
    )
    expect(progress.at(-1)).toBe(true)
    expect(simulator.messages({ channel: 'kitchen', topic: 'flood' })).toEqual([])
    await simulator.close()
  })
})

describe('a client before a server that counts calls', () => {
  it('waits as long as it is asked to', async () => {
    const simulator = createSimulator({ clock: 'frozen', rateLimit: { calls: 2, seconds: 3 } })
    const { site, email, apiKey } = simulator.credentials('hamlet')
    const { clock } = simulator
    const waits: number[] = []
    const client = new Client({
      site,
      email,
      apiKey,
      featureLevel: simulator.realm.featureLevel,
      fetch: simulator.fetch,
      // Time passes while the client waits for the server, and at no other time.
      clock: {
        now: () => clock.now(),
        later(milliseconds, action) {
          if (milliseconds > 5000) return () => {}
          waits.push(milliseconds)
          void simulator.advance(milliseconds).then(action)
          return () => {}
        },
      },
    })
    for (let request = 0; request < 3; request += 1) await client.users.me()
    expect(waits).toEqual([3000])
    await simulator.close()
  })
})

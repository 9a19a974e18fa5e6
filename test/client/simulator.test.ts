import { Client } from 'earshot/client'
import { createSimulator, type Simulator } from 'earshot/simulator'
import { describe, expect, it } from 'vitest'

function clientOf(simulator: Simulator, who: string): Client {
  const { site, email, apiKey } = simulator.credentials(who)
  return new Client({ site, email, apiKey, fetch: simulator.fetch })
}

describe('a client of simulated servers', () => {
  it.each([169, 170])('mutes and unmutes a topic twice at level %i', async (featureLevel) => {
    const simulator = createSimulator({ featureLevel })
    const client = clientOf(simulator, 'hamlet')
    const set = (visibility_policy: 0 | 1) =>
      client.topics.setVisibility({ stream_id: 2, topic: 'lunch', visibility_policy })
    for (const policy of [1, 1, 0, 0] as const) expect(await set(policy)).toMatchObject({ result: 'success' })
    await simulator.close()
  })

  it.each([247, 248])('sends to a channel at level %i', async (featureLevel) => {
    const simulator = createSimulator({ featureLevel })
    const client = clientOf(simulator, 'hamlet')
    const { id } = await client.messages.send({ type: 'channel', to: 2, topic: 'lunch', content: 'Bread?' })
    expect((await client.messages.get({ message_id: id })).message).toMatchObject({ type: 'stream', subject: 'lunch' })
    await simulator.close()
  })

  it.each([150, 200, 300])('deletes a topic in batches at level %i', async (featureLevel) => {
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

describe('a client without a given dialect', () => {
  it.each(['svc', 'zulip'] as const)('works with a server of the dialect %s', async (dialect) => {
    const simulator = createSimulator({ dialect, featureLevel: 400 })
    const client = clientOf(simulator, 'hamlet')
    const { id: message_id } = await client.messages.send({ type: 'stream', to: 2, topic: 'lunch', content: 'hi' })
    await client.reactions.add({ message_id, emoji_name: 'svc' })
    const { message } = await client.messages.get({ message_id })
    expect(message.reactions).toMatchObject([
      { emoji_name: 'svc', emoji_code: 'svc', reaction_type: 'svc_extra_emoji' },
    ])
    expect(await client.server.settings()).toMatchObject({ svc_feature_level: 400 })
    expect(await client.featureLevel()).toBe(400)
    await simulator.close()
  })
})

describe('a client of a rate-limited server', () => {
  it('waits as long as the server asks', async () => {
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

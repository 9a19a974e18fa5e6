import { Client, UnsupportedByServerError } from 'earshot/client'
import { featureLevels, featureRow, hasFeature, newestFeatureLevel } from 'earshot/protocol'
import { createSimulator, type Simulator } from 'earshot/simulator'
import { afterEach, describe, expect, it } from 'vitest'
import { touches } from '../../src/protocol/index.js'
import { call, everyEndpoint, prepare } from './calls.js'
import type { World } from './worlds.js'

/** Every level at which something changed, and the one just before: every way in which a server can behave, twice. */
const edges = [...new Set(featureLevels.flatMap(({ level }) => [Math.max(0, level - 1), level]))].sort((a, b) => a - b)

/** Calls that work on every server, and calls that need more than their endpoint. */
const examples = [
  ...everyEndpoint.map(({ name, as, params, endpoint }) => ({
    name,
    as,
    params,
    needs: endpoint.since,
    gone: endpoint.until,
  })),
  {
    name: 'users.deactivate',
    as: 'desdemona',
    params: { user_id: 10, actions: { delete_profile: true } },
    needs: 'deactivationActions',
  },
  {
    name: 'topics.setVisibility',
    as: 'hamlet',
    params: { stream_id: 2, topic: 'lunch', visibility_policy: 3 },
    needs: 'followedTopics',
  },
  {
    name: 'topics.setVisibility',
    as: 'hamlet',
    params: { stream_id: 2, topic: '', visibility_policy: 1 },
    needs: 'emptyTopic',
  },
  {
    name: 'messages.send',
    as: 'hamlet',
    params: { type: 'stream', to: 2, topic: '', content: 'Bread?' },
    needs: 'emptyTopic',
  },
  {
    name: 'scheduledMessages.create',
    as: 'hamlet',
    params: { type: 'channel', to: 2, topic: '', content: 'Bread?', scheduled_delivery_timestamp: 4_000_000_000 },
    needs: 'emptyTopic',
  },
] as const

type Example = (typeof examples)[number]

/** The calls to try at a level: with little time, those that changed there or change next, and all at both ends. */
function examplesAt(level: number): readonly Example[] {
  if (process.env.EARSHOT_TESTS === 'full' || level === 0 || level === newestFeatureLevel) return examples
  const changing = featureLevels.filter((row) => row.level === level || row.level === level + 1)
  const touched = examples.filter(({ name, params }) => {
    const endpoints = new Map([[name, new Set(Object.keys(params))]])
    return changing.some((row) => touches(row, { endpoints, isNotified: false, hasIgnored: false, isRefused: false }))
  })
  // What changes for notifications alone changes no call: all of them are to be as they were, and each level tries others.
  return touched.length > 0 ? touched : examples.filter((_, index) => index % share === edges.indexOf(level) % share)
}

/** One call of so many is tried where none has changed. */
const share = 10

/** Whether a server of a level has the endpoint of a call, and all parameters that the call has. */
function isThere({ name, params, needs, ...example }: Example, level: number): boolean {
  if (isGone(example, level)) return false
  // Topics are muted the older way where the newer one is missing.
  const hasEndpoint = needs === undefined || needs === 'userTopics' || hasFeature(level, needs)
  const lacking = featureLevels.filter(
    ({ id, kind, appliesTo }) => kind === 'parameter' && appliesTo.endpoint === name && !hasFeature(level, id),
  )
  return hasEndpoint && lacking.every(({ appliesTo }) => !Object.hasOwn(params, appliesTo.parameter ?? ''))
}

/** Whether a server of a level has lost the endpoint of a call. */
function isGone(example: Partial<Example>, level: number): boolean {
  return 'gone' in example && example.gone !== undefined && hasFeature(level, example.gone)
}

/** Servers of the level that is tried now, and of the newest, by level and dialect. */
const servers = new Map<string, Simulator>()

/** A server as it was at its beginning. */
function serverOf(featureLevel: number, dialect: 'svc' | 'zulip'): Simulator {
  const key = `${featureLevel} ${dialect}`
  const known = servers.get(key)
  known?.reset()
  const server = known ?? createSimulator({ featureLevel, dialect, clock: 'frozen' })
  servers.set(key, server)
  return server
}

async function closeServers(): Promise<void> {
  for (const server of servers.values()) await server.close()
  servers.clear()
}

/** What comes of a call on a fresh server of a level. */
async function outcome({ name, as, params, ...example }: Example, featureLevel: number): Promise<unknown> {
  // Each dialect gets its turn; the spec's 4.19 is there in the spec's own alone.
  const dialect = featureLevel % 2 === 0 || name === 'outgoingWebhook.latest' ? 'svc' : 'zulip'
  const simulator = serverOf(featureLevel, dialect)
  try {
    const world: World = { simulator, as: (who) => clientOf(simulator, who), raw: noRawCalls }
    if (!isGone(example, featureLevel)) await prepare(world, name)
    return await call(world.as(as), name, params as Record<string, unknown>)
  } catch (error) {
    return error
  }
}

function clientOf(simulator: Simulator, who: string): Client {
  const { site, email, apiKey } = simulator.credentials(who)
  return new Client({ site, email, apiKey, fetch: simulator.fetch, dialect: simulator.dialect })
}

async function noRawCalls(): Promise<never> {
  throw new Error('Everything here goes through the client.')
}

/** The places of an answer that hold something, with lists and tables by address taken as one: `members[].email`. */
function placesOf(value: unknown, place = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => placesOf(item, `${place}[]`))
  if (typeof value !== 'object' || value === null) return [place]
  return Object.entries(value).flatMap(([key, inner]) => {
    const step = /@|^\d+$/.test(key) ? '[]' : `.${key}`
    return [`${place}${step}`, ...placesOf(inner, `${place}${step}`)]
  })
}

const today = new Map<Example, Promise<Set<string>>>()

/** The places of the answer of the newest server that has the endpoint. */
function placesToday(example: Example): Promise<Set<string>> {
  const newest = 'gone' in example && example.gone ? featureRow(example.gone).level - 1 : newestFeatureLevel
  const known = today.get(example) ?? outcome(example, newest).then((answer) => new Set(placesOf(answer)))
  today.set(example, known)
  return known
}

describe('the client with servers of every level', () => {
  afterEach(closeServers)

  it.each(edges)('returns current shapes at level %i, or throws with both levels', async (level) => {
    for (const example of examplesAt(level)) {
      const { name } = example
      const answer = await outcome(example, level)
      if (isThere(example, level)) {
        expect(answer, `${name} at level ${level}`).toMatchObject({ result: 'success', msg: '' })
        const expected = await placesToday(example)
        // Level 497 has the older shape of one person's presence again, beside the newer one.
        const isAgain = (place: string) => name === 'presence.get' && place.startsWith('.presence.')
        const leftover = placesOf(answer).filter((place) => !expected.has(place) && !isAgain(place))
        expect(leftover, `${name} at level ${level} has places of an older server`).toEqual([])
        continue
      }
      expect(answer, `${name} at level ${level}`).toBeInstanceOf(UnsupportedByServerError)
      const { serverLevel, neededLevel, message } = answer as UnsupportedByServerError
      if (isGone(example, level)) {
        expect({ serverLevel, isEnough: neededLevel < level }).toEqual({ serverLevel: level, isEnough: true })
        expect(message).toContain(`below feature level ${neededLevel + 1} only, and this one has ${level}.`)
        continue
      }
      expect({ serverLevel, isEnough: neededLevel > level }).toEqual({ serverLevel: level, isEnough: true })
      expect(message).toContain(`needs feature level ${neededLevel} `)
      expect(message).toContain(`the server has ${level}.`)
    }
  })
})

describe("the client's conversion of older responses", () => {
  const at = (featureLevel: number) => {
    const simulator = createSimulator({ featureLevel, clock: 'frozen' })
    return { simulator, client: clientOf(simulator, 'iago') }
  }

  it.each([364, 365])('separates move and edit times at level %i', async (level) => {
    const { simulator, client } = at(level)
    const read = async () => (await client.messages.get({ message_id: 103 })).message
    await client.messages.edit({ message_id: 103, topic: 'oven #13' })
    const moved = Math.floor(simulator.clock.now() / 1000)
    expect(await read()).toMatchObject({ last_moved_timestamp: moved })
    expect(await read()).not.toHaveProperty('last_edit_timestamp')
    await simulator.advance(60_000)
    const { id } = await client.messages.send({ type: 'stream', to: 2, topic: 'lunch', content: 'Soup?' })
    await client.messages.edit({ message_id: id, content: 'Soup!' })
    await client.messages.edit({ message_id: id, topic: '✔ lunch' })
    const { message } = await client.messages.get({ message_id: id })
    expect(message).toMatchObject({ last_edit_timestamp: moved + 60 })
    expect(message).not.toHaveProperty('last_moved_timestamp')
    await simulator.close()
  })
})

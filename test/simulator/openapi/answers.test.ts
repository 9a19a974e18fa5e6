import { Client } from 'earshot/client'
import {
  type EndpointName,
  endpointNamed,
  exampleCalls,
  featureLevels,
  featureRow,
  newestFeatureLevel,
} from 'earshot/protocol'
import { createSimulator, type Simulator } from 'earshot/simulator'
import { afterEach, describe, expect, it } from 'vitest'
import { endpointsAt } from '../../../src/protocol/index.js'
import { prepare } from '../../conformance/calls.js'
import type { World } from '../../conformance/worlds.js'
import { documentOf, endpointsOf, levelsOf, url } from './documents.js'
import { type Tool, toolFor } from './tool.js'

const cases = Object.entries(exampleCalls) as [string, { as: string; params: Record<string, unknown> }][]
const methods = new Map(endpointsAt(newestFeatureLevel).map((declared) => [declared.name, declared.method]))

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
})

function open(featureLevel: number): Simulator {
  const simulator = createSimulator({ featureLevel, strict: true })
  opened.push(simulator)
  return simulator
}

/** Calls an endpoint by the document alone, and says what it thinks of the answer. */
async function called(simulator: Simulator, tool: Tool, name: string, as: string, params: Record<string, unknown>) {
  const { email, apiKey } = simulator.credentials(as)
  const request = tool.request(name, params, `Basic ${btoa(`${email}:${apiKey}`)}`)
  const response = await simulator.fetch(new Request(request.url.replace(url, simulator.url), request))
  const body: unknown = await response.json()
  return { status: response.status, body, problems: tool.problemsOf(name, response.status, body) }
}

async function prepared(simulator: Simulator, name: string): Promise<void> {
  const as = (who: string) => {
    const { email, apiKey } = simulator.credentials(who)
    const client = new Client({ site: simulator.url, email, apiKey, fetch: simulator.fetch })
    return client
  }
  await prepare({ simulator, as, raw: () => Promise.reject(new Error('Nothing is sent raw here.')) } as World, name)
}

describe('whoever knows nothing but the document', () => {
  it.each(cases)('can call %s, and knows its answer', async (name, { as, params }) => {
    const { until } = endpointNamed(name as EndpointName)
    const level = until === undefined ? newestFeatureLevel : featureRow(until).level - 1
    const simulator = open(level)
    await prepared(simulator, name)
    const { status, body, problems } = await called(simulator, toolFor(documentOf(level)), name, as, params)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(problems, JSON.stringify(body)).toEqual([])
  })

  it.each(levelsOf('field'))('knows what is read from a server of level %i', async (level) => {
    const simulator = open(level)
    const document = documentOf(level)
    const tool = toolFor(document)
    const there = new Set(endpointsOf(document))
    for (const [name, { as, params }] of cases) {
      if (!there.has(name) || methods.get(name) !== 'GET' || name.startsWith('events.')) continue
      const { body, problems } = await called(simulator, tool, name, as, params)
      expect(problems, `${name} ${JSON.stringify(body)}`).toEqual([])
    }
  })

  it.each(
    featureLevels.flatMap(({ level, appliesTo }) =>
      'endpoint' in appliesTo ? [{ level, name: appliesTo.endpoint }] : [],
    ),
  )('knows the answers of $name before and after level $level', async ({ level, name }) => {
    for (const featureLevel of [Math.max(0, level - 1), level]) {
      const document = documentOf(featureLevel)
      const found = cases.find(([one]) => one === name)
      if (found === undefined || !endpointsOf(document).includes(String(name))) continue
      const { as, params } = found[1]
      const { body, problems } = await called(open(featureLevel), toolFor(document), String(name), as, params)
      expect(problems, JSON.stringify(body)).toEqual([])
    }
  })

  it('knows an answer of an older server that ended early', async () => {
    for (const featureLevel of [153, 154, 210, 211]) {
      const simulator = createSimulator({
        featureLevel,
        strict: true,
        assumptions: { deleteBatch: 1, deleteBatchesPerRequest: 1 },
      })
      opened.push(simulator)
      const params = { stream_id: 2, topic_name: 'lunch' }
      const { body, problems } = await called(
        simulator,
        toolFor(documentOf(featureLevel)),
        'streams.deleteTopic',
        'iago',
        params,
      )
      expect(problems, `${featureLevel} ${JSON.stringify(body)}`).toEqual([])
    }
  })

  it('knows the refusals', async () => {
    const simulator = open(newestFeatureLevel)
    const tool = toolFor(documentOf())
    const refused = [
      ['users.getByEmail', 'iago', { email: 'nobody@example.com' }, 400],
      ['users.mute', 'iago', { muted_user_id: 8 }, 400],
      ['streams.deleteTopic', 'hamlet', { stream_id: 2, topic_name: 'lunch' }, 400],
      ['scheduledMessages.edit', 'iago', { scheduled_message_id: 999, content: 'a' }, 404],
      ['scheduledMessages.edit', 'iago', { scheduled_message_id: 1, type: 'channel', to: 99, topic: 'a' }, 400],
      ['scheduledMessages.edit', 'iago', { scheduled_message_id: 1, type: 'direct', to: [99] }, 400],
      ['userGroups.deactivate', 'iago', { user_group_id: 24 }, 400],
    ] as const
    for (const [name, as, params, status] of refused) {
      const answer = await called(simulator, tool, name, as, params)
      expect(answer.status, JSON.stringify(answer.body)).toBe(status)
      expect(answer.problems).toEqual([])
      expect(answer.body).toMatchObject({ result: 'error' })
    }
  })

  it('is told what is not as the document says', async () => {
    const tool = toolFor(documentOf())
    expect(tool.problemsOf('users.get', 200, { result: 'success', msg: '' })).not.toEqual([])
    expect(tool.problemsOf('users.get', 200, { result: 'error', msg: '', user: {} })).not.toEqual([])
    expect(tool.problemsOf('users.get', 400, { result: 'error' })).not.toEqual([])
    expect(tool.problemsOf('users.get', 418, {})).toEqual(['users.get is not said to answer with 418'])
  })
})

describe('what a document describes', () => {
  it.each(levelsOf('endpoint'))('is what a server of level %i has', async (level) => {
    const simulator = open(level)
    const described = new Set(endpointsOf(documentOf(level)))
    for (const { name, method, path } of endpointsAt(newestFeatureLevel)) {
      const sample = path.replaceAll('{email}', 'iago@example.com').replaceAll(/\{\w+\}/g, '1')
      const { status } = await simulator.fetch(`${simulator.url}/api/v1${sample}`, { method })
      expect([name, status === 404 || status === 405]).toEqual([name, !described.has(name)])
    }
  })
})

import type { QueueView } from 'earshot/simulator'
import { describe, expect, it } from 'vitest'
import { playgroundEndpoints } from '../../../src/playground/endpoints.js'
import { controlEndpoints as own } from '../../../src/simulator/control/endpoints/index.js'
import type { DeadLetterView } from '../../../src/simulator/public/queueView.js'
import { stage } from './stage.js'

const open = stage()

/** With what the playground asks for. */
const controlEndpoints = [...own, ...playgroundEndpoints]

/** One request to every endpoint, in an order in which each can succeed. */
const requests: readonly (readonly [method: string, path: string, body?: unknown])[] = [
  ['GET', '/health'],
  ['GET', '/organisation'],
  ['POST', '/users', { full_name: 'Ariel', role: 'guest' }],
  ['POST', '/bots', { full_name: 'Puck', owner: 'iago', address: 'http://127.0.0.1:5009/' }],
  ['POST', '/users/hamlet/login'],
  ['POST', '/bots/Puck/probe'],
  ['PATCH', '/bots/Puck', { address: 'http://127.0.0.1:5010/' }],
  ['GET', '/emoji'],
  ['GET', '/seed'],
  ['GET', '/seed/schema'],
  ['POST', '/checkpoints', { name: 'before lunch' }],
  ['GET', '/checkpoints'],
  ['POST', '/branches'],
  ['GET', '/clock'],
  ['GET', '/clock/pending?limit=5'],
  ['PATCH', '/clock', { kind: 'frozen' }],
  ['POST', '/clock/advance', { by: '90s' }],
  ['POST', '/clock/run-until-idle'],
  ['GET', '/level'],
  ['PUT', '/level', { featureLevel: 169 }],
  ['GET', '/levels'],
  ['GET', '/levels/163/notification?message=111&bot=echo'],
  ['GET', '/assumptions'],
  ['POST', '/faults', { fault: 'the next 2 calls of messages.send answer 503' }],
  ['POST', '/faults/read', { sentence: 'the next 2 calls' }],
  ['GET', '/faults'],
  ['GET', '/faults/presets'],
  ['GET', '/faults/applied'],
  ['DELETE', '/faults/1'],
  ['DELETE', '/faults'],
  ['GET', '/journal?limit=5&kinds=call,delivery'],
  ['GET', '/calls/2'],
  ['GET', '/calls/2/curl?key=shown'],
  ['GET', '/deliveries?bot=echo&outcome=replied'],
  ['POST', '/deliveries/check', { bot: 'echo', body: '{}' }],
  ['GET', '/deliveries/1'],
  ['GET', '/deliveries/1/curl'],
  ['GET', '/deliveries/1/calls'],
  ['POST', '/deliveries/1/resend', { exact: true }],
  ['POST', '/deliveries/hold', { bot: 'echo' }],
  ['GET', '/deliveries/holds'],
  ['POST', '/deliveries/3/release', {}],
  ['POST', '/deliveries/let-go', {}],
  ['GET', '/why?message=111&bot=echo'],
  ['POST', '/notices', { text: 'Fine' }],
  ['GET', '/queue'],
  ['GET', '/queue/dead?limit=5'],
  ['GET', '/queue/dead/3f9c-1'],
  ['POST', '/queue/dead/3f9c-1/replay'],
  ['DELETE', '/queue/dead/3f9c-1'],
  ['POST', '/transcript', { bot: 'echo' }],
  ['POST', '/transcript/file', { name: 'lunch', text: '# kitchen > lunch' }],
  ['POST', '/transcript/run', { bot: 'Echo', text: '# kitchen > lunch' }],
  ['GET', '/start'],
  ['POST', '/checkpoints/before%20lunch/restore'],
  ['DELETE', '/checkpoints/before%20lunch'],
  ['POST', '/reset'],
  ['PUT', '/seed', { text: 'name: Mill\nusers:\n  - { full_name: Portia, role: owner }\n' }],
]

/** The endpoint that a request is for: literal paths go before those with parameters. */
function endpointOf(method: string, path: string) {
  const [target = ''] = path.split('?')
  const fits = (one: string) => new RegExp(`^${one.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(target)
  const found = controlEndpoints.filter((one) => one.method === method && fits(one.path))
  return found.find((one) => one.path === target) ?? found[0]
}

const letter: DeadLetterView = {
  entry: {
    id: '3f9c-1',
    bot: 'echo-bot@example.com',
    message: 111,
    sender: 'hamlet@example.com',
    notification: '{}',
    arrived: 1,
  },
  reason: 'crashed',
  error: 'The process died.',
  attempts: 1,
  crashes: 21,
  died: 2,
  ledger: [{ key: 'reply 0' }],
}
const queueWithOneLetter: QueueView = {
  status: async () => ({ waiting: 0, working: 0, dead: 1, oldest: undefined }),
  dead: { list: async () => [letter], get: async () => letter, replay: async () => true, purge: async () => true },
}

describe('the control API', () => {
  it('answers every endpoint as declared', async () => {
    const transcripts = {
      beside: 'bot.ts',
      keep: async () => ({ path: 'lunch.chat', passed: true, says: 'Fine.' }),
      run: async () => ({ passed: true, says: 'Fine.' }),
    }
    const { simulator, control, mention } = open({ transcripts })
    simulator.connect('echo', () => Response.json({ content: 'hello' }))
    simulator.showQueue(queueWithOneLetter)
    await mention()
    for (const [method, path, body] of requests) {
      if (path.endsWith('/release')) await mention()
      const endpoint = endpointOf(method, path)
      const called = await control(method, path, body)
      expect([path, called.status, called.text.slice(0, 200)]).toEqual([
        path,
        endpoint?.status ?? 200,
        expect.anything(),
      ])
      const isJson = called.headers.get('content-type')?.startsWith('application/json') === true
      const answer = isJson ? called.body : called.text
      expect(endpoint?.answer.safeParse(answer).error?.issues ?? [], path).toEqual([])
      await simulator.idle()
    }
  })

  it('has no endpoint without a request in this test', () => {
    // The stream does not end by itself, a log needs the key of the bot; both have their own tests.
    const apart = [endpointOf('GET', '/journal/stream'), endpointOf('POST', '/deliveries/log')]
    const tried = new Set([...requests.map(([method, path]) => endpointOf(method, path)), ...apart])
    expect(controlEndpoints.filter((one) => !tried.has(one)).map(({ path }) => path)).toEqual([])
  })

  it('lists every endpoint with the schemas of its body and answer', async () => {
    const { control } = open()
    const { body } = await control('GET', '')
    const listed = body.endpoints as { path: string; method: string; body: object; answer: object }[]
    expect(listed.map(({ method, path }) => [method, path]).sort()).toEqual(
      controlEndpoints.map(({ method, path }) => [method, `/sim${path}`]).sort(),
    )
    expect(listed.find(({ method, path }) => method === 'POST' && path === '/sim/users')).toMatchObject({
      summary: expect.stringMatching(/\w/),
      body: { type: 'object', properties: { full_name: { type: 'string' } }, required: ['full_name'] },
      answer: { type: 'object' },
    })
  })
})

describe('an invalid request to the control API', () => {
  it.each([
    ['GET', '/nowhere', undefined, 404, 'no_such_path', 'GET /sim lists what is'],
    ['GET', '/deliveries/9/nothing', undefined, 404, 'no_such_path', 'GET /sim lists what is'],
    ['POST', '/health', undefined, 405, 'wrong_method', 'takes GET, and not POST'],
    ['POST', '/users', {}, 400, 'invalid_request', 'body.full_name'],
    ['POST', '/users', { full_name: 'A', rle: 'guest' }, 400, 'invalid_request', 'rle'],
    ['POST', '/users', { full_name: 'A', role: 'king' }, 400, 'invalid_request', 'body.role'],
    ['POST', '/users', { full_name: 'A', email: 'iago@example.com' }, 400, 'out_of_range', 'is in use already'],
    ['POST', '/users', '{"full_name":', 400, 'invalid_json', 'cannot be read as JSON'],
    ['POST', '/users', '[]', 400, 'invalid_request', 'body'],
    ['POST', '/bots', { full_name: 'A', owner: 'nobody' }, 400, 'out_of_range', 'Nobody is called "nobody"'],
    ['POST', '/bots', { full_name: 'A', address: 'ftp://a' }, 400, 'invalid_request', 'body.address'],
    ['PATCH', '/bots/nobody', { address: 'http://127.0.0.1/' }, 404, 'not_found', 'Nobody is called'],
    ['PATCH', '/bots/iago', { address: 'http://127.0.0.1/' }, 400, 'not_called', 'choose one that is'],
    ['PATCH', '/bots/%zz', { address: 'http://127.0.0.1/' }, 400, 'invalid_request', 'percent-encoding'],
    ['POST', '/checkpoints', { name: ' ' }, 400, 'invalid_request', 'body.name'],
    ['POST', '/checkpoints/none/restore', undefined, 404, 'no_such_checkpoint', 'There is no checkpoint "none"'],
    ['DELETE', '/checkpoints/none', undefined, 404, 'no_such_checkpoint', 'There is no checkpoint "none"'],
    ['PATCH', '/clock', { kind: 'slow' }, 400, 'invalid_request', 'body.kind'],
    ['POST', '/clock/advance', { by: 'soon' }, 400, 'out_of_range', '"soon" is not a duration to move on by'],
    ['POST', '/clock/advance', { by: -1 }, 400, 'out_of_range', 'not a duration to move on by'],
    ['PUT', '/level', { featureLevel: -1 }, 400, 'invalid_simulator_option', 'from 0 to 496'],
    ['PUT', '/level', { featureLevel: 1e9 }, 400, 'invalid_simulator_option', 'from 0 to 496'],
    ['PUT', '/level', { featureLevel: 'latest' }, 400, 'invalid_request', 'body.featureLevel'],
    ['POST', '/faults', { fault: 'every thrid call answers 503' }, 400, 'invalid_fault', 'thrid'],
    ['POST', '/faults', { fault: { what: 'ever' } }, 400, 'invalid_fault', ''],
    ['DELETE', '/faults/9', undefined, 404, 'unknown_fault', '9'],
    ['GET', '/journal?since=x', undefined, 400, 'invalid_request', 'query.since'],
    ['GET', '/journal?kinds=calls', undefined, 400, 'invalid_request', 'query.kinds'],
    ['GET', '/journal?limit=0', undefined, 400, 'invalid_request', 'query.limit'],
    ['GET', '/journal?page=2', undefined, 400, 'invalid_request', 'page'],
    ['GET', '/deliveries/7', undefined, 404, 'not_found', 'There is no delivery 7'],
    ['GET', '/deliveries/x', undefined, 400, 'invalid_request', 'path.id'],
    ['GET', '/deliveries?bot=nobody', undefined, 404, 'not_found', 'Nobody is called'],
    ['POST', '/deliveries/7/resend', {}, 404, 'not_found', 'There is no delivery 7'],
    ['POST', '/deliveries/7/release', {}, 404, 'not_found', 'There is no delivery 7'],
    ['POST', '/deliveries/hold', { bot: 'iago' }, 400, 'not_called', 'no outgoing-webhook bot'],
    ['GET', '/levels/163/notification?message=999&bot=echo', undefined, 404, 'not_found', 'There is no message 999'],
    ['GET', '/levels/163/notification?message=111&bot=iago', undefined, 400, 'not_called', 'no outgoing-webhook bot'],
    ['GET', '/levels/497/notification?message=111&bot=echo', undefined, 404, 'not_found', 'There is no message 111'],
    ['GET', '/levels/x/notification?message=1&bot=echo', undefined, 400, 'invalid_request', 'path.featureLevel'],
    ['GET', '/clock/pending?limit=0', undefined, 400, 'invalid_request', 'query.limit'],
    ['POST', '/faults/read', {}, 400, 'invalid_request', 'body.sentence'],
    ['POST', '/faults', { fault: 'every call hangs', seen: -1 }, 400, 'invalid_request', 'body.seen'],
    ['GET', '/why?message=999&bot=echo', undefined, 404, 'not_found', 'There is no message 999'],
    ['GET', '/why?bot=echo', undefined, 400, 'invalid_request', 'query.message'],
    [
      'PUT',
      '/seed',
      { text: 'name: Mill\nusers:\n  - { full_name: A, role: king }\n' },
      400,
      'invalid_seed_file',
      'role',
    ],
    ['PUT', '/seed', { text: ': :' }, 400, 'invalid_seed_file', 'seed.yaml'],
    ['PUT', '/seed', {}, 400, 'invalid_request', 'body'],
  ])('%s %s %j is refused with %d %s', async (method, path, body, status, code, says) => {
    const { simulator, control } = open()
    const before = JSON.stringify([simulator.realm.accounts(), simulator.clock.now(), simulator.faults.list()])
    const called = await control(method, path, body)
    expect(called.body, called.text).toMatchObject({ error: { code, message: expect.stringContaining(says) } })
    expect(called.status).toBe(status)
    const after = JSON.stringify([simulator.realm.accounts(), simulator.clock.now(), simulator.faults.list()])
    expect(after).toBe(before)
  })

  it("is refused when its body is not JSON, so that other sites can't send one", async () => {
    const { control } = open()
    const form = await control('POST', '/users', 'full_name=A', { 'content-type': 'application/x-www-form-urlencoded' })
    expect([form.status, form.body]).toMatchObject([415, { error: { code: 'not_json' } }])
  })

  it('is refused when its body is too large', async () => {
    const { control } = open()
    const large = await control('POST', '/users', { full_name: 'x'.repeat(10 * 1024 * 1024) })
    expect([large.status, large.body]).toMatchObject([413, { error: { code: 'too_large' } }])
  })

  it('is refused with clock_goes if it advances a clock that runs by itself', async () => {
    const { control } = open({ clock: 'real' })
    for (const path of ['/clock/advance', '/clock/run-until-idle']) {
      const moved = await control('POST', path, path.endsWith('advance') ? { by: '1h' } : undefined)
      expect([moved.status, moved.body]).toMatchObject([409, { error: { code: 'clock_goes' } }])
    }
  })
})

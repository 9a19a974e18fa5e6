import { Validator } from '@seriousme/openapi-schema-validator'
import type { QueueView } from 'earshot/simulator'
import { describe, expect, it } from 'vitest'
import { playgroundEndpoints } from '../../../src/playground/endpoints.js'
import { controlSubjects } from '../../../src/simulator/control/endpoints/index.js'
import type { DeadLetterView } from '../../../src/simulator/queueView.js'
import { stage } from './stage.js'

const open = stage()

/** With what the playground asks for. */
const controlEndpoints = [...Object.values(controlSubjects).flat(), ...playgroundEndpoints]

/** One request to every endpoint, in an order in which each can succeed. */
const requests: Readonly<Record<string, readonly [method: string, path: string, body?: unknown]>> = {
  health: ['GET', '/health'],
  organisation: ['GET', '/organisation'],
  addUser: ['POST', '/users', { full_name: 'Ariel', role: 'guest' }],
  addBot: ['POST', '/bots', { full_name: 'Puck', owner: 'iago', address: 'http://127.0.0.1:5009/' }],
  logIn: ['POST', '/users/hamlet/login'],
  probeBot: ['POST', '/bots/Puck/probe'],
  setBotAddress: ['PATCH', '/bots/Puck', { address: 'http://127.0.0.1:5010/' }],
  unicodeEmoji: ['GET', '/emoji'],
  tryLinkifiers: ['POST', '/linkifiers/try', { linkifiers: [{ id: 1, pattern: 'x' }], text: 'x' }],
  readSeed: ['GET', '/seed'],
  seedSchema: ['GET', '/seed/schema'],
  makeCheckpoint: ['POST', '/checkpoints', { name: 'before lunch' }],
  checkpoints: ['GET', '/checkpoints'],
  branch: ['POST', '/branches'],
  clock: ['GET', '/clock'],
  pendingTimers: ['GET', '/clock/pending?limit=5'],
  changeClock: ['PATCH', '/clock', { kind: 'frozen' }],
  advanceClock: ['POST', '/clock/advance', { by: '90s' }],
  runUntilIdle: ['POST', '/clock/run-until-idle'],
  level: ['GET', '/level'],
  setLevel: ['PUT', '/level', { featureLevel: 169 }],
  levels: ['GET', '/levels'],
  notificationAt: ['GET', '/levels/163/notification?message=111&bot=echo'],
  assumptions: ['GET', '/assumptions'],
  addFault: ['POST', '/faults', { fault: 'the next 2 calls of messages.send answer 503' }],
  readFault: ['POST', '/faults/read', { sentence: 'the next 2 calls' }],
  faults: ['GET', '/faults'],
  faultPresets: ['GET', '/faults/presets'],
  appliedFaults: ['GET', '/faults/applied'],
  removeFault: ['DELETE', '/faults/1'],
  clearFaults: ['DELETE', '/faults'],
  journal: ['GET', '/journal?limit=5&kinds=call,delivery'],
  call: ['GET', '/calls/2'],
  callCurl: ['GET', '/calls/2/curl?key=shown'],
  callClient: ['GET', '/calls/2/client'],
  deliveries: ['GET', '/deliveries?bot=echo&outcome=replied'],
  deliveriesHar: ['GET', '/deliveries.har'],
  chosenDeliveriesHar: ['POST', '/deliveries.har', { ids: [1] }],
  checkDelivery: ['POST', '/deliveries/check', { bot: 'echo', body: '{}' }],
  delivery: ['GET', '/deliveries/1'],
  deliveryHar: ['GET', '/deliveries/1/har'],
  deliveryCurl: ['GET', '/deliveries/1/curl'],
  deliveryTest: ['GET', '/deliveries/1/test'],
  deliveryCalls: ['GET', '/deliveries/1/calls'],
  resendDelivery: ['POST', '/deliveries/1/resend', { exact: true }],
  holdDeliveries: ['POST', '/deliveries/hold', { bot: 'echo' }],
  holds: ['GET', '/deliveries/holds'],
  releaseDelivery: ['POST', '/deliveries/3/release', {}],
  letDeliveriesGo: ['POST', '/deliveries/let-go', {}],
  why: ['GET', '/why?message=111&bot=echo'],
  giveNotice: ['POST', '/notices', { text: 'Fine' }],
  queue: ['GET', '/queue'],
  deadLetters: ['GET', '/queue/dead?limit=5'],
  deadLetter: ['GET', '/queue/dead/3f9c-1'],
  replayDeadLetter: ['POST', '/queue/dead/3f9c-1/replay'],
  purgeDeadLetter: ['DELETE', '/queue/dead/3f9c-1'],
  writeTranscript: ['POST', '/transcript', { bot: 'echo' }],
  keepTranscript: ['POST', '/transcript/file', { name: 'lunch', text: '# kitchen > lunch' }],
  runTranscript: ['POST', '/transcript/run', { bot: 'Echo', text: '# kitchen > lunch' }],
  start: ['GET', '/start'],
  restoreCheckpoint: ['POST', '/checkpoints/before%20lunch/restore'],
  forgetCheckpoint: ['DELETE', '/checkpoints/before%20lunch'],
  reset: ['POST', '/reset'],
  replaceSeed: ['PUT', '/seed', { text: 'name: Mill\nusers:\n  - { full_name: Portia, role: owner }\n' }],
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
  it('answers every endpoint as it is declared', async () => {
    const transcripts = {
      beside: 'bot.ts',
      keep: async () => ({ path: 'lunch.chat', passed: true, says: 'Fine.' }),
      run: async () => ({ passed: true, says: 'Fine.' }),
    }
    const { simulator, control, mention } = open({ transcripts })
    simulator.connect('echo', () => Response.json({ content: 'hello' }))
    simulator.showQueue(queueWithOneLetter)
    await mention()
    for (const [id, [method, path, body]] of Object.entries(requests)) {
      if (id === 'releaseDelivery') await mention()
      const endpoint = controlEndpoints.find((one) => one.id === id)
      const called = await control(method, path, body)
      expect([id, called.status, called.text.slice(0, 200)]).toEqual([id, endpoint?.status ?? 200, expect.anything()])
      const isJson = called.headers.get('content-type')?.startsWith('application/json') === true
      const answer = isJson ? called.body : called.text
      expect(endpoint?.answer.safeParse(answer).error?.issues ?? [], id).toEqual([])
      await simulator.idle()
    }
  })

  it('has nothing that is not tried here', () => {
    // The stream does not end by itself, a log needs the key of the bot; both have their own tests.
    const tried = [...Object.keys(requests), 'journalStream', 'logDelivery']
    expect(controlEndpoints.map(({ id }) => id).sort()).toEqual(tried.sort())
  })

  it('is described by a valid document, in which every endpoint stands', async () => {
    const { control } = open()
    const { body } = await control('GET', '/openapi.json')
    const { valid, errors } = await new Validator().validate(structuredClone(body))
    expect(errors ?? []).toEqual([])
    expect(valid).toBe(true)
    const paths = body.paths as Record<string, Record<string, { operationId: string; parameters: { name: string }[] }>>
    for (const { id, method, path } of controlEndpoints) {
      const operation = paths[path]?.[method.toLowerCase()]
      expect(operation?.operationId).toBe(id)
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect(operation?.parameters.map(({ name }) => name)).toEqual(expect.arrayContaining(inPath))
    }
  })

  it('is described on a page too, which runs nothing', async () => {
    const { control } = open()
    const { text, headers } = await control('GET', '/docs')
    expect(headers.get('content-type')).toContain('text/html')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(text).toContain('/deliveries/{id}/resend')
    expect(text).not.toMatch(/<script/i)
  })
})

describe('a request to the control API that is wrong', () => {
  it.each([
    ['GET', '/nowhere', undefined, 404, 'no_such_path', '/sim/openapi.json'],
    ['GET', '/deliveries/9/nothing', undefined, 404, 'no_such_path', '/sim/openapi.json'],
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
    ['GET', '/deliveries/7/har', undefined, 404, 'not_found', 'There is no delivery 7'],
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

  it('is refused when its body is not JSON, which is all that a page elsewhere can send', async () => {
    const { control } = open()
    const form = await control('POST', '/users', 'full_name=A', { 'content-type': 'application/x-www-form-urlencoded' })
    expect([form.status, form.body]).toMatchObject([415, { error: { code: 'not_json' } }])
  })

  it('is refused when its body is too large', async () => {
    const { control } = open()
    const large = await control('POST', '/users', { full_name: 'x'.repeat(10 * 1024 * 1024) })
    expect([large.status, large.body]).toMatchObject([413, { error: { code: 'too_large' } }])
  })

  it('is told that a clock that goes by itself cannot be moved', async () => {
    const { control } = open({ clock: 'real' })
    for (const path of ['/clock/advance', '/clock/run-until-idle']) {
      const moved = await control('POST', path, path.endsWith('advance') ? { by: '1h' } : undefined)
      expect([moved.status, moved.body]).toMatchObject([409, { error: { code: 'clock_goes' } }])
    }
  })
})

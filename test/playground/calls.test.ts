import type { JournalEntry, Simulator } from 'earshot/simulator'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { callFields, createCalls, wordsOfCall } from '../../src/playground/page/calls/store.js'
import { asksFor, parseSearch } from '../../src/playground/search.js'
import { decisionSteps } from '../../src/simulator/control/decisionSteps.js'
import { opener } from '../simulator/ways.js'

type Calls = ReturnType<typeof createCalls>

const open = opener()

const entriesOf = (simulator: Simulator) => simulator.journal.read({ limit: 1000 }).entries

/** Calls of every kind, in an order that the searches below speak of. */
async function someCalls(): Promise<readonly JournalEntry[]> {
  const { simulator, call, send, as } = await open({ clock: 'frozen' })
  await call('iago', 'GET', '/realm/linkifiers', { colour: 'red' })
  await call('hamlet', 'POST', '/messages', { type: 'stream', to: 'nowhere', topic: 'lunch', content: 'flour' })
  await send('/api/v1/users/me')
  await send('/api/v1/users/me', { headers: { ...as('cordelia'), 'earshot-client': 'playground' } })
  simulator.say('hamlet', { channel: 'kitchen', topic: 'lunch' }, 'rye')
  simulator.faults.add('the next call of server.settings answers 503')
  await send('/api/v1/server_settings')
  return entriesOf(simulator)
}

function noted(entries: readonly JournalEntry[]): Calls {
  const calls = createCalls()
  calls.note(entries)
  return calls
}

describe('the list of calls', () => {
  it('pairs each call with its answer', async () => {
    const [first, second, third, fourth, fifth, sixth] = noted(await someCalls()).rows.all
    expect(first).toMatchObject({
      method: 'GET',
      endpoint: 'linkifiers.list',
      caller: 'Iago',
      status: 200,
      isError: false,
    })
    expect(first).toMatchObject({ hasIgnored: true, ms: 0, isPlayground: false })
    expect(second).toMatchObject({ status: 400, code: 'STREAM_DOES_NOT_EXIST', isError: true })
    expect(third).toMatchObject({ caller: '', status: 401, code: 'UNAUTHORIZED' })
    expect(fourth).toMatchObject({ caller: 'Cordelia', isPlayground: true })
    expect(fifth).toMatchObject({ method: '', path: '', endpoint: 'messages.send', status: undefined })
    expect(sixth).toMatchObject({ status: 503, isFaulted: true, isError: true, code: '' })
  })

  it('is the same however the journal is split or repeated', async () => {
    const entries = await someCalls()
    const expected = noted(entries).rows.all
    fc.assert(
      fc.property(fc.nat(entries.length), fc.nat(entries.length), (end, again) => {
        const calls = noted(entries.slice(0, end))
        calls.note(entries.slice(Math.min(end, again)))
        expect(calls.rows.all).toEqual(expected)
      }),
    )
  })

  it('marks an error with status 200 as an error', async () => {
    const { simulator, call } = await open({ assumptions: { httpStatuses: 'always 200' } })
    await call('iago', 'POST', '/messages', { type: 'stream', to: 'nowhere', topic: 'lunch', content: 'flour' })
    expect(noted(entriesOf(simulator)).rows.all[0]).toMatchObject({ status: 200, isError: true })
  })

  it.each([
    ['caller:hamlet', [1, 4]],
    ['endpoint:messages.send', [1, 4]],
    ['method:get path:users', [2, 3]],
    ['status:>=400', [1, 2, 5]],
    ['code:stream_does', [1]],
    ['is:error -is:faulted', [1, 2]],
    ['is:playground', [3]],
    ['is:ignored', [0]],
    ['flour', [1]],
    ['rye', [4]],
  ])('finds the rows for %s', async (text, expected) => {
    const { rows } = noted(await someCalls())
    const { matches, problems } = parseSearch(text, callFields, wordsOfCall)
    expect(problems).toEqual([])
    expect(rows.all.flatMap((row, at) => (matches(row) ? [at] : []))).toEqual(expected)
  })

  it.each([
    ['is:playground', true],
    ['caller:iago -is:playground', true],
    ['path:is:playgrounds', false],
    ['', false],
  ])("includes the playground's own calls only if the search asks for them: %s", (text, asks) => {
    expect(asksFor(text, 'is:playground')).toBe(asks)
  })

  it('tests each of 100,000 calls only twice', () => {
    const calls = createCalls(200_000)
    let tests = 0
    calls.rows.search(({ isError }) => {
      tests += 1
      return !isError
    })
    for (let count = 0; count < 100_000; count += 1) {
      const number = count * 2 + 1
      calls.note([
        { number, at: count, kind: 'call', method: 'GET', path: '/api/v1/users/me', endpoint: 'users.me' },
        { number: number + 1, at: count, kind: 'answer', call: number, status: 200, answer: {}, decision: {} },
      ])
      if (count % 10_000 === 0) expect(calls.rows.shown).toHaveLength(count + 1)
    }
    expect(tests).toBe(200_000)
  })
})

describe("the steps of a call's decision", () => {
  /** The steps of the newest call, each with its state. */
  async function stepsOf(act: Parameters<typeof openAnd>[0]): Promise<readonly (readonly [string, string, string])[]> {
    const entries = await openAnd(act)
    const call = entries.findLast((entry) => entry.kind === 'call')
    const answer = entries.findLast((entry) => entry.kind === 'answer')
    if (call === undefined || answer === undefined) throw new Error('Nothing was called.')
    return decisionSteps(call, answer).map(({ id, state, says }) => [id, state, says] as const)
  }

  async function openAnd(
    act: (service: Awaited<ReturnType<typeof open>>) => Promise<unknown>,
  ): Promise<readonly JournalEntry[]> {
    const service = await open({ featureLevel: 38 })
    await act(service)
    return entriesOf(service.simulator)
  }

  it('all pass for a success, and name the missing features of an old server', async () => {
    const steps = await stepsOf(({ call }) => call('iago', 'GET', '/realm/linkifiers', { colour: 'red' }))
    expect(steps.map(([, state]) => state)).toEqual(Array(7).fill('passed'))
    expect(steps[1]?.[2]).toBe('It is Iago.')
    expect(steps[4]?.[2]).toContain('but for colour')
    expect(steps[6]?.[2]).toContain('linkifierUrlTemplate')
  })

  it('end at the check that refused the call', async () => {
    const steps = await stepsOf(({ call }) => call('hamlet', 'PATCH', '/realm/profile_fields', { order: '[1]' }))
    expect(steps.map(([id, state]) => [id, state])).toEqual([
      ['endpoint', 'passed'],
      ['authentication', 'passed'],
      ['rate limit', 'passed'],
      ['role', 'refused'],
      ['parameters', 'not asked'],
      ['rule', 'not asked'],
      ['level', 'not asked'],
    ])
    expect(steps[3]?.[2]).toBe('Must be an organization administrator')
  })

  it('consist of one step for a page or a file', async () => {
    expect(await stepsOf(({ send }) => send('/'))).toEqual([
      ['endpoint', 'passed', 'The request leads to a page or a file.'],
    ])
  })

  it.each([
    ['/api/v1/nothing', 'There is no such endpoint.'],
    ['/elsewhere', 'There is no such endpoint.'],
    ['/api/v1/users/hamlet@example.com', 'A server of this level does not know it yet; a later one does.'],
  ])('end at the endpoint for the path %s', async (path, says) => {
    const steps = await stepsOf(({ send, as }) => send(path, { headers: as('iago') }))
    expect(steps[0]).toEqual(['endpoint', 'refused', says])
    expect(steps.slice(1).every(([, state]) => state === 'not asked')).toBe(true)
  })
})

import type { JournalEntry, Simulator } from 'earshot/simulator'
import { describe, expect, it } from 'vitest'
import { opener } from '../ways.js'

type Answer = Extract<JournalEntry, { kind: 'answer' }>
type Call = Extract<JournalEntry, { kind: 'call' }>

const last = <Kind extends 'answer' | 'call'>(simulator: Simulator, kind: Kind) =>
  simulator.journal.read({ limit: 1000, kinds: [kind] }).entries.at(-1) as Kind extends 'call' ? Call : Answer

describe('the decision of an answer in the journal', () => {
  const open = opener()

  it('names the access that a successful call needed', async () => {
    const { simulator, call } = await open()
    await call('iago', 'GET', '/realm/linkifiers')
    expect(last(simulator, 'answer').decision).toMatchObject({ access: 'account' })
    expect(last(simulator, 'answer').decision).not.toHaveProperty('refusedBy')
  })

  it('names the check that refused the call, and whether the spec shows it', async () => {
    const { simulator, call, send, as } = await open()
    const decision = () => last(simulator, 'answer').decision
    await send('/api/v1/users/me')
    expect(decision()).toMatchObject({ refusedBy: 'authentication', error: 'notLoggedIn', source: 'spec' })
    await send('/api/v1/users/me', { headers: { authorization: 'Basic bm9ib2R5OmFiYw==' } })
    expect(decision()).toMatchObject({ refusedBy: 'authentication', source: 'assumed' })
    await call('hamlet', 'PATCH', '/realm/profile_fields', { order: '[1]' })
    expect(decision()).toMatchObject({ access: 'administrator', refusedBy: 'role', error: 'mustBeAdministrator' })
    await call('hamlet', 'POST', '/messages', { type: 'stream', to: 'kitchen', topic: 'lunch' })
    expect(decision()).toMatchObject({ refusedBy: 'parameters', error: 'missingParameter' })
    await call('hamlet', 'POST', '/messages', { type: 'stream', to: 'nowhere', topic: 'lunch', content: 'Hi' })
    expect(decision()).toMatchObject({ refusedBy: 'rule', error: 'channelNameDoesNotExist' })
    await send('/api/v1/nothing', { headers: as('iago') })
    expect(decision()).toEqual({ refusedBy: 'path' })
    await send('/api/v1/realm/presence', { method: 'DELETE', headers: as('iago') })
    expect(decision()).toEqual({ refusedBy: 'method' })
  })

  it('says that the level was too low, and which features are missing', async () => {
    const { simulator, call, send, as } = await open({ featureLevel: 38 })
    const decision = () => last(simulator, 'answer').decision
    await send('/api/v1/users/hamlet@example.com', { headers: as('iago') })
    expect(decision()).toEqual({ refusedBy: 'level' })
    await call('iago', 'GET', '/realm/linkifiers')
    expect(decision().lacking).toContain('linkifierUrlTemplate')
    simulator.setFeatureLevel(496)
    await call('iago', 'GET', '/realm/linkifiers')
    expect(decision()).not.toHaveProperty('lacking')
  })

  it('lists the assumptions that Earshot-Assumptions lists', async () => {
    const { simulator, send, as } = await open()
    const asking = { ...as('iago'), 'earshot-show': 'assumptions' }
    const { headers } = await send('/api/v1/realm/presence', { headers: asking })
    const { assumptions } = last(simulator, 'answer').decision
    expect(assumptions?.join(', ')).toBe(headers.get('earshot-assumptions'))
    expect(assumptions).toContain('activeSeconds')
    await send('/api/v1/realm/presence', { headers: as('iago') })
    expect(last(simulator, 'answer').decision.assumptions).toEqual(assumptions)
  })

  it("has unknown parameters with the call, even at levels that don't report them", async () => {
    const { simulator, call } = await open({ featureLevel: 100 })
    await call('iago', 'GET', '/realm/linkifiers', { colour: 'red' })
    expect(last(simulator, 'call').ignored).toEqual(['colour'])
    await call('iago', 'GET', '/realm/linkifiers')
    expect(last(simulator, 'call')).not.toHaveProperty('ignored')
  })

  it('has the faults with the call, even if the call was never carried out', async () => {
    const { simulator, send, as } = await open()
    simulator.faults.add('the next call of server.settings answers 503')
    await send('/api/v1/server_settings')
    expect(last(simulator, 'call')).toMatchObject({
      endpoint: 'server.settings',
      faults: ['the next call of server.settings answers 503 before taking effect'],
    })
    expect(last(simulator, 'answer')).toMatchObject({ status: 503, call: last(simulator, 'call').number })
    simulator.faults.add('the next call of server.settings is reset')
    await expect(send('/api/v1/server_settings', { headers: as('iago') })).rejects.toThrow()
    expect(simulator.journal.read({ kinds: ['call', 'answer'], limit: 1000 }).entries.at(-1)).toMatchObject({
      kind: 'call',
      faults: ['the next call of server.settings is reset before taking effect'],
    })
  })
})

import { expect, it } from 'vitest'
import { inBothWays, json } from '../ways.js'

inBothWays((open) => {
  it('answers repeated requests from the current state, as each caller may see it', async () => {
    const { simulator, call } = await open()
    const { id, email } = simulator.realm.account('echo')
    const named = async (who: string) => (await call(who, 'GET', `/users/${email}`)).body.user
    expect(await named('iago')).toMatchObject({ full_name: 'Echo' })
    expect((await call('iago', 'PATCH', `/bots/${id}`, { full_name: 'Narcissus' })).body.result).toBe('success')
    expect(await named('iago')).toMatchObject({ full_name: 'Narcissus' })
    simulator.reset()
    expect(await named('iago')).toMatchObject({ full_name: 'Echo' })
    const address = async (who: string) => (await call(who, 'GET', '/users/11')).body.user
    for (const _ of [1, 2]) {
      expect(await address('iago')).toMatchObject({ delivery_email: 'cordelia@example.com' })
      expect(await address('othello')).toMatchObject({ delivery_email: null })
    }
  })

  it('serves an endpoint from its feature level on, and not below', async () => {
    const { simulator, send, as } = await open()
    const status = async () => (await send('/api/v1/channel_folders', { headers: as('iago') })).status
    expect(await status()).toBe(200)
    simulator.setFeatureLevel(200)
    expect([await status(), await status()]).toEqual([404, 404])
    simulator.setFeatureLevel(496)
    expect(await status()).toBe(200)
  })

  it('distinguishes verbs with the same path and query', async () => {
    const { send, as } = await open()
    const statuses: number[] = []
    for (const method of ['GET', 'PUT', 'HEAD', 'OPTIONS', 'DELETE', 'GET']) {
      statuses.push((await send('/api/v1/messages/101?apply_markdown=false', { method, headers: as('iago') })).status)
    }
    expect(statuses).toEqual([200, 405, 200, 204, 200, 400])
  })

  it('refuses an invalid parameter and lists an unknown one in repeated requests too', async () => {
    const { send, as } = await open()
    const get = async (query: string) => json(await send(`/api/v1/users?${query}`, { headers: as('iago') }))
    for (const _ of [1, 2, 3]) {
      expect(await get('client_gravatar=maybe')).toMatchObject({ msg: 'client_gravatar is not valid JSON' })
      expect(await get('colour=red')).toMatchObject({ ignored_parameters_unsupported: ['colour'] })
    }
  })

  it('journals each of several identical requests', async () => {
    const { simulator, call } = await open()
    for (const who of ['iago', 'hamlet', 'iago']) await call(who, 'GET', '/users/iago@example.com')
    const calls = simulator.journal.read({ kinds: ['call'] }).entries
    expect(calls).toMatchObject([
      { caller: { full_name: 'Iago' }, parameters: { email: 'iago@example.com' } },
      { caller: { full_name: 'Hamlet' }, parameters: { email: 'iago@example.com' } },
      { caller: { full_name: 'Iago' }, parameters: { email: 'iago@example.com' } },
    ])
  })

  it('answers a request the same way after hundreds of different requests', async () => {
    const { call } = await open()
    const { body } = await call('iago', 'GET', '/messages/101')
    for (let id = 1_000; id < 1_600; id += 1) await call('iago', 'GET', `/messages/${id}`)
    expect((await call('iago', 'GET', '/messages/101')).body).toEqual(body)
  })
})

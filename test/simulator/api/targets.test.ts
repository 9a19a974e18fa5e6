import { expect, it } from 'vitest'
import { inBothWays, json } from '../ways.js'

inBothWays((open) => {
  it('answers the same request as the organisation is by then, and by who asks', async () => {
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

  it('knows a path from the level on that has it, and no longer below that', async () => {
    const { simulator, send, as } = await open()
    const status = async () => (await send('/api/v1/channel_folders', { headers: as('iago') })).status
    expect(await status()).toBe(200)
    simulator.setFeatureLevel(200)
    expect([await status(), await status()]).toEqual([404, 404])
    simulator.setFeatureLevel(496)
    expect(await status()).toBe(200)
  })

  it('tells verbs of the same path and query apart', async () => {
    const { send, as } = await open()
    const statuses: number[] = []
    for (const method of ['GET', 'PUT', 'HEAD', 'OPTIONS', 'DELETE', 'GET']) {
      statuses.push((await send('/api/v1/messages/101?apply_markdown=false', { method, headers: as('iago') })).status)
    }
    expect(statuses).toEqual([200, 405, 200, 204, 200, 400])
  })

  it('refuses a parameter, and names one that it does not know, as often as it comes', async () => {
    const { send, as } = await open()
    const get = async (query: string) => json(await send(`/api/v1/users?${query}`, { headers: as('iago') }))
    for (const _ of [1, 2, 3]) {
      expect(await get('client_gravatar=maybe')).toMatchObject({ msg: 'client_gravatar is not valid JSON' })
      expect(await get('colour=red')).toMatchObject({ ignored_parameters_unsupported: ['colour'] })
    }
  })

  it('writes down each of several requests that are the same', async () => {
    const { simulator, call } = await open()
    for (const who of ['iago', 'hamlet', 'iago']) await call(who, 'GET', '/users/iago@example.com')
    const calls = simulator.journal.read({ kinds: ['call'] }).entries
    expect(calls).toMatchObject([
      { caller: { full_name: 'Iago' }, parameters: { email: 'iago@example.com' } },
      { caller: { full_name: 'Hamlet' }, parameters: { email: 'iago@example.com' } },
      { caller: { full_name: 'Iago' }, parameters: { email: 'iago@example.com' } },
    ])
  })

  it('understands the first of very many different requests as before', async () => {
    const { call } = await open()
    const { body } = await call('iago', 'GET', '/messages/101')
    for (let id = 1_000; id < 1_600; id += 1) await call('iago', 'GET', `/messages/${id}`)
    expect((await call('iago', 'GET', '/messages/101')).body).toEqual(body)
  })
})

import { describe, expect, it } from 'vitest'
import { picture } from '../pictures.js'
import { opener, type Service } from '../ways.js'

/** Uploads a picture as the caller's avatar. */
async function upload({ send, as }: Service, who: string, file: Blob) {
  const body = new FormData()
  body.append('file', new File([file], 'me.png', { type: 'image/png' }))
  const response = await send('/api/v1/users/me/avatar', { method: 'POST', headers: as(who), body })
  return (await response.json()) as Record<string, unknown>
}

describe('the own avatar', () => {
  const open = opener()

  it('is served under the address that everybody sees, until it is removed', async () => {
    const service = await open()
    const file = new Blob([picture(3, 2)])
    const { avatar_url } = await upload(service, 'hamlet', file)
    expect(avatar_url).toMatch(/^\/user_avatars\/2\/\w+\.png\?version=\d+$/)
    const { user } = (await service.call('iago', 'GET', '/users/10')).body
    expect(user).toMatchObject({ avatar_url })
    const served = await service.send(String(avatar_url).replace(/\?.*/, ''))
    expect(new Uint8Array(await served.arrayBuffer())).toEqual(new Uint8Array(await file.arrayBuffer()))
    const removed = await service.call('hamlet', 'DELETE', '/users/me/avatar')
    expect(removed.body.avatar_url).toMatch(/^https:\/\/avatars\.example\.com\//)
    expect((await service.send(String(avatar_url).replace(/\?.*/, ''))).status).toBe(404)
  })

  it('has to be one picture, and can be fixed by the organisation', async () => {
    const service = await open()
    expect((await service.call('hamlet', 'POST', '/users/me/avatar')).body.msg).toBe(
      'You must upload exactly one avatar.',
    )
    const text = await upload(service, 'hamlet', new Blob(['no picture']))
    expect(text.msg).toBe('Could not decode image; did you upload an image file?')
    await service.call('iago', 'PATCH', '/realm', { avatar_changes_disabled: 'true' })
    const refused = await upload(service, 'hamlet', new Blob([picture(3, 2)]))
    expect(refused.msg).toBe('Avatar changes are disabled in this organization.')
    expect(await upload(service, 'iago', new Blob([picture(3, 2)]))).toMatchObject({ result: 'success' })
  })
})

describe('the own key', () => {
  const open = opener()

  it.each(['hamlet', 'yeast counter'])('of %s can be replaced, and the old one is worth nothing then', async (who) => {
    const { call, send, as } = await open()
    const before = as(who)
    const { api_key } = (await call(who, 'POST', '/users/me/api_key/regenerate')).body
    expect(api_key).toMatch(/^\w{32}$/)
    expect((await send('/api/v1/users/me', { headers: before })).status).toBe(401)
  })
})

describe('the own profile', () => {
  const open = opener()

  it('is changed and cleared field by field', async () => {
    const { call } = await open()
    const profile = async () => (await call('hamlet', 'GET', '/users/me')).body.profile_data
    await call('hamlet', 'PATCH', '/users/me/profile_data', { data: '[{"id":4,"value":"2026-03-02"}]' })
    expect(await profile()).toMatchObject({ 4: { value: '2026-03-02' } })
    await call('hamlet', 'DELETE', '/users/me/profile_data', { data: '[4]' })
    expect(await profile()).not.toHaveProperty('4')
    const refused = await call('hamlet', 'DELETE', '/users/me/profile_data', { data: '[99]' })
    expect(refused.body.msg).toBe('Field id 99 not found.')
  })

  it.each([
    [496, 'data[0]["value"] field is missing: Field required'],
    [200, 'value key is missing from data[0]'],
  ])('names what is missing in a list of values, at level %i', async (featureLevel, msg) => {
    const { call } = await open({ featureLevel })
    const refused = await call('hamlet', 'PATCH', '/users/me/profile_data', { data: '[{"id":1}]' })
    expect(refused).toMatchObject({ status: 400, body: { msg } })
  })

  it('keeps what only administrators may change', async () => {
    const { call } = await open()
    await call('iago', 'PATCH', '/realm/profile_fields/4', { editable_by_user: 'false' })
    const data = { data: '[{"id":4,"value":"2026-03-02"}]' }
    expect((await call('hamlet', 'PATCH', '/users/me/profile_data', data)).body.msg).toMatch(/^You are not allowed to/)
    expect((await call('iago', 'PATCH', '/users/me/profile_data', data)).body).toMatchObject({ result: 'success' })
  })
})

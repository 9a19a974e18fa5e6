import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { opener, type Service } from '../ways.js'

/** Registers a queue; the function returned fetches its events. */
async function listening({ call }: Service, who: string, type: string) {
  const { body } = await call(who, 'POST', '/register', { event_types: JSON.stringify([type]) })
  const queue = { queue_id: String(body.queue_id), last_event_id: '-1', dont_block: 'true' }
  return { body, events: async () => (await call(who, 'GET', '/events', queue)).body.events }
}

describe('domains', () => {
  const open = opener()

  it('are kept by owners, and everybody sees them', async () => {
    const service = await open()
    const { call } = service
    const { body, events } = await listening(service, 'hamlet', 'realm_domains')
    expect(body.realm_domains).toEqual([])
    const added = await call('desdemona', 'POST', '/realm/domains', {
      domain: ' Mill.example ',
      allow_subdomains: 'false',
    })
    expect(added.body.new_domain).toEqual([1, 'mill.example'])
    await call('desdemona', 'PATCH', '/realm/domains/mill.example', { allow_subdomains: 'true' })
    const { domains } = (await call('hamlet', 'GET', '/realm/domains')).body
    expect(domains).toEqual([{ domain: 'mill.example', allow_subdomains: true }])
    await call('desdemona', 'DELETE', '/realm/domains/mill.example')
    expect(await events()).toMatchObject([
      { op: 'add', realm_domain: { domain: 'mill.example', allow_subdomains: false } },
      { op: 'change', realm_domain: { domain: 'mill.example', allow_subdomains: true } },
      { op: 'remove', domain: 'mill.example' },
    ])
  })

  it.each([
    ['', "Invalid domain: Domain can't be empty."],
    ['mill', 'Invalid domain: Domain must have at least one dot (.)'],
    ['.mill', 'Invalid domain: Domain cannot start or end with a dot (.)'],
    ['mill..example', "Invalid domain: Consecutive '.' are not allowed."],
    ['-mill.example', "Invalid domain: Subdomains cannot start or end with a '-'."],
    ['mi_ll.example', "Invalid domain: Domain can only have letters, numbers, '.' and '-'s."],
    [`${'a'.repeat(250)}.example`, 'Invalid domain: Domain is too long'],
  ])('called "%s" are refused', async (domain, msg) => {
    const { call } = await open()
    const refused = await call('desdemona', 'POST', '/realm/domains', { domain, allow_subdomains: 'true' })
    expect(refused).toMatchObject({ status: 400, body: { msg } })
  })

  it('are refused twice, and where there are none', async () => {
    const { call } = await open()
    const fields = { domain: 'mill.example', allow_subdomains: 'true' }
    await call('desdemona', 'POST', '/realm/domains', fields)
    const again = await call('desdemona', 'POST', '/realm/domains', fields)
    expect(again.body.msg).toBe('The domain mill.example is already a part of your organization.')
    const none = await call('desdemona', 'PATCH', '/realm/domains/oven.example', { allow_subdomains: 'true' })
    expect(none.body.msg).toBe('No entry found for domain oven.example.')
    const byOther = await call('iago', 'DELETE', '/realm/domains/mill.example')
    expect(byOther.body).toMatchObject({ code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an organization owner' })
  })
})

describe('playgrounds', () => {
  const open = opener()
  const oven = { name: 'Oven', pygments_language: 'Python', url_template: 'https://run.example/?code={code}' }

  it('are in the registered state and in events, with their prefix on older servers', async () => {
    for (const [featureLevel, url] of [
      [496, { url_template: oven.url_template }],
      [195, { url_prefix: 'https://run.example/?code=' }],
    ] as const) {
      const service = await open({ featureLevel })
      const { events } = await listening(service, 'hamlet', 'realm_playgrounds')
      const { url_template: _, ...rest } = oven
      expect((await service.call('iago', 'POST', '/realm/playgrounds', { ...rest, ...url })).body).toMatchObject({
        id: 1,
      })
      const shown = { id: 1, name: 'Oven', pygments_language: 'Python', ...url }
      const { body } = await listening(service, 'hamlet', 'realm_playgrounds')
      expect(body.realm_playgrounds).toEqual([shown])
      await service.call('iago', 'DELETE', '/realm/playgrounds/1')
      expect(await events()).toMatchObject([{ realm_playgrounds: [shown] }, { realm_playgrounds: [] }])
    }
  })

  it.each([
    [{ pygments_language: 'a$b' }, 'Invalid characters in pygments language'],
    [{ pygments_language: 'x'.repeat(41) }, 'pygments_language is too long (limit: 40 characters)'],
    [{ url_template: 'https://run.example/{' }, 'Invalid URL template.'],
    [{ url_template: 'https://run.example/{?test}' }, 'Missing the required variable "code" in the URL template'],
    [
      { url_template: 'https://run.example/{?test,code}' },
      '"code" should be the only variable present in the URL template',
    ],
    [{ name: ' ' }, 'This field cannot be blank.'],
  ])('with %o are refused', async (wrong, msg) => {
    const { call } = await open()
    expect((await call('iago', 'POST', '/realm/playgrounds', { ...oven, ...wrong })).body.msg).toBe(msg)
  })

  it('are refused twice, and where there are none', async () => {
    const { call } = await open()
    await call('iago', 'POST', '/realm/playgrounds', oven)
    expect((await call('iago', 'POST', '/realm/playgrounds', oven)).body.msg).toMatch(/already exists\.$/)
    expect((await call('iago', 'DELETE', '/realm/playgrounds/2')).body.msg).toBe('Invalid playground')
  })
})

describe('settings of new accounts', () => {
  const open = opener()

  it('are preset by administrators, for people who join from then on', async () => {
    const service = await open()
    const { call, simulator } = service
    const { events } = await listening(service, 'hamlet', 'realm_user_settings_defaults')
    const fields = { twenty_four_hour_time: 'true', email_address_visibility: '4' }
    expect((await call('iago', 'PATCH', '/realm/user_settings_defaults', fields)).body.result).toBe('success')
    await call('iago', 'PATCH', '/realm/user_settings_defaults', fields)
    expect(await events()).toMatchObject([
      { op: 'update', property: 'twenty_four_hour_time', value: true },
      { op: 'update', property: 'email_address_visibility', value: 4 },
    ])
    const { body } = await listening(service, 'hamlet', 'realm_user_settings_defaults')
    expect(body.realm_user_settings_defaults).toMatchObject({ twenty_four_hour_time: true, enter_sends: false })
    simulator.addUser({ full_name: 'Puck', user_id: 90 })
    const settings = async (who: string) =>
      (await call(who, 'POST', '/register', { fetch_event_types: '["user_settings"]' })).body.user_settings
    expect(await settings('Puck')).toMatchObject({ twenty_four_hour_time: true, email_address_visibility: 4 })
    expect(await settings('hamlet')).toMatchObject({ twenty_four_hour_time: false })
    expect((await call('iago', 'GET', '/users/90')).body.user).toMatchObject({ delivery_email: null })
  })

  it('have the values that accounts can choose', async () => {
    const { call } = await open()
    const refused = await call('iago', 'PATCH', '/realm/user_settings_defaults', { notification_sound: 'gong' })
    expect(refused.body.msg).toBe("Invalid notification sound 'gong'")
  })
})

describe('an export', () => {
  const open = opener()

  it('is ready after a while, tells who asked for it, and can be downloaded until it is deleted', async () => {
    const service = await open({ clock: 'frozen' })
    const { call, simulator } = service
    const { events } = await listening(service, 'iago', 'realm_export')
    expect((await call('iago', 'POST', '/export/realm')).body).toMatchObject({ id: 1 })
    const listed = async () =>
      ((await call('iago', 'GET', '/export/realm')).body.exports as Record<string, unknown>[])[0]
    expect(await listed()).toMatchObject({ id: 1, acting_user_id: 8, pending: true, export_url: null, export_type: 1 })
    expect((await call('iago', 'DELETE', '/export/realm/1')).body.msg).toBe('Export still in progress')
    await simulator.advance('1m')
    const ready = await listed()
    expect(ready).toMatchObject({ pending: false, deleted_timestamp: null, failed_timestamp: null })
    const archive = await simulator.fetch(String(ready?.export_url))
    expect(gunzipSync(Buffer.from(await archive.arrayBuffer()))).toHaveLength(1024)
    expect(simulator.messages({ dm: ['iago', 'Notification Bot'] }).at(-1)?.content).toMatch(
      /^Your data export is complete/,
    )
    await call('iago', 'DELETE', '/export/realm/1')
    expect(await listed()).toMatchObject({ pending: false, export_url: null, deleted_timestamp: expect.any(Number) })
    expect((await simulator.fetch(String(ready?.export_url))).status).toBe(404)
    expect((await call('iago', 'DELETE', '/export/realm/1')).body.msg).toBe('Export already deleted')
    expect((await call('iago', 'DELETE', '/export/realm/9')).body.msg).toBe('Invalid data export ID')
    expect(await events()).toHaveLength(3)
  })

  it('is refused after five in a week, and without an owner who consents', async () => {
    const { call, simulator } = await open({ clock: 'frozen' })
    const refused = await call('iago', 'POST', '/export/realm', { export_type: '2' })
    expect(refused.body.msg).toMatch(/^Make sure at least one Organization Owner is consenting/)
    await call('desdemona', 'PATCH', '/settings', { allow_private_data_export: 'true' })
    for (let count = 0; count < 5; count += 1) {
      expect((await call('iago', 'POST', '/export/realm', { export_type: '2' })).body.result).toBe('success')
    }
    expect((await call('iago', 'POST', '/export/realm')).body.msg).toBe('Exceeded rate limit.')
    await simulator.advance('8d')
    expect((await call('iago', 'POST', '/export/realm')).body.result).toBe('success')
    const { export_consents: consents } = (await call('iago', 'GET', '/export/realm/consents')).body
    expect(consents).toContainEqual({ user_id: 7, consented: true, email_address_visibility: 1 })
    expect(consents).toContainEqual({ user_id: 8, consented: false, email_address_visibility: 1 })
  })
})

describe('a report of a message', () => {
  const open = opener()
  const report = { report_type: 'spam', description: 'Bread that nobody ordered' }

  it('reaches the channel for reports', async () => {
    const { call, simulator } = await open()
    await call('iago', 'PATCH', '/realm', { moderation_request_channel_id: '4' })
    expect((await call('hamlet', 'POST', '/messages/105/report', report)).body.result).toBe('success')
    const [posted] = simulator.messages({ channel: 'books', topic: "Othello's moderation requests" }).slice(-1)
    expect(posted?.content).toContain('@_**Hamlet|10**')
    expect(posted?.content).toContain('#**kitchen>lunch@105**')
    expect(posted?.content).toContain('Bread that nobody ordered')
    expect(posted?.content).toContain('Soup?')
  })

  it('is refused without such a channel, without an explanation, and of what the caller may not read', async () => {
    const { call } = await open()
    const path = '/messages/105/report'
    expect((await call('hamlet', 'POST', path, report)).body.msg).toBe(
      'Message reporting is not enabled in this organization.',
    )
    expect((await call('hamlet', 'POST', path, { report_type: 'other' })).body.msg).toBe('An explanation is required.')
    expect((await call('hamlet', 'POST', path, { report_type: 'rude' })).body.msg).toMatch(/report_type/)
    await call('iago', 'PATCH', '/realm', { moderation_request_channel_id: '4' })
    expect((await call('hamlet', 'POST', '/messages/999/report', report)).body.msg).toBe('Invalid message(s)')
  })
})

describe('deleting a user group', () => {
  const open = opener()

  it('works below level 294, and tells everybody', async () => {
    const service = await open({ featureLevel: 293 })
    const { call } = service
    const { events } = await listening(service, 'hamlet', 'user_group')
    expect((await call('othello', 'DELETE', '/user_groups/22')).body.msg).toBe('Insufficient permission')
    expect((await call('desdemona', 'DELETE', '/user_groups/22')).body.result).toBe('success')
    expect(await events()).toMatchObject([{ op: 'remove', group_id: 22 }])
    expect((await call('desdemona', 'DELETE', '/user_groups/22')).body.msg).toBe('Invalid user group')
  })

  it('is refused from level 294 on, like any method that a path lacks', async () => {
    const { call } = await open({ featureLevel: 294 })
    const { status, headers, body } = await call('desdemona', 'DELETE', '/user_groups/22')
    expect({ status, body }).toMatchObject({ status: 405, body: { msg: 'Method Not Allowed' } })
    expect(headers.get('earshot-hint')).toBe(
      'userGroups.delete is there below feature level 294 only. This server is of level 294.',
    )
  })
})

import { describe, expect, it } from 'vitest'
import { picture, uploadAs as upload } from '../pictures.js'
import { inBothWays, json, opener, type Service } from '../ways.js'

describe('uploads', () => {
  inBothWays((open) => {
    it('are stored, and served only to accounts that may see them', async () => {
      const service = await open()
      const { send, as, call } = service
      const bytes = new Uint8Array([0, 255, 13, 10, 45, 45, 120])
      const { url, filename } = await upload(
        service,
        'iago',
        new File([bytes], 'dough Käse.bin', { type: 'image/png' }),
      )
      expect(filename).toBe('dough Käse.bin')
      const read = (who: string) => send(String(url), { headers: as(who) })
      const served = await read('iago')
      expect(served.status).toBe(200)
      expect(new Uint8Array(await served.arrayBuffer())).toEqual(bytes)
      expect(served.headers.get('x-content-type-options')).toBe('nosniff')
      expect(served.headers.get('content-disposition')).toBe("inline; filename*=utf-8''dough%20K%C3%A4se.bin")

      expect((await read('hamlet')).status).toBe(403)
      await call('iago', 'POST', '/messages', { type: 'stream', to: 'kitchen', topic: 'a', content: `[x](${url})` })
      expect((await read('hamlet')).status).toBe(200)
    })

    it('in the seed are served', async () => {
      const { send, as } = await open()
      const response = await send('/user_uploads/2/ab/oven-manual/oven-manual.txt', { headers: as('hamlet') })
      expect(await response.text()).toBe('Turn it on first.\n')
    })

    it('have a temporary URL that anybody may fetch for a minute', async () => {
      const { simulator, call, send } = await open({ clock: 'frozen' })
      const path = '/user_uploads/2/ab/oven-manual/oven-manual.txt'
      const { status, body } = await call('iago', 'GET', path)
      expect(status).toBe(200)
      expect(body.url).toMatch(/^\/user_uploads\/temporary\/[A-Za-z0-9]{64}\/oven-manual\.txt$/)
      expect(await (await send(String(body.url))).text()).toBe('Turn it on first.\n')
      await simulator.advance('59s')
      expect((await send(String(body.url))).status).toBe(200)
      await simulator.advance('1s')
      const late = await send(String(body.url))
      expect([late.status, (await json(late)).msg]).toEqual([400, 'Invalid token'])
    })

    it('have no temporary URL for accounts that may not read them, which get a page', async () => {
      const service = await open()
      const { send, as } = service
      const { url } = await upload(service, 'iago', new File(['Rye'], 'rye.txt'))
      const asked = async (path: unknown) => {
        const response = await send(`/api/v1${path}`, { headers: as('hamlet') })
        return [response.status, response.headers.get('content-type'), await response.text()]
      }
      const html = 'text/html; charset=utf-8'
      const missing = '<p>This file does not exist or has been deleted.</p>'
      expect(await asked('/user_uploads/2/ab/nothing.txt')).toEqual([404, html, missing])
      expect(await asked(url)).toEqual([403, html, '<p>You are not authorized to view this file.</p>'])
      expect((await send(`/api/v1${url}`)).status).toBe(401)
    })

    it('lead to the login page without credentials', async () => {
      const { send } = await open()
      const path = '/user_uploads/2/ab/oven-manual/oven-manual.txt'
      const { status, headers } = await send(`${path}?a=b c`, { redirect: 'manual' })
      expect([status, headers.get('location')]).toEqual([302, `/login/?next=${path}%3Fa%3Db%2520c`])
      const followed = await send(path)
      expect([followed.status, followed.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
      expect(await followed.text()).toContain('Log in')
    })

    it('are not served after their deletion, nor at other paths', async () => {
      const { send, as, call } = await open()
      const path = '/user_uploads/2/ab/oven-manual/oven-manual.txt'
      await call('iago', 'DELETE', '/attachments/1')
      expect((await send(path, { headers: as('iago') })).status).toBe(404)
      expect((await send(path)).status).toBe(404)
      for (const other of ['/user_uploads/', '/user_uploads/2', '/user_uploads/../users', '/user_uploads/%']) {
        expect([404, 400]).toContain((await send(other, { headers: as('iago') })).status)
      }
    })

    it('must consist of exactly one file', async () => {
      const service = await open()
      const file = new File(['a'], 'a.txt')
      expect(await upload(service, 'iago')).toMatchObject({ status: 400, msg: 'You must specify a file to upload' })
      expect(await upload(service, 'iago', file, file)).toMatchObject({
        status: 400,
        msg: 'You may only upload one file at a time',
      })
    })

    it('may be as large as the limit of the server, and no larger', async () => {
      const service = await open({ assumptions: { uploadMebibytes: 1 } })
      const sized = (bytes: number) => new File([new Uint8Array(bytes)], 'a.bin')
      expect(await upload(service, 'iago', sized(1024 * 1024))).toMatchObject({ result: 'success' })
      expect(await upload(service, 'iago', sized(1024 * 1024 + 1))).toMatchObject({
        status: 400,
        msg: "File is larger than this server's configured maximum upload size (1 MiB).",
      })
    })
  })
})

describe('access to an upload', () => {
  const open = opener()
  const manual = '/user_uploads/2/ab/oven-manual/oven-manual.txt'

  const asked = async ({ send }: Service, path: unknown, headers: Record<string, string> = {}) => {
    const { status, headers: got } = await send(String(path), { headers, redirect: 'manual' })
    return [status, got.get('content-type')]
  }

  it.each([
    ['image/*', 'image/png'],
    ['image/avif,image/webp,*/*;q=0.8', 'text/html; charset=utf-8'],
    ['image/png,*/*;q=0.8', 'image/png'],
    ['text/html;q=0.3, image/png;q=0.5', 'image/png'],
    ['text/*', 'text/html; charset=utf-8'],
    ['application/json', 'text/html; charset=utf-8'],
    ['', 'text/html; charset=utf-8'],
    ['*/*;q=x, ;;,', 'text/html; charset=utf-8'],
  ])('is refused with a picture or a page, whichever `Accept: %s` prefers', async (accept, type) => {
    const service = await open()
    const { url } = await upload(service, 'iago', new File(['Rye'], 'rye.txt'))
    const hamlet = { ...service.as('hamlet'), accept }
    expect(await asked(service, url, hamlet)).toEqual([403, type])
    expect(await asked(service, `${url}x`, hamlet)).toEqual([404, type])
    const isPicture = type === 'image/png'
    expect(await asked(service, url, { accept })).toEqual([isPicture ? 403 : 302, type])
    expect(await asked(service, `/api/v1${url}`, hamlet)).toEqual([403, type])
  })

  it.each([
    [200, 403, '<p>You are not authorized to view this file.</p>', '<p>File not found.</p>'],
    [300, 302, '', '<p>This file does not exist or has been deleted.</p>'],
    [387, 302, '', '<p>This file does not exist or has been deleted.</p>'],
    [496, 302, '', '<p>This file does not exist or has been deleted.</p>'],
  ])('without credentials at level %i is answered by %i', async (featureLevel, status, text, missing) => {
    const { send } = await open({ featureLevel })
    const response = await send(manual, { redirect: 'manual' })
    expect([response.status, await response.text()]).toEqual([status, text])
    expect(await (await send(`${manual}x`)).text()).toBe(missing)
  })

  it.each([200, 300, 387, 496])(
    'is granted at level %i by a key in the query, as older apps send it',
    async (featureLevel) => {
      const service = await open({ featureLevel })
      const { apiKey } = service.simulator.credentials('hamlet')
      expect(await (await service.send(`${manual}?api_key=${apiKey}`)).text()).toBe('Turn it on first.\n')
      for (const key of ['x', 'x'.repeat(32), '']) {
        expect(await asked(service, `${manual}?api_key=${key}`)).toEqual([401, 'application/json'])
      }
      expect(await asked(service, `/api/v1/users/me?api_key=${apiKey}`)).toEqual([401, 'application/json'])
    },
  )

  it('needs valid credentials if there are some, even for a file that is not there', async () => {
    const service = await open()
    const wrong = { authorization: `Basic ${btoa('hamlet@example.com:x')}` }
    expect(await asked(service, manual, wrong)).toEqual([401, 'application/json'])
    expect(await asked(service, `${manual}x`, wrong)).toEqual([401, 'application/json'])
  })

  it('is an attachment below /download/, and shown by browsers otherwise', async () => {
    const { send, as } = await open()
    const how = async (path: string) => {
      const { headers } = await send(path, { headers: as('hamlet') })
      return headers.get('content-disposition')
    }
    expect(await how(manual)).toBe('inline; filename="oven-manual.txt"')
    expect(await how(manual.replace('/2/', '/download/2/'))).toBe('attachment; filename="oven-manual.txt"')
  })

  it.each([
    ['text/html', 'attachment'],
    ['image/svg+xml', 'attachment'],
    ['application/zip', 'attachment'],
    ['application/pdf', 'inline'],
    ['audio/mpeg', 'inline'],
    ['video/mp4', 'inline'],
    ['image/webp', 'inline'],
    ['text/plain; charset=utf-8', 'inline'],
  ])('lets browsers show %s: %s', async (type, how) => {
    const service = await open()
    const { url } = await upload(service, 'iago', new File(['x'], 'x', { type }))
    const { headers } = await service.send(String(url), { headers: service.as('iago') })
    expect(headers.get('content-disposition')).toBe(`${how}; filename="x"`)
    expect(headers.get('content-type')).toBe(type.replace(/;.*/, ''))
  })

  it('by a token needs the name of its file', async () => {
    const service = await open()
    const { body } = await service.call('iago', 'GET', manual)
    const other = String(body.url).replace('oven-manual.txt', 'other.txt')
    const response = await service.send(other)
    expect([response.status, (await json(response)).msg]).toEqual([400, 'Invalid filename'])
  })
})

describe('the name of an upload', () => {
  const open = opener()
  const long = 'x'.repeat(5_000)

  it.each([
    ['report (1).txt', 'report-1.txt'],
    ['a&b.txt', 'ab.txt'],
    ['x,y+z.txt', 'xyz.txt'],
    ['  a -- b c.txt', 'a-b-c.txt'],
    ['a\tb\u00a0c.txt', 'abc.txt', 'abc.txt'],
    ['ﬁne ②.txt', 'fine-2.txt'],
    ['Käse 日本語.txt', 'Käse-日本語.txt'],
    ['हिन्दी.txt', 'हनद.txt'],
    ['.hidden', '.hidden'],
    ['-rf', '-rf'],
    ['???', 'uploaded-file'],
    ['!.!', 'uploaded-file'],
    ['🥐', 'uploaded-file'],
    ['a%20b.txt', 'a-b.txt', 'a b.txt'],
    ['100%25.txt', '100.txt', '100%.txt'],
    ['%E4%zz.txt', 'zz.txt', '\ufffd%zz.txt'],
    ['..\\menu.txt', 'menu.txt', 'menu.txt'],
    ['../../etc/passwd', 'passwd', 'passwd'],
    [`${long}.txt`, `${'x'.repeat(251)}.txt`, `${'x'.repeat(251)}.txt`],
    [`a.${long}`, `.${'x'.repeat(254)}`, `.${'x'.repeat(254)}`],
    [long, 'x'.repeat(255), 'x'.repeat(255)],
  ])('%j is in its address without signs: %j', async (name, inPath, filename = name) => {
    for (const featureLevel of [300, 387, 496]) {
      const service = await open({ featureLevel })
      const answer = await upload(service, 'iago', new File(['x'], name))
      expect(String(answer.url).split('/').at(-1)).toBe(inPath)
      expect(answer.filename).toBe(filename)
      const read = await service.send(String(answer.url), { headers: service.as('iago') })
      expect(await read.text()).toBe('x')
    }
  })

  it.each(['', '.', '..', 'a/', '\u200b'])('can’t be %j: there is no file', async (name) => {
    const service = await open()
    expect(await upload(service, 'iago', new File(['x'], name))).toMatchObject({
      status: 400,
      msg: 'You must specify a file to upload',
    })
  })

  it.each([
    ['cake.png', undefined, 'image/png'],
    ['cake.unknown', undefined, 'application/octet-stream'],
    ['cake.png', 'text/plain', 'text/plain'],
    ['cake.txt', 'image/png', 'image/png'],
  ])('%s decides on its type if the form gives none: %s', async (name, given, type) => {
    const { send, as } = await open()
    const header = given === undefined ? '' : `Content-Type: ${given}\r\n`
    const part = `Content-Disposition: form-data; name="f"; filename="${name}"\r\n${header}`
    const init = {
      method: 'POST',
      headers: { ...as('iago'), 'content-type': 'multipart/form-data; boundary=b' },
      body: `--b\r\n${part}\r\nrye\r\n--b--\r\n`,
    }
    const { url } = await json(await send('/api/v1/user_uploads', init))
    const { headers } = await send(String(url), { headers: as('iago') })
    expect(headers.get('content-type')).toBe(type)
  })
})

describe('the thumbnail of an image', () => {
  const open = opener()

  async function shown(featureLevel: number, file: File, link = (url: unknown) => `[x](${url})`) {
    const service = await open({ featureLevel, clock: 'frozen' })
    const { queue_id } = (await service.call('hamlet', 'POST', '/register', { event_types: '["update_message"]' })).body
    const answer = await upload(service, 'iago', file)
    const url = String(answer.url ?? answer.uri)
    const message = { type: 'direct', to: '[10]', content: link(url) }
    const { body } = await service.call(
      'iago',
      'POST',
      '/messages',
      featureLevel < 250 ? { ...message, type: 'private' } : message,
    )
    const html = async () => {
      const { body: got } = await service.call('hamlet', 'GET', `/messages/${body.id}`)
      return (got.message as { content: string }).content.replaceAll(url.slice(14), 'PATH')
    }
    const first = await html()
    await service.simulator.advance('1s')
    const fields = { queue_id: String(queue_id), last_event_id: '-1', dont_block: 'true' }
    const { body: got } = await service.call('hamlet', 'GET', '/events', fields)
    return { service, url, id: body.id, first, later: await html(), events: got.events as Record<string, unknown>[] }
  }

  it.each([200, 300, 387, 496])(
    'at level %i is announced by an event that is nobody’s edit, or there is none',
    async (level) => {
      const { id, first, later, events } = await shown(level, picture(30, 20))
      if (level < 275) {
        expect([first, events]).toEqual([later, []])
        expect(first).toContain('<img src="/user_uploads/PATH">')
        return
      }
      expect(first).toContain('<img class="image-loading-placeholder"')
      expect(later).toContain('src="/user_uploads/thumbnail/PATH/840x560.webp"')
      expect(events).toEqual([
        {
          id: 0,
          type: 'update_message',
          user_id: null,
          edit_timestamp: expect.any(Number),
          message_id: id,
          message_ids: [id],
          content: expect.stringContaining('[x](/user_uploads/'),
          rendered_content: expect.stringContaining('/840x560.webp'),
          rendering_only: true,
          flags: [],
        },
      ])
    },
  )

  it('of an image in a text keeps its description', async () => {
    const { first, later } = await shown(496, picture(30, 20), (url) => `![My *cake*](${url})`)
    const facts =
      'data-original-content-type="image/png" data-original-dimensions="30x20" data-original-src="/user_uploads/PATH"'
    expect(first).toBe(
      `<p><img alt="My *cake*" class="inline-image image-loading-placeholder" ${facts} src="/static/images/loading/loader-black.svg"></p>`,
    )
    expect(later).toBe(
      `<p><img alt="My *cake*" class="inline-image" ${facts} src="/user_uploads/thumbnail/PATH/840x560.webp"></p>`,
    )
  })

  it('is there at once in a message that is sent or edited later, and no edit in its history', async () => {
    const { service, url, id } = await shown(496, picture(30, 20))
    const { body } = await service.call('iago', 'POST', '/messages', {
      type: 'direct',
      to: '[10]',
      content: `[y](${url})`,
    })
    const { body: got } = await service.call('iago', 'GET', `/messages/${body.id}`)
    expect((got.message as { content: string }).content).toContain('/840x560.webp"')
    const { body: history } = await service.call('iago', 'GET', `/messages/${id}/history`)
    expect(history.message_history).toHaveLength(1)
    await service.call('iago', 'PATCH', `/messages/${id}`, { content: `again [x](${url})` })
    const { body: edited } = await service.call('iago', 'GET', `/messages/${id}`)
    expect((edited.message as { content: string }).content).toContain('/840x560.webp"')
  })

  it('moves if the image does', async () => {
    const frame = [0x2c, 0, 0, 0, 0, 3, 0, 2, 0, 0, 2, 1, 0x44, 0]
    const gif = (frames: number) => {
      const start = [...new TextEncoder().encode('GIF89a'), 3, 0, 2, 0, 0, 0, 0]
      const all = Array.from({ length: frames }, () => [0x21, 0xf9, 4, 0, 0, 0, 0, 0, ...frame]).flat()
      return new File([Uint8Array.from([...start, ...all, 0x3b])], 'oven.gif', { type: 'image/gif' })
    }
    expect((await shown(387, gif(2))).later).toContain(
      'src="/user_uploads/thumbnail/PATH/840x560-anim.webp" data-animated="true">',
    )
    expect((await shown(387, gif(1))).later).toContain('src="/user_uploads/thumbnail/PATH/840x560.webp">')
  })

  it.each([
    ['that is a text', new File(['<p>cake</p>'], 'cake.png', { type: 'image/png' })],
    ['that is empty', new File([], 'cake.png', { type: 'image/png' })],
    ['that ends too early', new File([picture(9, 9).slice(0, 18)], 'cake.png', { type: 'image/png' })],
    ['without pixels', picture(0, 20)],
    ['that is said to be a text', new File([picture(9, 9)], 'cake.png', { type: 'text/plain' })],
    ['of a kind that the server does not show', new File(['<svg/>'], 'cake.svg', { type: 'image/svg+xml' })],
  ])('of a file %s is never made', async (_, file) => {
    const { service, url, first, later, events } = await shown(496, file)
    expect([first, events]).toEqual([later, []])
    expect(first).not.toContain('<img')
    const thumbnail = url.replace('/user_uploads/', '/user_uploads/thumbnail/')
    const { status, headers } = await service.send(`${thumbnail}/840x560.webp`, { headers: service.as('iago') })
    expect([status, headers.get('content-type')]).toEqual([404, 'image/png'])
  })

  it('is served to those who may see the file, in whatever format', async () => {
    const { service, url } = await shown(496, picture(30, 20))
    const thumbnail = url.replace('/user_uploads/', '/user_uploads/thumbnail/')
    const asked = async (path: string, who: string) => {
      const { status, headers } = await service.send(path, { headers: service.as(who) })
      return [status, headers.get('content-type'), headers.get('content-disposition')]
    }
    expect(await asked(`${thumbnail}/840x560.webp`, 'hamlet')).toEqual([
      200,
      'image/png',
      'inline; filename="840x560.webp"',
    ])
    expect((await asked(`${thumbnail}/10x10.jpg`, 'hamlet'))[0]).toBe(200)
    expect(await asked(`${thumbnail}/large.jpg`, 'hamlet')).toEqual([404, 'image/png', null])
    expect((await asked(`${thumbnail}/840x560.webp`, 'othello'))[0]).toBe(403)
    expect((await asked('/user_uploads/thumbnail/2/x/y.png/840x560.webp', 'hamlet'))[0]).toBe(404)
    const without = await service.send(`${thumbnail}/840x560.webp`, { redirect: 'manual' })
    expect(without.status).toBe(302)
  })

  it('before it is ready is served only in the formats that the server makes', async () => {
    const service = await open({ clock: 'frozen' })
    const { url } = await upload(service, 'iago', picture(30, 20))
    const thumbnail = String(url).replace('/user_uploads/', '/user_uploads/thumbnail/')
    const status = async (format: string) =>
      (await service.send(`${thumbnail}/${format}`, { headers: service.as('iago') })).status
    expect(await status('840x560.webp')).toBe(200)
    expect(await status('840x560-anim.webp')).toBe(404)
    expect(await status('100x100.webp')).toBe(404)
  })

  it('is forgotten with a file that is deleted before it is ready', async () => {
    const service = await open({ clock: 'frozen' })
    const { url } = await upload(service, 'iago', picture(30, 20))
    const { body } = await sendLink(service, url)
    const { body: all } = await service.call('iago', 'GET', '/attachments')
    const { id } = (all.attachments as { id: number }[]).at(-1) ?? { id: 0 }
    await service.call('iago', 'DELETE', `/attachments/${id}`)
    await service.simulator.advance('1m')
    const { body: got } = await service.call('iago', 'GET', `/messages/${body.id}`)
    expect((got.message as { content: string }).content).toContain('image-loading-placeholder')
  })

  it('is the same after a restart from a checkpoint', async () => {
    const service = await open({ clock: 'frozen' })
    const { url } = await upload(service, 'iago', picture(30, 20))
    const { body } = await sendLink(service, url)
    service.simulator.checkpoint('loading')
    await service.simulator.advance('1s')
    service.simulator.restore('loading')
    await service.simulator.advance('1s')
    const { body: got } = await service.call('iago', 'GET', `/messages/${body.id}`)
    expect((got.message as { content: string }).content).toContain('/840x560.webp"')
  })

  it('has formats that the state of a queue lists', async () => {
    const service = await open()
    const { body } = await service.call('iago', 'POST', '/register')
    expect(body.server_thumbnail_formats).toEqual([
      { name: '840x560-anim.webp', max_width: 840, max_height: 560, format: 'webp', animated: true },
      { name: '840x560.webp', max_width: 840, max_height: 560, format: 'webp', animated: false },
    ])
  })
})

/** Sends Hamlet a link to a file. */
function sendLink(service: Service, url: unknown) {
  return service.call('iago', 'POST', '/messages', { type: 'direct', to: '[10]', content: `[x](${url})` })
}

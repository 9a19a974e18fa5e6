import { describe, expect, it } from 'vitest'
import { inBothWays, json, type Service } from '../ways.js'

async function upload({ send, as }: Service, who: string, ...files: File[]): Promise<Record<string, unknown>> {
  const form = new FormData()
  for (const [at, file] of files.entries()) form.append(`file${at}`, file)
  const response = await send('/api/v1/user_uploads', { method: 'POST', headers: as(who), body: form })
  return { status: response.status, ...(await json(response)) }
}

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
      expect(served.headers.get('content-disposition')).toMatch(/^attachment/)

      expect((await read('hamlet')).status).toBe(404)
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
      expect((await send(String(body.url))).status).toBe(401)
    })

    it('have no temporary URL for accounts that may not read them', async () => {
      const service = await open()
      const { call } = service
      const missing = { status: 404, body: { code: 'BAD_REQUEST', msg: 'File not found.' } }
      expect(await call('iago', 'GET', '/user_uploads/2/ab/nothing.txt')).toMatchObject(missing)
      const { url } = await upload(service, 'iago', new File(['Rye'], 'rye.txt'))
      expect(await call('hamlet', 'GET', String(url))).toMatchObject(missing)
    })

    it('are not served without credentials or after their deletion', async () => {
      const { send, as, call } = await open()
      const path = '/user_uploads/2/ab/oven-manual/oven-manual.txt'
      expect((await send(path)).status).toBe(401)
      await call('iago', 'DELETE', '/attachments/1')
      expect((await send(path, { headers: as('iago') })).status).toBe(404)
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

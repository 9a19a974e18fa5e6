import { ApiError, FileTooLargeError, MalformedAnswerError, NetworkError } from 'earshot/client'
import { NodeClient } from 'earshot/node'
import { createSimulator } from 'earshot/simulator'
import { afterEach, describe, expect, it } from 'vitest'
import { type Answering, answerJson, type SocketServer, socketServer } from './socketServer.js'
import { type Reply, stage, success } from './stage.js'

const path = '/user_uploads/2/ab/report.pdf'
const temporary = success({ url: '/user_uploads/temporary/a-token/report.pdf' })
const file = (body: string | ReadableStream = 'Rye', headers: Record<string, string> = {}, status = 200) =>
  new Response(body, { status, headers: { 'content-type': 'application/pdf', ...headers } })
const page = (status = 200) => new Response('<p>Log in</p>', { status, headers: { 'content-type': 'text/html' } })
const redirectTo = (location: string) => new Response(null, { status: 302, headers: { location } })

describe('files.download', () => {
  it('fetches the temporary address without credentials', async () => {
    const { client, sent, succeeds } = stage([temporary, file('Rye', { 'content-length': '3' })])
    const report = await succeeds(client.files.download(path))
    expect(report).toMatchObject({ name: 'report.pdf', type: 'application/pdf', size: 3 })
    expect(await succeeds(report.text())).toBe('Rye')
    expect(await report.bytes()).toEqual(new TextEncoder().encode('Rye'))
    expect(sent.map(({ url }) => url)).toEqual([
      'https://chat.example.com/api/v1/user_uploads/2/ab%2Freport.pdf',
      'https://chat.example.com/user_uploads/temporary/a-token/report.pdf',
    ])
    expect(sent.map(({ headers }) => headers.has('authorization'))).toEqual([true, false])
  })

  it.each([
    [`https://chat.example.com${path}`, 'ab%2Freport.pdf'],
    ['/user_uploads/2/ab/K%C3%A4se.txt', 'ab%2FK%C3%A4se.txt'],
    ['/user_uploads/2/ab/Käse.txt?download#top', 'ab%2FK%C3%A4se.txt'],
  ])('takes %s', async (given, asked) => {
    const { client, sent, succeeds } = stage([temporary, file()])
    await succeeds(client.files.download(given))
    expect(sent[0]?.url).toBe(`https://chat.example.com/api/v1/user_uploads/2/${asked}`)
  })

  it.each([
    ['https://evil.example/user_uploads/2/ab/report.pdf', 'another server'],
    ['//evil.example/user_uploads/2/ab/report.pdf', 'another server'],
    ['/\\evil.example/user_uploads/2/ab/report.pdf', 'another server'],
    ['https://chat.example.com@evil.example/user_uploads/2/ab/x', 'another server'],
    ['https://chat.example.com.evil.example/user_uploads/2/ab/x', 'another server'],
    ['http://chat.example.com/user_uploads/2/ab/x', 'another server'],
    ['javascript:alert(1)', 'another server'],
    ['/user_uploads/2/../../api/v1/users', 'path of an uploaded file'],
    ['/user_uploads/2/../2/x.txt', 'path of an uploaded file'],
    ['/user_uploads/2/%2e%2e/x.txt', 'path of an uploaded file'],
    ['/user_uploads/2/ab%2F..%2F..%2Fusers', 'path of an uploaded file'],
    ['/user_uploads/2/ab%2Freport.pdf', 'path of an uploaded file'],
    ['/user_uploads/2/ab%5Creport.pdf', 'path of an uploaded file'],
    ['/user_uploads/2/ab//report.pdf', 'path of an uploaded file'],
    ['/user_uploads/2/%00', 'path of an uploaded file'],
    ['/user_uploads/2/%E4', 'path of an uploaded file'],
    ['/user_uploads/x/report.pdf', 'path of an uploaded file'],
    ['/user_uploads/2/', 'path of an uploaded file'],
    ['/api/v1/users', 'path of an uploaded file'],
    ['report.pdf', 'path of an uploaded file'],
    ['http://[', 'neither a path nor a URL'],
    [7, 'not a string'],
  ])('sends nothing for %s', async (given, problem) => {
    const { client, sent, fails } = stage([temporary, file()])
    const error = await fails(client.files.download(given as string))
    expect(error).toMatchObject({ code: 'invalid_parameter', field: 'path', message: expect.stringContaining(problem) })
    expect(sent).toEqual([])
  })

  it('follows a redirect to another host without credentials', async () => {
    const { client, sent, succeeds } = stage([temporary, redirectTo('https://s3.example/b/report?signature=x'), file()])
    const report = await succeeds(client.files.download(path))
    expect(await succeeds(report.text())).toBe('Rye')
    expect(sent[2]?.url).toBe('https://s3.example/b/report?signature=x')
    expect(sent[2]?.headers.has('authorization')).toBe(false)
  })

  it('reads a temporary address at another host', async () => {
    const { client, sent, succeeds } = stage([success({ url: 'https://s3.example/report?signature=x' }), file()])
    await succeeds(client.files.download(path))
    expect(sent[1]?.headers.has('authorization')).toBe(false)
  })

  it.each([
    ['to an address without https', 'http://s3.example/report?signature=secret', 'without https'],
    ['in circles', 'https://chat.example.com/x?signature=secret', 'redirects more than 5 times'],
    ['to no address', 'http://[?signature=secret', 'without https'],
    ['into a file', 'file:///etc/passwd?signature=secret', 'without https'],
  ])('refuses a redirect %s, without its signature in the error', async (_, location, problem) => {
    const { client, fails } = stage([temporary, redirectTo(location)])
    const error = await fails(client.files.download(path))
    expect(error).toBeInstanceOf(MalformedAnswerError)
    expect(String(error)).toContain(problem)
    expect(String(error)).not.toMatch(/secret|a-token/)
  })

  it.each([
    ['without https', 'http://s3.example/report?signature=secret'],
    ['that is none', 'http://[?signature=secret'],
    ['of a file', 'file:///etc/passwd?signature=secret'],
    ['of data', 'data:text/plain,secret'],
    ['without a host', 'https://?signature=secret'],
  ])('refuses a temporary address %s', async (_, url) => {
    const { client, sent, fails } = stage([success({ url }), file()])
    const error = await fails(client.files.download(path))
    expect(error).toBeInstanceOf(MalformedAnswerError)
    expect(error).toMatchObject({ path: 'url', problem: 'leads to an address without https' })
    expect(String(error)).not.toContain('secret')
    expect(sent).toHaveLength(1)
  })

  it.each([
    ['~', 'file'],
    ['-rf', 'rf'],
    ['.bashrc', 'bashrc'],
    ['CON', '_CON'],
    ['nul.txt', '_nul.txt'],
    ['a:b', 'a_b'],
    ['menu.txt. .', 'menu.txt'],
    ['Größe 🥐.pdf', 'Größe 🥐.pdf'],
    ['gnp\u202egpj.exe', 'gnp_gpj.exe'],
    [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(76)}.pdf`],
    ['🥐'.repeat(300), '🥐'.repeat(40)],
  ])('gives %j a name that is safe to save, and keeps the original', async (original, name) => {
    const { client, succeeds } = stage([temporary, file()])
    const found = await succeeds(client.files.download(`/user_uploads/2/ab/${encodeURIComponent(original)}`))
    expect(found).toMatchObject({ name, originalName: original })
  })

  it('refuses a page in place of the file', async () => {
    const { client, fails } = stage([temporary, page()])
    const error = await fails(client.files.download(path))
    expect(error).toBeInstanceOf(MalformedAnswerError)
    expect(String(error)).toContain('is a web page, not the file (HTTP 200')
  })

  it.each([
    ['whose name ends in .html', '/user_uploads/2/ab/page.html', {}],
    ['that is sent as an attachment', '/user_uploads/2/ab/page', { 'content-disposition': 'attachment' }],
  ])('accepts a page %s', async (_, given, headers) => {
    const { client, succeeds } = stage([
      temporary,
      file('<p>Rye', { 'content-type': 'text/html; charset=utf-8', ...headers }),
    ])
    const report = await succeeds(client.files.download(given))
    expect(report.type).toBe('text/html')
  })

  it.each<[string, Reply[], object]>([
    ['the server has no such file', [json404()], { status: 404, msg: 'File not found.' }],
    ['the server says so with a page', [page(404)], { status: 404, code: 'HTTP_404', msg: 'There is no such file.' }],
    ['the account may not read it', [page(403)], { status: 403, code: 'HTTP_403' }],
    ['it was deleted a moment ago', [temporary, page(404)], { status: 404, code: 'HTTP_404' }],
    [
      'the storage refuses',
      [temporary, redirectTo('https://s3.example/x'), new Response('<Error/>', { status: 403 })],
      { status: 403 },
    ],
  ])('fails with an ApiError if %s', async (_, script, expected) => {
    const { client, fails } = stage(script)
    const error = await fails(client.files.download(path))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject(expected)
  })

  it('repeats a request that failed', async () => {
    const { client, sent, succeeds } = stage([temporary, new Response('', { status: 503 }), file()])
    const report = await succeeds(client.files.download(path))
    expect(await succeeds(report.text())).toBe('Rye')
    expect(sent).toHaveLength(3)
  })

  it('times out if nothing comes', async () => {
    const { client, fails } = stage([temporary, 'hang'])
    expect(await fails(client.files.download(path, { timeout: 1_000 }))).toMatchObject({
      code: 'timeout',
      endpoint: 'files.download',
    })
  })

  it('times out if the content pauses', async () => {
    const body = new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(3)) })
    const { client, succeeds, fails } = stage([temporary, () => Promise.resolve(file(body))])
    const report = await succeeds(client.files.download(path, { timeout: 1_000 }))
    expect(await fails(report.bytes())).toMatchObject({ code: 'timeout', timeout: 1_000 })
  })

  it('fails with the reason of an aborted signal, before and while the content comes', async () => {
    const { client, fails, succeeds } = stage([temporary, () => Promise.resolve(file(new ReadableStream()))])
    const reason = new Error('enough')
    expect(await fails(client.files.download(path, { signal: AbortSignal.abort(reason) }))).toBe(reason)
    const { signal, abort } = aborting()
    const report = await succeeds(client.files.download(path, { signal }))
    const read = fails(report.bytes())
    abort(reason)
    expect(await read).toBe(reason)
  })

  it('fails if the content ends early', async () => {
    const { client, fails, succeeds } = stage([temporary, file('Ry', { 'content-length': '3' })])
    const report = await succeeds(client.files.download(path))
    const error = await fails(report.text())
    expect(error).toBeInstanceOf(NetworkError)
    expect(String(error)).toContain('it ended after 2 of 3 bytes')
  })

  it.each([0, -1, Number.NaN, '5'])('rejects the limit %s', async (limit) => {
    const { client, sent, fails } = stage([temporary])
    expect(await fails(client.files.download(path, { limit: limit as number }))).toMatchObject({ option: 'limit' })
    expect(sent).toEqual([])
  })
})

describe('the limit of a download', () => {
  it('refuses a larger file at once, and cancels its content', async () => {
    const { body, isCancelled } = endless()
    const { client, fails } = serving(body, { 'content-length': '30000000' })
    const error = await fails(client.files.download(path))
    expect(error).toBeInstanceOf(FileTooLargeError)
    expect(error).toMatchObject({ code: 'file_too_large', limit: 25_000_000, size: 30_000_000 })
    expect(String(error)).toContain(
      'The file "report.pdf" has 30,000,000 bytes, more than the limit of 25,000,000 bytes, so it was not downloaded.',
    )
    expect(isCancelled()).toBe(true)
  })

  it.each([undefined, 'gzip'])('stops at the limit if the size is unknown (content-encoding: %s)', async (encoding) => {
    const { body, isCancelled, made } = endless()
    const headers: Record<string, string> = encoding ? { 'content-encoding': encoding, 'content-length': '5' } : {}
    const { client, fails, succeeds } = serving(body, headers)
    const report = await succeeds(client.files.download(path, { limit: 10_000 }))
    expect(report.size).toBeUndefined()
    const error = await fails(report.bytes())
    expect(error).toMatchObject({ code: 'file_too_large', size: undefined })
    expect(String(error)).toContain('more than the limit of 10,000 bytes')
    expect(isCancelled()).toBe(true)
    expect(made()).toBeLessThan(15_000)
  })

  it('is the largest size that is allowed', async () => {
    const { client, succeeds } = stage([temporary, file('Rye')])
    expect(await succeeds((await succeeds(client.files.download(path, { limit: 3 }))).text())).toBe('Rye')
  })
})

describe('the stream of a download', () => {
  it('reads no more than it is asked for, and is cancelled with it', async () => {
    const { body, isCancelled, made } = endless()
    const { client, succeeds } = serving(body)
    const report = await succeeds(client.files.download(path))
    const reader = report.stream.getReader()
    await succeeds(reader.read())
    expect(made()).toBeLessThanOrEqual(3_000)
    await reader.cancel()
    expect(isCancelled()).toBe(true)
  })
})

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function overSockets(
  answer: Answering,
  options: object = {},
): Promise<{ client: NodeClient; server: SocketServer }> {
  const server = await socketServer((response, request) => {
    if (request.url.startsWith('/api/'))
      answerJson(response, { result: 'success', msg: '', url: '/user_uploads/temporary/t/x' })
    else answer(response, request)
  })
  const account = { email: 'iago@example.com', apiKey: 'any key that is long', featureLevel: 496 }
  const client = new NodeClient({ site: server.url, ...account, retry: { attempts: 1 }, ...options })
  closing.push(server.close, () => client.close())
  return { client, server }
}

describe.each([
  ['its own connections', {}],
  ['the platform’s fetch', { fetch }],
])('a download over %s', (_, options) => {
  it('has the bytes that the server sent', async () => {
    const bytes = new Uint8Array(3_000_000).map((_, at) => at % 251)
    const { client } = await overSockets((response) => response.end(bytes), options)
    const report = await client.files.download(path)
    expect(Buffer.compare(await report.bytes(), bytes)).toBe(0)
  })

  it('can be empty', async () => {
    const { client } = await overSockets((response) => response.end(), options)
    expect((await (await client.files.download(path)).bytes()).length).toBe(0)
  })

  it('fails if the connection breaks half-way', async () => {
    const { client } = await overSockets((response) => {
      response.writeHead(200, { 'content-length': '10000' })
      response.write('half of it', () => response.destroy())
    }, options)
    const report = await client.files.download(path)
    await expect(report.bytes()).rejects.toMatchObject({ code: 'network', endpoint: 'files.download' })
  })

  it('holds the server back while nobody reads, and closes the connection when it is cancelled', async () => {
    let written = 0
    let closed = () => {}
    const isClosed = new Promise<void>((resolve) => {
      closed = resolve
    })
    const { client } = await overSockets((response) => {
      const more = () => {
        while (written < 200_000_000 && !response.destroyed) {
          written += 100_000
          if (response.write(new Uint8Array(100_000))) continue
          response.once('drain', more)
          return
        }
      }
      response.on('close', closed)
      more()
    }, options)
    const report = await client.files.download(path, { limit: 300_000_000 })
    const reader = report.stream.getReader()
    for (let read = 0; read < 1_000_000; ) read += (await reader.read()).value?.byteLength ?? 0
    await reader.cancel()
    await isClosed
    expect(written).toBeLessThan(100_000_000)
  })
})

describe('a download from the simulator', () => {
  it('is of what the account may read, and of nothing that was deleted', async () => {
    const simulator = createSimulator()
    closing.push(() => simulator.close())
    const clientOf = (who: string) => {
      const { site, email, apiKey } = simulator.credentials(who)
      return new NodeClient({ site, email, apiKey, fetch: simulator.fetch })
    }
    const [iago, hamlet] = [clientOf('iago'), clientOf('hamlet')]
    const { url } = await iago.files.upload({ file: new File(['Käse'], 'Käse [alt].txt', { type: 'text/plain' }) })
    const report = await iago.files.download(url)
    expect(report).toMatchObject({ type: 'text/plain', size: 5 })
    expect(await report.text()).toBe('Käse')
    await expect(hamlet.files.download(url)).rejects.toMatchObject({
      status: 403,
      message: expect.stringContaining('The account may not read the file.'),
    })
    // Whoever forgets the credentials gets the login page, which nothing takes for the file.
    const page = await simulator.fetch(`${simulator.url}${url}`)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const { attachments } = await iago.attachments.list()
    await iago.attachments.delete({ attachment_id: attachments.at(-1)?.id ?? 0 })
    await expect(iago.files.download(url)).rejects.toMatchObject({ status: 404 })
    await expect(iago.files.download('/user_uploads/3/ab/other.txt')).rejects.toMatchObject({ status: 404 })
  })
})

function json404(): Response {
  return new Response(JSON.stringify({ result: 'error', msg: 'File not found.', code: 'BAD_REQUEST' }), { status: 404 })
}

function aborting() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: (reason: Error) => controller.abort(reason) }
}

/** A client before a server with this file. The stage copies its answers, so that nobody could cancel them. */
function serving(body: ReadableStream, headers: Record<string, string> = {}) {
  const fetch = async (url: string) => (url.includes('/api/') ? temporary.clone() : file(body, headers))
  return stage([], { fetch })
}

/** A body that goes on as long as it is read, in pieces of 1,000 bytes. */
function endless() {
  let made = 0
  let cancelled = false
  const body = new ReadableStream({
    pull(controller) {
      made += 1_000
      controller.enqueue(new Uint8Array(1_000))
    },
    cancel() {
      cancelled = true
    },
  })
  return { body, made: () => made, isCancelled: () => cancelled }
}

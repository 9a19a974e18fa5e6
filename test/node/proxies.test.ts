import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NodeClient, type NodeClientOptions } from 'earshot/node'
import { describe, expect, it, onTestFinished } from 'vitest'
import { proxyFor } from '../../src/node/proxies.js'
import { unknownCertificate } from '../client/certificate.js'
import { answerJson, bareServer, nobodysAddress, type SocketServer, socketServer } from '../client/socketServer.js'
import { user } from '../client/stage.js'
import { echoBot } from '../receiver/notifications.js'
import { proxyServer } from './proxyServer.js'

const name = 'chat.example.com'
const password = 'pässword1234567890'
const encoded = encodeURIComponent(password)

/** A chat server behind the name, with a certificate for it that only `certBundle` vouches for. */
async function chatServer(scheme: 'http' | 'https'): Promise<SocketServer & { certBundle: string }> {
  const certificate = unknownCertificate({ name })
  const folder = mkdtempSync(join(tmpdir(), 'earshot-'))
  const certBundle = join(folder, 'ca.pem')
  writeFileSync(certBundle, certificate.cert)
  const server = await socketServer(
    (response) => answerJson(response, { result: 'success', msg: '', ...user }),
    scheme === 'https' ? certificate : undefined,
  )
  onTestFinished(async () => {
    await server.close()
    rmSync(folder, { recursive: true })
  })
  return { ...server, certBundle }
}

function clientOf(
  site: string,
  environment: Record<string, string>,
  options: Partial<NodeClientOptions> = {},
): NodeClient {
  const { email, apiKey } = echoBot
  const client = new NodeClient({
    ...{ site, email, apiKey, featureLevel: 496, allowInsecure: true, retry: { attempts: 1 } },
    connections: { environment },
    ...options,
  })
  onTestFinished(() => client.close())
  return client
}

const failure = (work: Promise<unknown>) =>
  work.then(
    () => expect.fail('it succeeded'),
    (error: unknown) => error as Error,
  )

describe('a client', () => {
  it('reaches a server with a private certificate through a tunnel of the proxy in HTTPS_PROXY', async () => {
    const { url, certBundle, heard } = await chatServer('https')
    const proxy = await proxyServer({ to: url, user: `me:${password}` })
    const HTTPS_PROXY = `http://me:${encoded}@${proxy.host}`
    const client = clientOf(`https://${name}`, { HTTPS_PROXY }, { certBundle })
    expect(await client.users.me()).toMatchObject({ full_name: 'Hamlet' })
    expect(proxy.asked).toEqual([`CONNECT ${name}:443`])
    expect(heard.map(({ headers }) => [headers.host, headers['proxy-authorization']])).toEqual([[name, undefined]])
  })

  it.each(['HTTP_PROXY', 'http_proxy'])('reaches a server without TLS through the proxy in %s', async (variable) => {
    const { url } = await chatServer('http')
    const proxy = await proxyServer({ to: url, user: `me:${password}` })
    const client = clientOf(`http://${name}`, { [variable]: `me:${encoded}@${proxy.host}` })
    expect(await client.users.me()).toMatchObject({ full_name: 'Hamlet' })
    expect(proxy.asked).toEqual([`GET http://${name}/api/v1/users/me`])
  })

  it('reaches a server on this machine without the proxy', async () => {
    const { url } = await chatServer('http')
    const proxy = await proxyServer({ to: url })
    const client = clientOf(url, { HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url })
    expect(await client.users.me()).toMatchObject({ full_name: 'Hamlet' })
    expect(proxy.asked).toEqual([])
  })

  it.each([
    ['of no known authority', name, false, 'self-signed certificate'],
    [
      'for another name',
      'other.example.com',
      true,
      "Host: other.example.com. is not in the cert's altnames: DNS:chat.example.com",
    ],
  ])('names the proxy if the certificate is refused that is %s', async (_, host, isKnown, problem) => {
    const { url, certBundle } = await chatServer('https')
    const proxy = await proxyServer({ to: url })
    const client = clientOf(`https://${host}`, { HTTPS_PROXY: proxy.url }, isKnown ? { certBundle } : {})
    const error = await failure(client.users.me())
    expect(error).toMatchObject({ code: 'network', isCertificate: true, attempts: 0 })
    // Newer versions of Node say more about some problems.
    expect(error.message).toContain(problem)
    expect(error.message).toContain(`, through the proxy ${proxy.host} (HTTPS_PROXY) (not sent). Name the file`)
  })

  it('waits for the proxy no longer than connecting may take', async () => {
    const { url } = await chatServer('https')
    const proxy = await proxyServer({ to: url, status: 'silence' })
    const connections = { environment: { HTTPS_PROXY: proxy.url }, connectTimeout: 10 }
    const client = clientOf(`https://${name}`, {}, { connections })
    const error = await failure(client.messages.send({ type: 'direct', to: [8], content: 'hi' }))
    expect(error).toMatchObject({ code: 'network', mayHaveTakenEffect: false })
    expect(error.message).toContain(`there is no connection through the proxy ${proxy.host} (HTTPS_PROXY): `)
  })

  it('aborts a call that waits for the proxy, with the reason of its signal', async () => {
    const { url } = await chatServer('https')
    const proxy = await proxyServer({ to: url, status: 'silence' })
    const connections = { environment: { HTTPS_PROXY: proxy.url }, connectTimeout: 1_000 }
    const client = clientOf(`https://${name}`, {}, { connections })
    const aborting = new AbortController()
    const failed = failure(client.users.me({}, { signal: aborting.signal }))
    await expect.poll(() => proxy.asked).toHaveLength(1)
    aborting.abort(new Error('enough'))
    expect(await failed).toMatchObject({ message: 'enough' })
  })
})

describe('a proxy that fails', () => {
  const wants = 'asks for a user and a password (HTTP 407) (not sent). Add them to HTTPS_PROXY'
  const denies = "doesn't accept the user and the password (HTTP 407) (not sent). Check them in HTTPS_PROXY"
  it.each<[string, 'http' | 'https', string, { user?: string; status?: number }, string]>([
    ['without the password that it wants', 'https', '', { user: `me:${password}` }, wants],
    ['with another password', 'https', `me:no${encoded}@`, { user: `me:${password}` }, denies],
    ['with another password, without TLS', 'http', `me:no${encoded}@`, { user: 'me' }, denies.replace('HTTPS', 'HTTP')],
    [
      'that forbids the server',
      'https',
      '',
      { status: 403 },
      `refuses to connect to ${name} (HTTP 403) (not sent). Have`,
    ],
    [
      "that can't reach the server",
      'https',
      '',
      { status: 502 },
      `can't connect to ${name} (HTTP 502) (not sent). Check`,
    ],
  ])('is named in the error: one %s', async (_, scheme, credentials, options, text) => {
    const { url, heard } = await chatServer(scheme)
    const proxy = await proxyServer({ to: url, ...options })
    const variable = scheme === 'https' ? 'HTTPS_PROXY' : 'HTTP_PROXY'
    const client = clientOf(`${scheme}://${name}`, { [variable]: `http://${credentials}${proxy.host}` })
    const error = await failure(client.messages.send({ type: 'direct', to: [8], content: 'hi' }))
    expect(error).toMatchObject({ code: 'network', attempts: 0, mayHaveTakenEffect: false })
    expect(error.message).toContain(`messages.send got no answer: the proxy ${proxy.host} (${variable}) ${text}`)
    expect(JSON.stringify([error, error.message, String(Object(error.cause).stack)])).not.toMatch(/ssword1234/)
    expect(heard).toEqual([])
  })

  it.each(['https', 'http'] as const)('is named in the error if nothing listens there: %s', async (scheme) => {
    const nobody = new URL(await nobodysAddress()).host
    const variable = scheme === 'https' ? 'HTTPS_PROXY' : 'HTTP_PROXY'
    const client = clientOf(`${scheme}://${name}`, { [variable]: `http://me:${encoded}@${nobody}` })
    const error = await failure(client.messages.send({ type: 'direct', to: [8], content: 'hi' }))
    expect(error.message).toContain(
      `there is no connection through the proxy ${nobody} (${variable}): connect ECONNREFUSED ${nobody} (not sent). ` +
        `Check that it is up and that ${variable} is its address. If ${name} can be reached without it, add ${name} to NO_PROXY.`,
    )
    expect(error).toMatchObject({ mayHaveTakenEffect: false })
    expect(error.message).not.toContain('ssword')
  })

  it('is tried again if that may help, and not if it refuses', async () => {
    const { url } = await chatServer('https')
    const attempts = async (status: number) => {
      const proxy = await proxyServer({ to: url, status })
      const retry = { attempts: 3, firstWait: 1 }
      await failure(clientOf(`https://${name}`, { HTTPS_PROXY: proxy.url }, { retry }).users.me())
      return proxy.asked.length
    }
    expect(await Promise.all([attempts(503), attempts(403)])).toEqual([3, 1])
  })

  it.each([
    ['hangs up', (socket: Socket) => socket.destroy()],
    ['speaks another protocol', (socket: Socket) => socket.end('SSH-2.0-OpenSSH\r\n')],
  ])('is named in the error if what listens there %s', async (_, onData) => {
    const { url, close } = await bareServer((socket) => socket.once('data', () => onData(socket)))
    onTestFinished(close)
    const { host } = new URL(url)
    const client = clientOf(`https://${name}`, { HTTPS_PROXY: url })
    const error = await failure(client.messages.send({ type: 'direct', to: [8], content: 'hi' }))
    expect(error).toMatchObject({ code: 'network', mayHaveTakenEffect: false, attempts: 0 })
    expect(error.message).toContain(`there is no connection through the proxy ${host} (HTTPS_PROXY): `)
  })

  const unusable = 'is not the address of a proxy'
  it.each([
    ['::', unusable],
    ['http://', unusable],
    ['http://me:secret#7@proxy.example.com', unusable],
    ['http://me:70/secret@proxy.example.com', unusable],
    ['http://me:70?secret@proxy.example.com', unusable],
    ['http://me:se%cret@proxy.example.com', 'has a user or a password that is not percent-encoded'],
    ['socks5://me:secret@proxy.example.com', "names a proxy of the kind socks5://, which isn't supported"],
  ])('is refused at once if its variable is %s', (HTTPS_PROXY, problem) => {
    let error: unknown
    try {
      clientOf(`https://${name}`, { HTTPS_PROXY })
    } catch (thrown) {
      error = thrown
    }
    expect(error).toMatchObject({ code: 'configuration', option: 'HTTPS_PROXY' })
    expect(String(error)).toContain(`the environment: HTTPS_PROXY ${problem}. Set it to an address such as`)
    expect(String(error)).not.toMatch(/secret|7/)
  })
})

describe('the proxy for an address', () => {
  const named = { HTTPS_PROXY: 'http://secure:3128', HTTP_PROXY: 'http://plain:3128' }
  it.each<[string, Record<string, string>, string | undefined]>([
    [`https://${name}`, named, 'secure:3128'],
    [`http://${name}`, named, 'plain:3128'],
    [`https://${name}`, { HTTP_PROXY: 'http://plain:3128' }, undefined],
    [`https://${name}`, { ...named, https_proxy: 'lower:3128' }, 'lower:3128'],
    [`https://${name}`, { ...named, https_proxy: ' ' }, 'secure:3128'],
    [`https://${name}`, { HTTPS_PROXY: 'https://proxy' }, 'proxy'],
    ['https://localhost', named, undefined],
    ['https://127.9.9.9', named, undefined],
    ['https://[::1]:8443', named, undefined],
    [`https://${name}`, { ...named, NO_PROXY: '' }, 'secure:3128'],
    [`https://${name}`, { ...named, NO_PROXY: '*' }, undefined],
    [`https://${name}`, { ...named, NO_PROXY: name }, undefined],
    [`https://${name}`, { ...named, NO_PROXY: 'other, Example.COM' }, undefined],
    [`https://${name}`, { ...named, no_proxy: 'other .example.com' }, undefined],
    [`https://${name}`, { ...named, no_proxy: '*.example.com' }, undefined],
    [`https://${name}`, { ...named, NO_PROXY: 'ample.com,at.example.com' }, 'secure:3128'],
    [`https://${name}`, { ...named, NO_PROXY: '.,10.0.0.0/8,::' }, 'secure:3128'],
    [`https://${name}`, { ...named, NO_PROXY: `${name}:443` }, undefined],
    [`https://${name}`, { ...named, NO_PROXY: `${name}:8443` }, 'secure:3128'],
    [`http://${name}:8080`, { ...named, NO_PROXY: `${name}:8080` }, undefined],
    [`https://${name}.`, { ...named, NO_PROXY: name }, undefined],
    [`https://${name}`, { ...named, NO_PROXY: 'Example.COM.:443' }, undefined],
    ['https://bücher.example', { ...named, NO_PROXY: 'Bücher.example' }, undefined],
    ['https://bücher.example', { ...named, NO_PROXY: '*.xn--bcher-kva.EXAMPLE.' }, undefined],
    ['https://chat.bücher.example', { ...named, NO_PROXY: ' ,, .BÜCHER.example ,' }, undefined],
    ['https://notbücher.example', { ...named, NO_PROXY: 'bücher.example' }, 'secure:3128'],
    ['https://10.1.2.3', { ...named, NO_PROXY: '10.0.0.0/8' }, undefined],
    ['https://11.1.2.3', { ...named, NO_PROXY: '10.0.0.0/8,nonsense/8,10.0.0.0/99' }, 'secure:3128'],
    ['https://10.1.2.3', { ...named, NO_PROXY: '10.1.2.3:443' }, undefined],
    ['https://[fd00::1]', { ...named, NO_PROXY: 'fd00::1' }, undefined],
    ['https://[fd00::1]', { ...named, NO_PROXY: '[fd00::1]:443' }, undefined],
    ['https://[fd00::1]', { ...named, NO_PROXY: 'fd00::/8' }, undefined],
  ])('%s with %j is %s', (url, environment, host) => {
    expect(proxyFor(new URL(url), environment)?.host).toBe(host)
  })
})

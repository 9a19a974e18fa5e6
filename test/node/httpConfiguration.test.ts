import { chmodSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { connect as connectPlain } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type TLSSocket } from 'node:tls'
import { ConfigurationError, type ServeOptions, serve } from 'earshot/node'
import { createSimulator } from 'earshot/simulator'
import { describe, expect, it, onTestFinished } from 'vitest'
import { unknownCertificate } from '../client/certificate.js'
import { manualClock } from '../receiver/kit.js'
import { echoBot, echoToken, mention } from '../receiver/notifications.js'
import { fetchOnce, served } from './serving.js'

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'earshot-http-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}

/** The files of a certificate, as `serve` takes them. */
function tlsFiles(where = folder(), material = unknownCertificate()) {
  const files = { cert: join(where, 'cert.pem'), key: join(where, 'key.pem') }
  writeFileSync(files.cert, material.cert)
  writeFileSync(files.key, material.key)
  return { files, ...material }
}

/** Posts a notification over TLS to whoever has the certificate, and gives the answer. */
async function postTls(port: number, ca: string): Promise<string> {
  const body = JSON.stringify(mention())
  const socket: TLSSocket = connect({ port, host: '127.0.0.1', ca })
  let answer = ''
  socket.on('data', (bytes) => {
    answer += bytes.toString()
  })
  socket.write(
    `POST / HTTP/1.1\r\nhost: bakery\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
  await new Promise((resolve, reject) => socket.once('close', resolve).once('error', reject))
  return answer
}

describe('TLS', () => {
  it('is the only protocol if a certificate is given', async () => {
    const { files, cert } = tlsFiles()
    const { url, port } = await served(({ reply }) => reply('warm'), { tls: files })
    expect(url).toBe(`https://127.0.0.1:${port}`)
    expect(await postTls(port, cert)).toMatch(/200 OK[\s\S]*warm/)
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow()
  })

  it("disconnects clients that don't complete the handshake", async () => {
    const { files } = tlsFiles()
    const { port } = await served(() => {}, { tls: files, timeouts: { headers: 50 } })
    const socket = connectPlain(port, '127.0.0.1')
    socket.on('error', () => {})
    const received: unknown[] = []
    socket.on('data', (bytes) => received.push(bytes))
    await new Promise((resolve) => socket.once('close', resolve))
    expect([socket.destroyed, received]).toEqual([true, []])
  })

  it('uses a renewed certificate without a restart, and keeps the old one if the new is broken', async () => {
    const clock = manualClock()
    const where = folder()
    const old = tlsFiles(where)
    const { port, lines } = await served(({ reply }) => reply('warm'), { tls: old.files, clock })
    const touch = (minutes: number) => utimesSync(old.files.cert, 0, minutes * 60)
    writeFileSync(old.files.key, 'half of a key')
    touch(1)
    await clock.advance(60_000)
    expect(await postTls(port, old.cert)).toContain('200 OK')
    expect(lines.map(({ level }) => level)).toContain('error')
    const renewed = tlsFiles(where)
    touch(2)
    await clock.advance(60_000)
    await postTls(port, renewed.cert).catch(() => '')
    expect(await postTls(port, renewed.cert)).toContain('200 OK')
    expect(lines.map(({ message }) => message)).toContain('Using the renewed certificate')
  })
})

const bot = { handle: async () => {} }
const { token: secret = '' } = createSimulator({ randomSeed: 31 }).credentials('echo')

/** What was refused, one line for each problem; the secret is never in it. */
async function refused(options: Partial<ServeOptions> & { credentials?: undefined }): Promise<string[]> {
  const credentials = { ...echoBot, token: echoToken }
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  const error: unknown = await serve(bot, {
    port: 0,
    environment: {},
    handleSignals: false,
    credentials,
    log,
    ...options,
  })
    .then(({ close }) => close())
    .catch((error: unknown) => error)
  if (!(error instanceof ConfigurationError)) throw new Error(`It was not refused: ${String(error)}`)
  expect(error.message).not.toContain(secret)
  return error.problems.map(({ where, option, problem, advice }) => `${where}: ${option} ${problem}. ${advice}`)
}

describe('the HTTP options of serve', () => {
  const cases: [Partial<ServeOptions>, RegExp][] = [
    [{ path: `hook/${secret}` }, /^the options of serve: path does not start with a slash\. Give a path such as/],
    [{ path: `/hook/${secret}?x=1` }, /path has characters other than letters, digits and \. _ ~ -\. Give/],
    [{ path: `/hook/../${secret}` }, /path has an empty part, or one of only dots\. Give/],
    [{ path: `//${secret}` }, /path has an empty part/],
    [{ path: '/healthz' }, /path is one that the server itself uses\. Give/],
    [{ path: 7 as unknown as string }, /path does not start with a slash/],
    [{ allow: ['203.0.113.0/33'] }, /^the options of serve: allow contains "203\.0\.113\.0\/33", which is neither/],
    [{ allow: ['chat.example.com'] }, /allow contains "chat\.example\.com", .* Give addresses and networks/],
    [{ allow: [] }, /allow is empty\. Give/],
    [{ allow: [7 as unknown as string] }, /allow contains something that is not a string/],
    [{ trustProxy: ['all'] }, /trustProxy contains "all".* Give addresses and networks of your proxies/],
    [{ timeouts: { headers: 0 } }, /timeouts\.headers is "0"\. Give a whole number of milliseconds, at least 1\./],
    [
      { timeouts: { headers: 50, body: 40 } },
      /timeouts\.headers is 50, longer than timeouts\.body, which is 40\. Give/,
    ],
    [{ timeouts: { idle: Number.NaN } }, /timeouts\.idle is "NaN"/],
    [{ maxConnections: 1.5 }, /maxConnections is "1\.5"\. Give a whole number of connections/],
    [{ maxHeaderBytes: -1 }, /maxHeaderBytes is "-1"\. Give a whole number of bytes/],
    [
      { tls: { cert: '/no/such/cert.pem', key: '/no/such/key.pem' } },
      /tlsCert names .*, which can't be read: there is no/,
    ],
    [{ tls: { cert: '', key: 'key.pem' } }, /tlsCert is not the path of a file\. Give the path of the certificate/],
  ]
  it.each(cases.map(([options, says]) => [says.source, options, says] as const))(
    'are validated: %s',
    async (_, options, says) => {
      expect((await refused(options))[0]).toMatch(says)
    },
  )

  it("cause an error if the key doesn't match the certificate", async () => {
    const { files } = tlsFiles()
    const other = tlsFiles()
    const [line] = await refused({ tls: { cert: files.cert, key: other.files.key } })
    expect(line).toMatch(/can't be used for TLS with its key: they do not match\. Check that/)
  })

  it('can be set in the environment and in files for secrets', async () => {
    const file = join(folder(), 'path')
    writeFileSync(file, `/hook/${secret}\n`)
    const environment = {
      EARSHOT_PATH_FILE: file,
      EARSHOT_ALLOW: '127.0.0.1, ::1',
      EARSHOT_TRUST_PROXY: '::1 10.0.0.0/8',
    }
    const { url } = await served(() => {}, { environment })
    const post = (at: string) => fetchOnce(at, { method: 'POST', body: JSON.stringify(mention()) })
    expect((await post(url)).status).toBe(404)
    expect((await post(`${url}/hook/${secret}`)).status).toBe(200)
  })

  it('are named by their environment variable in errors', async () => {
    const environment = { EARSHOT_ALLOW: 'everyone', EARSHOT_TLS_CERT: 'cert.pem', EARSHOT_PATH: secret }
    expect(await refused({ environment })).toEqual([
      expect.stringMatching(/^the environment: EARSHOT_PATH does not start with a slash\./),
      expect.stringMatching(/^the environment: EARSHOT_ALLOW contains "everyone"/),
      expect.stringMatching(/tlsKey is missing, but the other one is given\. Give the path of the certificate's key/),
    ])
  })

  it('can be set in the section [serve] of the file', async () => {
    const where = folder()
    const configFile = join(where, 'earshotrc')
    const api = `[api]\nemail=${echoBot.email}\nkey=${echoBot.apiKey}\nsite=${echoBot.site}\ntoken=${echoToken}\n`
    writeFileSync(configFile, `${api}[serve]\npath=/hook/${secret}\nallow=127.0.0.1\ntrust_proxy=everyone\n`)
    chmodSync(configFile, 0o600)
    const [line] = await refused({ configFile, credentials: undefined })
    expect(line).toMatch(/earshotrc, \[serve\], line \d+: trust_proxy contains "everyone"/)
  })
})

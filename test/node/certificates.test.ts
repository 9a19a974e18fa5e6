import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { Bot } from 'earshot'
import { ConfigurationError, credentialsFromEnvironment, credentialsFromFile, NodeClient, serve } from 'earshot/node'
import { describe, expect, it, onTestFinished } from 'vitest'
import { earshot } from '../cli/inProcess.js'
import { unknownCertificate } from '../client/certificate.js'
import { answerJson, type SocketServer, socketServer } from '../client/socketServer.js'
import { user } from '../client/stage.js'
import { recordingLog } from '../receiver/kit.js'
import { echoBot, echoToken, mention } from '../receiver/notifications.js'
import { fetchOnce } from './serving.js'

const { email, apiKey } = echoBot
const account = { email, apiKey, featureLevel: 496 }

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'earshot-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}

/** A chat server on this machine that answers every call with the same user. */
async function chatServer(
  options: Parameters<typeof unknownCertificate>[0] = {},
): Promise<SocketServer & { cert: string }> {
  const certificate = unknownCertificate(options)
  const settings = { svc_version: '12.0', svc_feature_level: 496 }
  const server = await socketServer(
    (response) => answerJson(response, { result: 'success', msg: '', ...user, ...settings }),
    certificate,
  )
  onTestFinished(server.close)
  return { ...server, cert: certificate.cert }
}

/** A zuliprc in a folder of its own, and the certificate beside it. */
function zuliprc(site: string, cert: string, ...lines: readonly string[]): string {
  const here = folder()
  writeFileSync(join(here, 'ca.pem'), cert)
  const path = join(here, 'zuliprc')
  const text = ['[api]', `email=${email}`, `key=${apiKey}`, `site=${site}`, `token=${echoToken}`, ...lines]
  writeFileSync(path, `${text.join('\n')}\n`, { mode: 0o600 })
  return path
}

const failure = (work: Promise<unknown>) =>
  work.then(
    () => expect.fail('it succeeded'),
    (error: unknown) => error as Error,
  )

/** Serves a bot that says who it is, and gives its answer. */
async function answerOf(
  configFile: string,
): Promise<{ content: unknown; lines: ReturnType<typeof recordingLog>['lines'] }> {
  const { log, lines } = recordingLog()
  const bot = new Bot().onMention(async (ctx) => (await ctx.client.users.me()).full_name)
  const serving = await serve(bot, { configFile, port: 0, environment: {}, handleSignals: false, log })
  onTestFinished(() => serving.close())
  const answer = await fetchOnce(serving.url, { method: 'POST', body: JSON.stringify(mention()) })
  return { content: Object(await answer.json()).content, lines }
}

describe('a chat server with an unknown certificate', () => {
  it('is refused with advice in the log', async () => {
    const { url, cert, heard } = await chatServer()
    const { content, lines } = await answerOf(zuliprc(url, cert))
    expect(content).toMatch(/^Something went wrong/)
    const problems = lines.map(({ fields }) => String(Object(fields.error).message ?? ''))
    expect(problems.join()).toMatch(/cert_bundle.*NODE_EXTRA_CA_CERTS/)
    expect(problems.join()).not.toContain('Check that the server is up')
    expect(heard).toEqual([])
  })

  it('is trusted through cert_bundle in the zuliprc', async () => {
    const { url, cert } = await chatServer()
    const { content, lines } = await answerOf(zuliprc(url, cert, 'cert_bundle=ca.pem'))
    expect(content).toBe('Hamlet')
    expect(lines.filter(({ level }) => level === 'warn')).toEqual([])
  })

  it('is accepted with one warning if the zuliprc has insecure=true', async () => {
    const { url, cert } = await chatServer()
    const { content, lines } = await answerOf(zuliprc(url, cert, 'insecure=true'))
    expect(content).toBe('Hamlet')
    expect(lines.filter(({ level }) => level === 'warn').map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /insecure is true, so the certificate of https:.* isn't checked: anyone .* can read the API key/,
      ),
    ])
  })

  it('causes one warning for several bots with insecure=true', async () => {
    const { url } = await chatServer()
    const path = join(folder(), 'earshotrc')
    const bots = ['one', 'two'].map(
      (name) =>
        `[${name}]\nemail=${name}-bot@example.com\nkey=${apiKey}\nsite=${url}\ntoken=${name}${echoToken}\ninsecure=true\n`,
    )
    writeFileSync(path, bots.join(''), { mode: 0o600 })
    const { log, lines } = recordingLog()
    const serving = await serve({
      bots: ['one', 'two'].map((section) => ({ bot: new Bot(), section })),
      configFile: path,
      port: 0,
      environment: {},
      handleSignals: false,
      log,
    })
    await serving.close()
    expect(lines.filter(({ level }) => level === 'warn')).toHaveLength(1)
  })

  it.each<[string, string | undefined]>([
    ['cert_bundle=ca.pem', undefined],
    ['insecure=true', undefined],
    ['', 'NODE_EXTRA_CA_CERTS'],
  ])('can be called by the command line with the line %j in the zuliprc', async (line, problem) => {
    const { url, cert } = await chatServer()
    const config = zuliprc(url, cert, line)
    const { code, out, err } = await earshot(['call', 'users.me', '--config', config])
    if (problem === undefined) expect([code, out]).toEqual([0, expect.stringContaining('full_name: Hamlet')])
    else expect([code, err]).toEqual([1, expect.stringContaining(problem)])
  })

  it('is diagnosed by the doctor according to the zuliprc', async () => {
    const { url, cert } = await chatServer()
    const { out } = await earshot(['doctor', '--config', zuliprc(url, cert, 'cert_bundle=ca.pem')])
    expect(out).toMatch(/✓ +certificate +The certificate of 127.* is checked with the authorities in .*ca\.pem\n/)
    expect(out).toMatch(/server .* is a chat server/)
    const both = zuliprc(url, cert, 'insecure=true\ncert_bundle=ca.pem')
    const unchecked = await earshot(['doctor', '--config', both])
    expect(unchecked.out).toMatch(/! +configuration +.*insecure is true, so the certificate of .* isn't checked/)
    expect(unchecked.out).not.toContain('checked with the authorities')
    const { out: unknown } = await earshot(['doctor', '--config', zuliprc(url, cert)])
    expect(unknown).toMatch(/is not signed by an authority that Node trusts[\s\S]*cert_bundle/)
  })
})

describe('the certificate check of a client', () => {
  it('is independent of other clients', async () => {
    const { url, cert } = await chatServer()
    const bundle = join(folder(), 'ca.pem')
    writeFileSync(bundle, cert)
    const clients = [{ certBundle: bundle }, { insecure: true }, {}].map(
      (how) => new NodeClient({ site: url, ...account, ...how }),
    )
    onTestFinished(async () => void (await Promise.all(clients.map((client) => client.close()))))
    const [trusting, unchecking, stranger] = clients
    expect(await trusting?.users.me()).toMatchObject({ full_name: 'Hamlet' })
    expect(await unchecking?.users.me()).toMatchObject({ full_name: 'Hamlet' })
    expect(await failure(Promise.resolve(stranger?.users.me()))).toMatchObject({ code: 'network' })
  })

  it("rejects a bundle that can't be read", () => {
    expect(
      () => new NodeClient({ site: 'https://chat.example.com', ...account, certBundle: '/nowhere/ca.pem' }),
    ).toThrow(
      new ConfigurationError([
        {
          where: 'the code',
          option: 'certBundle',
          problem: "names /nowhere/ca.pem, which can't be read: there is no such file",
          advice: "Give the path of a PEM file with the certificates of the server's authorities.",
        },
      ]),
    )
  })

  it.each<[string, Parameters<typeof unknownCertificate>[0], (cert: string) => object, RegExp]>([
    [
      'of no known authority',
      {},
      () => ({}),
      /self-signed certificate.*Name the file .* in `cert_bundle` of the zuliprc, EARSHOT_CERT_BUNDLE or NODE_EXTRA_CA_CERTS/,
    ],
    [
      'that has expired',
      { endsIn: 2021 },
      (ca) => ({ connections: { ca } }),
      /certificate has expired.*If it has expired, renew it/,
    ],
    [
      'for another name',
      { address: [127, 0, 0, 9] },
      (ca) => ({ connections: { ca } }),
      /does not match certificate.*if it is for another name, set `site` to that/,
    ],
  ])('refuses a certificate %s with advice, before any request', async (_, certificate, options, advice) => {
    const { url, cert, heard, sockets } = await chatServer(certificate)
    const client = new NodeClient({ site: url, ...account, ...options(cert) })
    onTestFinished(() => client.close())
    const error = await failure(client.messages.send({ type: 'direct', to: [8], content: 'hi' }))
    expect(error).toMatchObject({ code: 'network', attempts: 0, mayHaveTakenEffect: false })
    expect(error.message).toMatch(advice)
    expect(error.message).toContain('(not sent)')
    expect(error.message).not.toContain('Check that the server is up')
    expect([heard.length, sockets.length]).toEqual([0, 1])
  })
})

describe('cert_bundle', () => {
  const site = 'https://chat.example.com'
  const { cert } = unknownCertificate()

  it('may be a path relative to the file or to the home folder', async () => {
    const path = zuliprc(site, cert, 'cert_bundle=./ca.pem')
    const { certBundle } = await credentialsFromFile(path)
    expect(certBundle).toBe(join(path, '..', 'ca.pem'))
    const below = zuliprc(site, cert, `cert_bundle=~/${relative(homedir(), certBundle ?? '')}`)
    expect(await credentialsFromFile(below)).toMatchObject({ certBundle })
    const found = credentialsFromEnvironment({
      EARSHOT_SITE: site,
      EARSHOT_EMAIL: email,
      EARSHOT_API_KEY: apiKey,
      EARSHOT_TOKEN: echoToken,
      EARSHOT_CERT_BUNDLE: String(certBundle),
      EARSHOT_IGNORE_CERTIFICATE: 'false',
    })
    expect(found).toMatchObject({ certBundle })
    expect(found).not.toHaveProperty('insecure')
  })

  it.each([
    ['cert_bundle=nowhere.pem', 'cert_bundle names "nowhere.pem", which can\'t be read: there is no such file.'],
    ['cert_bundle=zuliprc', 'cert_bundle names "zuliprc", which has no certificate in PEM form.'],
    ['cert_bundle=', 'cert_bundle is empty.'],
    ['insecure=yes', 'insecure is "yes", which is neither true nor false.'],
  ])('is validated at start: %s', async (line, problem) => {
    const error = await failure(credentialsFromFile(zuliprc(site, cert, line)))
    expect(error).toBeInstanceOf(ConfigurationError)
    expect(error.message).toContain(problem)
  })
})

describe('plain HTTP to another machine', () => {
  it('is allowed by allow_insecure=true, but not by insecure=true', async () => {
    const site = 'http://chat.example.com'
    const error = await failure(credentialsFromFile(zuliprc(site, '', 'insecure=true')))
    expect(error.message).toContain('or allow it (EARSHOT_ALLOW_INSECURE=true, or allow_insecure = true in a file)')
    expect(await credentialsFromFile(zuliprc(site, '', 'allow_insecure=true'))).toMatchObject({ allowInsecure: true })
  })
})

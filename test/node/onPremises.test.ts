import { join } from 'node:path'
import { Bot } from 'earshot'
import { listen, serve } from 'earshot/node'
import { createSimulator } from 'earshot/simulator'
import { describe, expect, it, onTestFinished } from 'vitest'
import { bakery, diagnosed, file, folder, servedEcho } from '../cli/doctoring.js'
import { earshot, startEarshot } from '../cli/inProcess.js'
import { nobodysAddress } from '../client/socketServer.js'
import { recordingLog } from '../receiver/kit.js'
import { proxyServer, serverBelow } from './proxyServer.js'

/** Where an organisation is, as a bot sees it. */
interface Place {
  readonly site: string
  readonly environment: Readonly<Record<string, string>>
}

const places: Readonly<Record<string, (simulator: string) => Promise<Place>>> = {
  'behind a proxy': async (to) => {
    const { host } = await proxyServer({ to, user: 'me:proxy-password' })
    return { site: 'http://chat.example.com', environment: { HTTP_PROXY: `http://me:proxy-password@${host}` } }
  },
  'below a path': async (to) => ({ site: await serverBelow('/team/chat', to), environment: {} }),
}

/** A simulator whose bots know it only by its place. */
async function organisation(place: string) {
  const simulator = createSimulator()
  const { url } = await simulator.serve()
  onTestFinished(() => simulator.close())
  const { site, environment } = (await places[place]?.(url)) ?? { site: url, environment: {} }
  const rc = (account: { readonly email: string; readonly apiKey: string; readonly token?: string }) => {
    const { email, apiKey, token } = account
    const options = [`email=${email}`, `key=${apiKey}`, `site=${site}`, 'allow_insecure=true']
    return file(['[api]', ...options, ...(token ? [`token=${token}`] : []), ''].join('\n'))
  }
  const { log, lines } = recordingLog()
  return { simulator, site, environment, rc, running: { environment, handleSignals: false, log }, lines }
}

describe.each(Object.keys(places))('an organisation %s', (place) => {
  it('is reached by a bot that is served', async () => {
    const { simulator, rc, running, lines, environment } = await organisation(place)
    const account = simulator.addBot({ full_name: 'Ear' })
    const configFile = rc(account)
    const bot = new Bot().onDirectMessage(async (ctx) => {
      await ctx.send(`I am ${(await ctx.client.users.me()).full_name}.`)
      return 'Done.'
    })
    const { url, close } = await serve(bot, { configFile, port: 0, ...running })
    onTestFinished(close)
    simulator.connect('Ear', url)
    simulator.say('Iago', { to: ['Ear'] }, 'Who are you?')
    await expect
      .poll(() => simulator.messages({ dm: ['Iago', 'Ear'] }).map(({ content }) => content))
      .toEqual(['Who are you?', 'I am Ear.', 'Done.'])
    expect(lines.filter(({ level }) => level !== 'info' && level !== 'debug')).toEqual([])

    const { of, result } = await diagnosed({ config: configFile, url: new URL(url) }, environment)
    expect(of('server')).toMatchObject([{ status: 'ok' }])
    expect(of('address')).toMatchObject([{ status: expect.stringMatching(/ok|warning/) }])
    expect(result).not.toBe('failed')
  })

  it('is reached by a bot that listens', async () => {
    const { simulator, rc, running } = await organisation(place)
    const { token: _, ...account } = simulator.addBot({ full_name: 'Ear', type: 'generic' })
    const listening = await listen(
      new Bot().onDirectMessage(() => 'Psst.'),
      { configFile: rc(account), ...running },
    )
    onTestFinished(() => listening.close())
    await expect.poll(() => simulator.usage.endpoints.has('events.get')).toBe(true)
    simulator.say('Iago', { to: ['Ear'] }, 'hello')
    await expect
      .poll(() => simulator.messages({ dm: ['Iago', 'Ear'] }).map(({ content }) => content))
      .toEqual(['hello', 'Psst.'])
  })

  it('is reached by the command line', async () => {
    const { simulator, rc, environment, site } = await organisation(place)
    const config = rc(simulator.addBot({ full_name: 'Ear' }))
    const run = (...args: readonly string[]) => earshot(args, { environment })
    expect(await run('call', 'users.me', '--config', config)).toMatchObject({
      code: 0,
      out: expect.stringContaining('full_name: Ear'),
    })
    expect(await run('call', 'server.settings', '--site', site)).toMatchObject({ code: 0 })
    expect(await run('send', 'hello', '--config', config, '--to', 'iago@example.com', '--wait', '0')).toMatchObject({
      code: 0,
    })
    expect(await run('call', 'users.me', '--simulator', site)).toMatchObject({ code: 0 })
  })

  it('is recorded', async () => {
    const { simulator, environment, site } = await organisation(place)
    const { email, apiKey } = simulator.addBot({ full_name: 'Ear' })
    const name = join(folder(), 'lunch')
    const to = await nobodysAddress()
    const options = ['--site', site, '--to', to, '--port', '0']
    const recording = startEarshot(['record', name, ...options], { environment })
    const url = /Set (\S+) as/.exec(await recording.until('Deliveries go on'))?.[1]
    const authorization = `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`
    const answer = await fetch(`${url}/api/v1/users/me`, { headers: { authorization, connection: 'close' } })
    expect(await answer.json()).toMatchObject({ full_name: 'Ear' })
    const upload = new FormData()
    upload.append('file', new Blob(['soup']), 'soup.txt')
    const body = { method: 'POST', body: upload, headers: { authorization, connection: 'close' } }
    expect(await (await fetch(`${url}/api/v1/user_uploads`, body)).json()).toMatchObject({ result: 'success' })
    const { err } = await recording.end('SIGINT')
    expect(err).not.toContain("can't be reached")
  })
})

describe('the doctor', () => {
  it('says which proxy is used, without its password', async () => {
    const { simulator, rc, environment } = await organisation('behind a proxy')
    const config = rc(simulator.addBot({ full_name: 'Ear' }))
    const { of, findings } = await diagnosed({ config }, environment)
    const message = expect.stringMatching(
      /^chat\.example\.com is called through the proxy 127\.0\.0\.1:\d+ \(HTTP_PROXY\)$/,
    )
    expect(of('proxy')).toMatchObject([{ status: 'ok', message }])
    expect(JSON.stringify(findings)).not.toContain('proxy-password')
  })

  it.each<[Record<string, string>, string]>([
    [{}, 'it is this machine'],
    [{ NO_PROXY: '127.0.0.0/8' }, 'NO_PROXY lists it'],
  ])('says why the proxy is not used with %j', async (variables, why) => {
    const { rc } = await bakery()
    const { of } = await diagnosed({ config: rc() }, { HTTP_PROXY: 'http://proxy.example.com', ...variables })
    expect(of('server')).toMatchObject([{ status: 'ok' }])
    expect(of('proxy')[0]?.message).toMatch(new RegExp(`is called without the proxy in HTTP_PROXY, since ${why}$`))
  })

  it.each<[string, Record<string, string>, string, string]>([
    ['refuses', { status: '403' }, 'refuses to connect to chat.example.com (HTTP 403)', 'Have it allow the address'],
    ['wants a password', { user: 'me:secret' }, 'asks for a user and a password (HTTP 407)', 'Add them to HTTPS_PROXY'],
  ])('says that the proxy %s', async (_, { status, user }, problem, advice) => {
    const { url, rc } = await bakery()
    const proxy = await proxyServer({
      to: url,
      ...(user && { user }),
      ...(status && { status: Number(status) }),
    })
    const config = rc({ site: 'https://chat.example.com' })
    const { of, code } = await diagnosed({ config }, { HTTPS_PROXY: proxy.url })
    expect(of('server')).toMatchObject([
      {
        status: 'failed',
        message: `The proxy ${proxy.host} (HTTPS_PROXY) ${problem}`,
        advice: expect.stringContaining(advice),
      },
    ])
    expect(code).toBe(1)
  })

  it('reports a variable that names no proxy', async () => {
    const { rc } = await bakery()
    const config = rc({ site: 'https://chat.example.com' })
    const { of, code } = await diagnosed({ config }, { HTTPS_PROXY: 'http://me:secret@' })
    expect(of('configuration')).toContainEqual(
      expect.objectContaining({
        status: 'failed',
        message: 'The environment: HTTPS_PROXY is not the address of a proxy',
      }),
    )
    expect(code).toBe(2)
  })

  it('posts to the bot through the proxy', async () => {
    const { url, rc, echo } = await bakery()
    const { site, email, apiKey, token } = {
      site: url,
      email: echo.email,
      apiKey: echo.api_key,
      token: echo.token ?? '',
    }
    const bot = await servedEcho({ site, email, apiKey, token })
    const proxy = await proxyServer({ to: bot.url })
    const { of } = await diagnosed(
      { config: rc(), url: new URL('http://bots.example.com/') },
      { HTTP_PROXY: proxy.url },
    )
    expect(of('address').at(-1)?.message).toContain('The bot answers at http://bots.example.com')
    expect(proxy.asked).toEqual(['POST http://bots.example.com/', 'POST http://bots.example.com/'])
  })
})

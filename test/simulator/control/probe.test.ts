import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Bot } from 'earshot'
import { createReceiver } from 'earshot/receiver'
import { describe, expect, it } from 'vitest'
import { stage } from './stage.js'

const open = stage()

/** A server that answers everything alike. */
async function answering(status: number, body = '{}') {
  const server = createServer((request, response) =>
    request.resume().on('end', () => response.writeHead(status).end(body)),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => new Promise((resolve) => server.close(resolve))
  return { url: `http://127.0.0.1:${port}/`, host: `127.0.0.1:${port}`, close }
}

describe('probing a bot', () => {
  it.each([
    [200, true, /^It answers\.$/],
    [401, false, /^http:\S+\d doesn't know the bot, or its token\. The process there was started with another conf/],
    [405, false, /^http:\S+\d doesn't accept POST\. Check the path: it belongs to a web page/],
    [301, false, /^http:\S+\d redirects to another address, .* Give the chat server the address it redirects to\.$/],
    [404, false, /^http:\S+\d has nothing at this path\. Check the path: /],
    [500, false, /^http:\S+\d answers HTTP 500\. Check the log of the bot/],
    [502, false, /^http:\S+\d is a proxy that can't reach the bot\. Check that the bot is running/],
  ])('explains status %i of the server', async (status, answers, says) => {
    const { simulator, control } = open()
    const { url, close } = await answering(status)
    simulator.connect('echo', url)
    expect((await control('POST', '/bots/echo/probe')).body).toEqual({ answers, says: expect.stringMatching(says) })
    expect(simulator.deliveries).toEqual([])
    await close()
  })

  it('says that a web page is no bot', async () => {
    const { simulator, control } = open()
    const { url, close } = await answering(200, '<h1>Welcome</h1>')
    simulator.connect('echo', url)
    const says = expect.stringMatching(
      / answers with something other than a JSON object\. Check that this is the bot's/,
    )
    expect((await control('POST', '/bots/echo/probe')).body).toEqual({ answers: false, says })
    await close()
  })

  it('finds a receiver that has another token, and runs no handler of one that has the right one', async () => {
    const { simulator, control } = open()
    const { site, email, apiKey, token = '' } = simulator.credentials('echo')
    const heard: string[] = []
    const bot = new Bot().on('direct', ({ text }) => void heard.push(text))
    for (const [known, answers] of [
      [token, true],
      [`another ${token}`, false],
    ] as const) {
      const receiver = createReceiver({ bots: [{ bot, credentials: { site, email, apiKey }, tokens: [known] }] })
      simulator.connect('echo', receiver)
      expect((await control('POST', '/bots/echo/probe')).body).toMatchObject({ answers })
    }
    expect(heard).toEqual([])
  })

  it('suggests starting the bot or correcting the port if nothing listens there', async () => {
    const { simulator, control } = open()
    const { url, host, close } = await answering(200)
    await close()
    simulator.connect('echo', url)
    const says = `The bot can't be reached. Nothing listens at ${host}. Start it, or check the port.`
    expect((await control('POST', '/bots/echo/probe')).body).toEqual({ answers: false, says })
  })

  it("doesn't leave the hosts to which deliveries may go", async () => {
    const { simulator, control } = open()
    simulator.connect('echo', 'http://bot.example.com/')
    const says = expect.stringMatching(/bot\.example\.com is elsewhere; allow it by .*--deliver-to/)
    expect((await control('POST', '/bots/echo/probe')).body).toEqual({ answers: false, says })
  })

  it("is refused for an account that isn't an outgoing-webhook bot", async () => {
    const { control } = open()
    expect(await control('POST', '/bots/iago/probe')).toMatchObject({
      status: 400,
      body: { error: { code: 'not_called' } },
    })
  })
})

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { stage } from './stage.js'

const open = stage()

/** A server that answers everything alike. */
async function answering(status: number) {
  const server = createServer((_, response) => response.writeHead(status).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => new Promise((resolve) => server.close(resolve))
  return { url: `http://127.0.0.1:${port}/`, host: `127.0.0.1:${port}`, close }
}

describe('asking whether a bot answers', () => {
  it.each([
    [200, true, 'It answers.'],
    [405, true, 'It answers.'],
    [404, false, 'A server answers there, but with 404: is the path right?'],
    [502, false, 'A server answers there, but with 502.'],
  ])('says what a server with status %i means', async (status, answers, says) => {
    const { simulator, control } = open()
    const { url, close } = await answering(status)
    simulator.connect('echo', url)
    expect((await control('POST', '/bots/echo/probe')).body).toEqual({ answers, says })
    expect(simulator.deliveries).toEqual([])
    await close()
  })

  it('says what to do where nothing listens', async () => {
    const { simulator, control } = open()
    const { url, host, close } = await answering(200)
    await close()
    simulator.connect('echo', url)
    const says = `Nothing listens at ${host}: start the bot, or correct the port.`
    expect((await control('POST', '/bots/echo/probe')).body).toEqual({ answers: false, says })
  })

  it('goes no further than deliveries may', async () => {
    const { simulator, control } = open()
    simulator.connect('echo', 'http://bot.example.com/')
    const says = expect.stringMatching(/bot\.example\.com is elsewhere; allow it by .*--deliver-to/)
    expect((await control('POST', '/bots/echo/probe')).body).toEqual({ answers: false, says })
  })

  it('is for bots that are called', async () => {
    const { control } = open()
    expect(await control('POST', '/bots/iago/probe')).toMatchObject({
      status: 400,
      body: { error: { code: 'not_called' } },
    })
  })
})

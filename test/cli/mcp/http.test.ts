import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { describe, expect, it, onTestFinished } from 'vitest'
import { earshot, startEarshot } from '../inProcess.js'
import { agentOf } from './connected.js'

const token = 'a token of this test'

async function served(environment: Record<string, string> = { EARSHOT_MCP_TOKEN: token }) {
  const running = startEarshot(['mcp', '--http'], { environment })
  onTestFinished(async () => void (await running.end('SIGTERM')))
  const out = await running.until('Authorization')
  return { running, out, url: new URL(out.split('\n')[0] ?? '') }
}

async function client(url: URL, bearer = token) {
  const transport = new StreamableHTTPClientTransport(url, {
    requestInit: { headers: { authorization: `Bearer ${bearer}` } },
  })
  const made = new Client({ name: 'test', version: '1' })
  // The SDK's own types differ in what may be undefined.
  await made.connect(transport as Transport)
  onTestFinished(() => made.close())
  return { ...agentOf(made), transport }
}

describe('earshot mcp --http', () => {
  it('serves several clients with a separate bot each', async () => {
    const { url } = await served()
    const [one, other] = [await client(url), await client(url)]
    expect((await one.client.listTools()).tools.map(({ name }) => name)).toContain('start')
    expect((await other.call('find', { query: 'users.me' })).text).toContain('Who may call it')
    expect(one.transport.sessionId).not.toBe(other.transport.sessionId)

    await one.transport.terminateSession()
    const headers = { authorization: `Bearer ${token}`, 'mcp-session-id': `${one.transport.sessionId}` }
    expect((await fetch(url, { method: 'POST', headers, body: '{}' })).status).toBe(404)
    expect((await other.client.listTools()).tools).not.toEqual([])
  })

  it('keeps sixteen sessions and ends the one that was idle longest', async () => {
    const { url } = await served()
    const first = await client(url)
    const second = await client(url)
    await first.client.ping()
    for (let count = 2; count < 17; count += 1) await client(url)
    await first.client.ping()
    await expect(second.client.ping()).rejects.toThrow('This session does not exist or has ended')
  })

  it('generates a token if none is given', async () => {
    const { url, out } = await served({})
    const [, made = ''] = /^Authorization: Bearer (\S{32})$/m.exec(out) ?? []
    expect((await (await client(url, made)).client.listTools()).tools).not.toEqual([])
  })

  it('refuses wrong tokens, browser requests and malformed requests', async () => {
    const { url } = await served()
    await expect(client(url, 'another token')).rejects.toThrow('earshot mcp --http')
    const post = (headers: Record<string, string>, body = '{}') => fetch(url, { method: 'POST', headers, body })
    const authorization = `Bearer ${token}`
    expect((await post({})).status).toBe(401)
    expect((await post({ authorization: token })).status).toBe(401)
    expect((await post({ authorization, origin: 'https://example.com' })).status).toBe(403)
    expect((await post({ authorization })).status).toBeGreaterThanOrEqual(400)
    expect((await post({ authorization, 'mcp-session-id': 'none' })).status).toBe(404)
    expect((await fetch(new URL('/', url), { headers: { authorization } })).status).toBe(404)
  })

  it('closes on SIGTERM, and rejects invalid options', async () => {
    const { running, url } = await served()
    await client(url)
    expect(await running.end('SIGTERM')).toMatchObject({ code: 0, err: '' })
    await expect(fetch(url)).rejects.toThrow()
    const short = { environment: { EARSHOT_MCP_TOKEN: 'short' } }
    expect(await earshot(['mcp', '--http'], short)).toMatchObject({
      code: 2,
      err: expect.stringContaining('too short'),
    })
    expect(await earshot(['mcp', '--port', '1'])).toMatchObject({ code: 2, err: expect.stringContaining('--http') })
    expect(await earshot(['mcp', 'bot.ts', '--site', 'http://x'])).toMatchObject({ code: 2 })
  })
})

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { type Controlled, stage } from './stage.js'

const open = stage()

/** Calls the service as Hamlet, and gives the number of the call in the journal. */
async function calls(
  { simulator }: Controlled,
  method: string,
  path: string,
  fields: Record<string, string> = {},
): Promise<number> {
  const { email, apiKey } = simulator.credentials('hamlet')
  const form = new URLSearchParams(fields)
  await simulator.fetch(`${simulator.url}/api/v1${path}${method === 'GET' && form.size > 0 ? `?${form}` : ''}`, {
    method,
    headers: { authorization: `Basic ${btoa(`${email}:${apiKey}`)}` },
    ...(method !== 'GET' && { body: form }),
  })
  const entries = simulator.journal.read({ limit: 1000, kinds: ['call'] }).entries
  return entries.at(-1)?.number ?? 0
}

describe('a call', () => {
  it('is read with its answer, and how that was decided', async () => {
    const controlled = open()
    const number = await calls(controlled, 'POST', '/messages', { type: 'direct', to: '[9999]', content: 'hi' })
    await calls(controlled, 'GET', '/users/me')
    expect((await controlled.control('GET', `/calls/${number}`)).body).toMatchObject({
      call: { number, kind: 'call', endpoint: 'messages.send', caller: { full_name: 'Hamlet' } },
      answer: { call: number, status: 400, decision: { refusedBy: 'rule', error: 'invalidUserId' } },
    })
  })

  it('has no answer where it was made without HTTP', async () => {
    const { control, mention } = open()
    await mention()
    expect((await control('GET', '/calls/1')).body).toMatchObject({ call: { endpoint: 'messages.send' }, answer: null })
  })

  it.each(['0', '2', '99', '-1', 'x'])('is not what the number %s leads to', async (number) => {
    const { control, mention } = open()
    await mention()
    expect((await control('GET', `/calls/${number}`)).status).toBeGreaterThanOrEqual(400)
  })

  it('becomes a command, with the key only where that is asked for', async () => {
    const controlled = open()
    const { simulator, control } = controlled
    const content = 'it\'s $HOME `bread`\nand "more" = & ü'
    const number = await calls(controlled, 'POST', '/messages', {
      type: 'stream',
      to: '"kitchen"',
      topic: 'lunch',
      content,
    })
    const { url } = await simulator.serve({ port: 0 })
    const { apiKey } = simulator.credentials('hamlet')
    const masked = (await control('GET', `/calls/${number}/curl`)).text
    expect(masked).toContain(`curl -sS -X POST '${url}/api/v1/messages'`)
    expect(masked).toContain(':********')
    expect(masked).not.toContain(apiKey)
    const shown = (await control('GET', `/calls/${number}/curl?key=shown`)).text
    await promisify(execFile)('sh', ['-c', shown])
    expect(
      simulator
        .messages({ channel: 'kitchen', topic: 'lunch' })
        .slice(-2)
        .map((message) => message.content),
    ).toEqual([content, content])
  })

  it('becomes a command where it was refused before it was read, or led nowhere', async () => {
    const controlled = open()
    const { simulator, control } = controlled
    await simulator.fetch(`${simulator.url}/api/v1/users/me?client_gravatar=true`)
    await simulator.fetch(`${simulator.url}/api/v1/no%20where`, { method: 'DELETE' })
    expect((await control('GET', '/calls/1/curl')).text).toBe(`curl -sS -G '${simulator.url}/api/v1/users/me'\n`)
    expect((await control('GET', '/calls/3/curl')).text).toBe(
      `curl -sS -X DELETE '${simulator.url}/api/v1/no%20where'\n`,
    )
  })

  it('names files that were sent along', async () => {
    const { simulator, control } = open()
    const { email, apiKey } = simulator.credentials('hamlet')
    const form = new FormData()
    form.append('file', new File(['flour'], "recipe's.txt"))
    const authorization = `Basic ${btoa(`${email}:${apiKey}`)}`
    await simulator.fetch(`${simulator.url}/api/v1/user_uploads`, {
      method: 'POST',
      headers: { authorization },
      body: form,
    })
    expect((await control('GET', '/calls/1/curl')).text).toContain(`-F 'file=@recipe'\\''s.txt'`)
  })
})

import { describe, expect, it } from 'vitest'
import { kitchens, lunch } from './kitchen.js'

describe("a bot with Slack's format", () => {
  const open = kitchens()

  /** Echo, changed to Slack's format by its owner, whose answers are these. */
  async function openSlack(answer: unknown = { text: 'Soup again.' }) {
    const requests: Request[] = []
    const kitchen = open(async (request) => {
      requests.push(request.clone())
      return Response.json(answer)
    })
    const { simulator } = kitchen
    const { email, apiKey } = simulator.credentials('iago')
    const response = await simulator.fetch(`${simulator.url}/api/v1/bots/20`, {
      method: 'PATCH',
      headers: { authorization: `Basic ${btoa(`${email}:${apiKey}`)}` },
      body: new URLSearchParams({ service_payload_url: '"http://localhost:9/slack"', service_interface: '2' }),
    })
    return { ...kitchen, requests, changed: (await response.json()) as Record<string, unknown> }
  }

  it('gets a form with the fields of a message in a channel, and its text is posted', async () => {
    const { simulator, requests, changed, mention } = await openSlack()
    expect(changed).toMatchObject({ service_interface: 2, service_payload_url: 'http://localhost:9/slack' })
    expect(await mention('@**Echo** what *is* ~ for lunch?')).toEqual(['Soup again.'])
    const [request] = requests
    expect(request?.headers.get('content-type')).toBe('application/x-www-form-urlencoded')
    const body = (await request?.text()) ?? ''
    expect(body).toContain('&text=%40%2A%2AEcho%2A%2A+what+%2Ais%2A+~+for+lunch%3F&trigger_word=mention&service_id=20')
    const at = String(simulator.messages(lunch).at(-2)?.timestamp)
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
      ...{ token: simulator.credentials('echo').token, team_id: 'T2', team_domain: 'localhost' },
      ...{ channel_id: 'C2', channel_name: 'kitchen', thread_ts: at, timestamp: at, user_id: 'U10' },
      ...{
        user_name: 'Hamlet',
        text: '@**Echo** what *is* ~ for lunch?',
        trigger_word: 'mention',
        service_id: '20',
      },
    })
  })

  it('is not called for a direct message: the sender is told why, and the owner nothing', async () => {
    const { simulator, requests, toOwner } = await openSlack()
    simulator.say('hamlet', { to: ['echo'] }, 'are you there?')
    await simulator.idle()
    expect(requests).toEqual([])
    const failure = "Failure! Slack outgoing webhooks don't support direct messages."
    expect(simulator.messages({ dm: ['hamlet', 'echo'] }).at(-1)?.content).toBe(failure)
    expect(toOwner()).toEqual([])
    expect(simulator.deliveries).toMatchObject([{ outcome: 'failed', attempts: [{ result: { kind: 'not sent' } }] }])
  })

  it.each([
    [{ content: 'ignored' }, 'no content'],
    [{ text: null }, 'no content'],
    [{ text: ' ' }, 'blank content'],
    [{ text: ['a'] }, 'text is not a string'],
  ])('posts nothing for %o', async (answer, because) => {
    const { simulator, mention } = await openSlack(answer)
    expect(await mention()).toEqual([])
    expect(simulator.deliveries).toMatchObject([{ outcome: 'quiet', reading: { because } }])
  })

  it('is shown without its token, and gets it again when an edited delivery is resent', async () => {
    const { simulator, requests, mention } = await openSlack()
    await mention()
    const [record] = simulator.deliveries
    expect(record?.request.body).toMatch(/^token=\*{8}&/)
    const body = record?.request.body?.replace('trigger_word=mention', 'trigger_word=lunch')
    await simulator.fetch(`${simulator.url}/sim/deliveries/1/resend`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ body }),
    })
    await simulator.idle()
    const again = await requests[1]?.formData()
    expect(again?.get('token')).toBe(simulator.credentials('echo').token)
    expect(again?.get('trigger_word')).toBe('lunch')
  })

  it('goes back to JSON when it gets another address', async () => {
    const { simulator, requests, mention } = await openSlack()
    const { email, apiKey } = simulator.credentials('iago')
    await simulator.fetch(`${simulator.url}/api/v1/bots/20`, {
      method: 'PATCH',
      headers: { authorization: `Basic ${btoa(`${email}:${apiKey}`)}` },
      body: new URLSearchParams({ service_payload_url: '"http://localhost:9/json"' }),
    })
    await mention()
    expect(requests[0]?.headers.get('content-type')).toBe('application/json')
  })
})

import { Bot, silent } from 'earshot'
import { createReceiver } from 'earshot/receiver'
import { describe, expect, it } from 'vitest'
import { mention } from './payloads/messages.js'
import { posts } from './payloads/notifications.js'
import { refused } from './payloads/refused.js'
import { replies } from './payloads/replies.js'

interface Sighting {
  readonly handler: string
  readonly trigger: string
  readonly text: string
  readonly message: unknown
  readonly sender: unknown
}

/** Answers the questions that a bot may have about itself, by hand. */
async function server(input: Parameters<typeof fetch>[0], init?: RequestInit): Promise<Response> {
  const { pathname } = new URL(new Request(input, init).url)
  const answers: Readonly<Record<string, string>> = {
    '/api/v1/server_settings': '{"result":"success","msg":"","svc_feature_level":496}',
    '/api/v1/users/me':
      '{"result":"success","msg":"","user_id":20,"delivery_email":"echo-bot@example.com","email":"echo-bot@example.com","full_name":"Echo","date_joined":"2019-10-20T07:50+00:00","is_active":true,"is_owner":false,"is_admin":false,"is_guest":false,"is_bot":true,"bot_type":3,"bot_owner_id":8,"role":400,"timezone":"","avatar_url":"/avatar","avatar_version":1,"is_imported_stub":false,"max_message_id":112}',
  }
  const answer = answers[pathname]
  const headers = { 'content-type': 'application/json' }
  return answer === undefined ? new Response('', { status: 404 }) : new Response(answer, { headers })
}

function receiverFor(bot: Bot) {
  const credentials = {
    site: 'https://bakery.example.com',
    email: 'echo-bot@example.com',
    apiKey: 'KeyOfEchoKeyOfEcho',
  }
  return createReceiver({
    bots: [{ bot, credentials, tokens: ['TokenOfEchoTokenOfEcho'] }],
    fetch: server,
    log: silent,
  })
}

function post(bot: Bot, body: string, method = 'POST'): Response | Promise<Response> {
  const headers = { 'content-type': 'application/json', 'user-agent': 'SvcOutgoingWebhook/12.0' }
  return receiverFor(bot).request('/', { method, headers, body })
}

/** A bot that writes down what it sees, and says nothing. */
function watcher(): { bot: Bot; seen: Sighting[] } {
  const seen: Sighting[] = []
  const watch =
    (handler: string) =>
    ({ trigger, text, message, sender }: Omit<Sighting, 'handler'>) => {
      seen.push({ handler, trigger, text, message, sender })
    }
  const bot = new Bot()
    .onMention(watch('mention'))
    .onDirectMessage(watch('direct message'))
    .onTrigger('stream_message', watch('trigger stream_message'))
  return { bot, seen }
}

describe('the receiver, 6.1 notifications', () => {
  it.each(posts.map((each) => [each.title, each] as const))('passes to a bot %s', async (_title, { posted, saw }) => {
    const { bot, seen } = watcher()
    const answer = await post(bot, JSON.stringify(posted))
    expect(await answer.text()).toBe('{"response_not_required":true}')
    expect(answer.status).toBe(200)
    const message = posted.message as Record<string, unknown>
    const sender = { id: message.sender_id, email: message.sender_email, name: message.sender_full_name }
    expect(seen).toEqual([{ message, ...saw, sender }])
  })

  it('reads JSON with ASCII escapes', async () => {
    const { bot, seen } = watcher()
    const ascii = JSON.stringify(mention).replaceAll('hello', '\\ud83e\\udd56 \\u0435\\u0434\\u0430')
    await post(bot, ascii)
    expect(seen).toMatchObject([{ text: '🥖 еда' }])
  })
})

describe('the receiver, replies', () => {
  it.each(replies.map((each) => [each.title, each] as const))('responds with %s', async (_title, { teach, body }) => {
    const bot = new Bot()
    teach(bot)
    const answer = await post(bot, JSON.stringify(mention))
    expect(await answer.text()).toBe(body)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  })
})

describe('the receiver, rejected requests', () => {
  it.each(refused.map((each) => [each.title, each] as const))('rejects %s', async (_title, each) => {
    const { bot, seen } = watcher()
    const answer = await post(bot, each.posted, each.method)
    expect(answer.status).toBe(each.status)
    const body = await answer.text()
    expect(body).not.toContain('TokenOf')
    if (each.path !== undefined) expect(JSON.parse(body)).toMatchObject({ error: { path: each.path } })
    expect(seen).toEqual([])
  })

  it('gives an unknown bot and a wrong token the same response', async () => {
    const bodies = await Promise.all(
      [
        { ...mention, bot_email: 'yeast-bot@example.com' },
        { ...mention, token: 'TokenOfSomebody' },
      ].map(async (posted) => (await post(new Bot(), JSON.stringify(posted))).text()),
    )
    expect(bodies[0]).toBe(bodies[1])
  })
})

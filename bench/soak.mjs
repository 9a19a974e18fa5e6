/**
 * Whether a bot grows: `npm run build && node --expose-gc bench/soak.mjs [messages] [inline|sqlite|redis://…]`.
 *
 * An hour's worth of a busy server's traffic (36,000 messages, ten a second, unless a number is given) at full speed
 * through receiver, queue, worker and client, in one process; the chat server is a stub in another, since a simulator
 * remembers what was said. The memory that is still in use after a collection is taken twenty times; once the first
 * quarter is over, it has to stay flat, and so has the number of open files and connections (on Linux).
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const samples = 20
/** Megabytes that the second half may lie above what was there before it. */
const allowed = 8
/** Open files and connections that the second half may have more: the connection pools grow and shrink. */
const allowedFiles = 20

if (process.argv[2] === '--peer') await peer()
else await main(Number(process.argv[2] ?? 36_000), process.argv[3] ?? 'sqlite')

async function main(messages, kind) {
  const { Bot } = await import('../dist/index.js')
  const { redis, serve, sqlite } = await import('../dist/node/index.js')
  const folder = mkdtempSync(join(tmpdir(), 'earshot-soak-'))
  const queue = kind === 'sqlite' ? sqlite(join(folder, 'bots.db')) : kind === 'inline' ? kind : redis(kind)
  const child = fork(process.argv[1], ['--peer'])
  const [{ site }] = await once(child, 'message')
  const credentials = { site, email: 'soak-bot@example.com', apiKey: 'k'.repeat(32), token: 't'.repeat(32) }
  const quiet = { debug() {}, info() {}, warn() {}, error: (fields, text) => console.error(text, fields) }
  const bot = new Bot().onDirectMessage((ctx) => `You said: ${ctx.text}`)
  const serving = await serve(bot, { credentials, queue, port: 0, environment: {}, handleSignals: false, log: quiet })

  const [used, open] = [[], []]
  const begun = performance.now()
  const each = Math.ceil(messages / samples)
  for (let sample = 0; sample < samples; sample += 1) {
    child.send({
      url: serving.url,
      token: credentials.token,
      from: sample * each,
      count: each,
      waits: kind !== 'inline',
    })
    await once(child, 'message')
    globalThis.gc?.()
    const { heapUsed, external, rss } = process.memoryUsage()
    used.push((heapUsed + external) / 2 ** 20)
    open.push(existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd').length : 0)
    console.log(
      `${(sample + 1) * each} messages  ${used.at(-1).toFixed(1)} MB in use, ${(rss / 2 ** 20).toFixed(0)} MB resident, ${open.at(-1)} files`,
    )
  }
  const seconds = (performance.now() - begun) / 1_000
  await serving.close()
  child.disconnect()
  rmSync(folder, { recursive: true, force: true })
  const half = samples / 2
  const grownBy = (figures) => Math.max(...figures.slice(half)) - Math.max(...figures.slice(samples / 4, half))
  const [growth, files] = [grownBy(used), grownBy(open)]
  const met = growth <= allowed && files <= allowedFiles
  const rate = Math.round((each * samples) / seconds)
  console.log(
    JSON.stringify({ name: 'soak', kind, messages: each * samples, rate, growth, allowed, files, allowedFiles, met }),
  )
  process.exitCode = met ? 0 : 1
}

/** The chat server: sends notifications, 32 at a time, and takes the replies. */
async function peer() {
  let replies = 0
  let heard = () => {}
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      if (request.url === '/api/v1/messages') {
        replies += 1
        heard()
      }
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(answerTo(request.url, replies)))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  process.send({ site: `http://127.0.0.1:${server.address().port}` })
  process.on('disconnect', () => process.exit())
  process.on('message', async ({ url, token, from, count, waits }) => {
    const wanted = replies + count
    let next = from
    const send = async () => {
      while (next < from + count) {
        const body = JSON.stringify(notification(next++, token))
        const answer = await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
        if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`)
        await answer.arrayBuffer()
      }
    }
    await Promise.all(Array.from({ length: 32 }, send))
    while (waits && replies < wanted) await new Promise((resolve) => (heard = resolve))
    process.send('done')
  })
}

function answerTo(path, id) {
  const done = { result: 'success', msg: '', ignored_parameters_unsupported: [] }
  if (path === '/api/v1/messages') return { ...done, id }
  if (path === '/api/v1/server_settings') return { ...done, svc_version: '10.0', svc_feature_level: 496 }
  return { ...done, user_id: 20 }
}

function notification(at, token) {
  const sender = 100 + (at % 500)
  const person = (id, name) => ({ id, email: `${name}@example.com`, full_name: name, is_mirror_dummy: false })
  return {
    bot_email: 'soak-bot@example.com',
    bot_full_name: 'Soak',
    data: `loaf ${at}`,
    trigger: 'direct_message',
    token,
    message: {
      id: at + 1,
      type: 'private',
      content: `loaf ${at}`,
      rendered_content: `<p>loaf ${at}</p>`,
      sender_id: sender,
      sender_email: `p${sender}@example.com`,
      sender_full_name: `P${sender}`,
      sender_realm_str: '',
      display_recipient: [person(sender, `p${sender}`), person(20, 'soak-bot')],
      timestamp: 1_750_000_000 + at,
      client: 'website',
      subject: '',
      recipient_id: sender,
      is_me_message: false,
      reactions: [],
      submessages: [],
      flags: [],
      topic_links: [],
      avatar_url: null,
      content_type: 'text/x-markdown',
    },
  }
}

/**
 * What a bot bears that everybody can reach: `npm run build && node bench/abuse.mjs [gigabytes]`.
 *
 * Serves a bot in a process of its own, as `serve` does by itself, and attacks it with 1,000 idle connections, slow
 * bodies, a flood of wrong tokens and gigabytes of junk (10 unless a number is given), while people of a simulated
 * organisation go on talking to it. Every one of them must be answered, and the process must stay below 256 MB.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'

const head = (headers) => `POST / HTTP/1.1\r\nhost: bakery\r\n${headers}\r\n\r\n`
const guessed = JSON.stringify({
  bot_email: 'echo-bot@example.com',
  token: 'x'.repeat(32),
  trigger: 'mention',
  message: {},
})
const megabyte = Buffer.alloc(2 ** 20 - 1, '[{"x":')
const chunk = Buffer.from(`10000\r\n${'{'.repeat(0x10000)}\r\n`)

if (process.argv[2] === '--serve') await serveBot()
else await main(Number(process.argv[2] ?? 10))

async function serveBot() {
  const { Bot } = await import('../dist/index.js')
  const { serve } = await import('../dist/node/index.js')
  const [credentials] = await once(process, 'message')
  const bot = new Bot().onDirectMessage((ctx) => `You said: ${ctx.text}`)
  const quiet = { debug() {}, info() {}, warn() {}, error() {} }
  const { port } = await serve(bot, { credentials, port: 0, environment: {}, handleSignals: false, log: quiet })
  process.send({ port })
  setInterval(() => process.connected && process.send({ rss: process.memoryUsage.rss() }, () => {}), 50).unref()
  await once(process, 'disconnect')
  process.exit()
}

async function main(gigabytes) {
  const { createSimulator } = await import('../dist/simulator/index.js')
  const simulator = createSimulator({ keepJournal: 100 })
  await simulator.serve()
  const child = fork(process.argv[1], ['--serve'])
  child.send(simulator.credentials('echo'))
  const [{ port }] = await once(child, 'message')
  let peak = 0
  child.on('message', ({ rss }) => {
    peak = Math.max(peak, rss)
  })
  simulator.connect('echo', `http://127.0.0.1:${port}`)

  const state = { port, sent: 0, junk: 0, stopped: false, statuses: new Map(), errors: new Map(), sockets: new Set() }
  const start = Date.now()
  const attackers = [
    ...many(1_000, state, (link) => link.closed),
    ...many(200, state, dawdle),
    ...many(20, state, guess),
    ...many(10, state, junk),
    ...many(5, state, flood),
  ]
  let asked = 0
  const slowest = { ms: 0 }
  while (state.junk < gigabytes * 1e9) {
    const since = performance.now()
    for (const who of ['iago', 'hamlet', 'cordelia', 'othello']) {
      simulator.say(who, { to: ['echo'] }, `loaf ${asked}`)
      asked += 1
    }
    await simulator.idle()
    slowest.ms = Math.max(slowest.ms, performance.now() - since)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const took = (Date.now() - start) / 1_000
  state.stopped = true
  for (const socket of state.sockets) socket.destroy()
  await Promise.all(attackers)
  const answered = ['iago', 'hamlet', 'cordelia', 'othello']
    .flatMap((who) => simulator.messages({ dm: [who, 'echo'] }))
    .filter(
      ({ sender_full_name, content }) => sender_full_name === 'Echo' && content.startsWith('You said: loaf'),
    ).length
  child.disconnect()
  await simulator.close()

  const met = answered === asked && peak < 256e6
  console.log(`sent                  ${(state.sent / 1e9).toFixed(2)} GB in ${took.toFixed(0)} s`)
  console.log(`answers to attackers  ${[...state.statuses].map(([status, count]) => `${status}: ${count}`).join(', ')}`)
  console.log(`deliveries answered   ${answered} of ${asked}, four at a time in at most ${slowest.ms.toFixed(0)} ms`)
  console.log(`memory at its highest ${(peak / 1e6).toFixed(0)} MB (must be below 256)`)
  console.log(JSON.stringify({ name: 'abuse', gigabytes: state.sent / 1e9, asked, answered, peak, met }))
  process.exitCode = met ? 0 : 1
}

function many(count, state, attack) {
  return Array.from({ length: count }, async () => {
    while (!state.stopped) {
      await attack(open(state)).catch(() => {})
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  })
}

function open(state) {
  const socket = connect(state.port, '127.0.0.1')
  state.sockets.add(socket)
  socket.on('error', ({ code }) => state.errors.set(code, (state.errors.get(code) ?? 0) + 1))
  socket.on('data', (bytes) => {
    for (const [, status] of bytes.toString('latin1').matchAll(/HTTP\/1\.1 (\d{3})/g)) {
      state.statuses.set(status, (state.statuses.get(status) ?? 0) + 1)
    }
  })
  const closed = new Promise((resolve) => socket.once('close', resolve)).then(() => state.sockets.delete(socket))
  return {
    state,
    socket,
    closed,
    write(bytes) {
      if (socket.destroyed || state.stopped) return Promise.reject(new Error('gone'))
      state.sent += bytes.length
      if (socket.write(bytes)) return new Promise((resolve) => setImmediate(resolve))
      return Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed])
    },
    heard: () => Promise.race([new Promise((resolve) => socket.once('data', resolve)), closed]),
  }
}

async function dawdle(link) {
  await link.write(head('content-length: 1000000'))
  const timer = setInterval(() => link.write('x').catch(() => {}), 1_000)
  await link.closed
  clearInterval(timer)
}

async function guess(link) {
  while (!link.socket.destroyed) {
    await link.write(`${head(`content-length: ${guessed.length}`)}${guessed}`)
    await link.heard()
  }
}

async function junk(link) {
  while (!link.socket.destroyed) {
    await link.write(head(`content-length: ${megabyte.length}`))
    await link.write(megabyte)
    link.state.junk += megabyte.length
  }
}

async function flood(link) {
  await link.write(head('transfer-encoding: chunked'))
  while (!link.socket.destroyed) {
    await link.write(chunk)
    link.state.junk += chunk.length
  }
}

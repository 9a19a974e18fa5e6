import { Bot } from '../../dist/index.js'
import { createReceiver } from '../../dist/receiver/index.js'
import { accounts, notification } from '../lib/payloads.mjs'

const site = accounts.site
const silent = { debug() {}, info() {}, warn() {}, error() {} }
let number = 0

/** Receivers in one process that differ in one thing; each request is another message, made before the clock runs. */
export function start({ bodies = [], bots = [], commands = [] }) {
  const ways = new Map([
    ...bodies.map((bytes) => [`bytes ${bytes}`, posting(receiverOf([echo()]), () => notification({ bytes }))]),
    ...bots.map((count) => [`bots ${count}`, manyBots(count)]),
    ...commands.map((count) => [`commands ${count}`, manyCommands(count)]),
  ])
  return {
    /** CPU time of one request in microseconds. */
    async cost({ way, requests }) {
      const { post } = ways.get(way)
      const made = Array.from({ length: requests }, (_, at) => post(at))
      const before = cpu()
      for (const { receiver, request } of made) {
        const response = await receiver.fetch(request)
        const text = await response.text()
        if (response.status !== 200 || !text.includes('content')) throw new Error(`${way}: ${response.status} ${text}`)
      }
      return (cpu() - before) / requests
    },
  }
}

const echo = () => new Bot().onMention((ctx) => `You said ${ctx.text.length}`)

const receiverOf = (bots, bindingOf = () => accounts) =>
  createReceiver({
    bots: bots.map((bot, at) => {
      const { email, token, apiKey } = bindingOf(at)
      return { bot, credentials: { site, email, apiKey }, tokens: [token] }
    }),
    log: silent,
  })

function manyBots(count) {
  const bindingOf = (at) => ({
    email: `bot${at}@example.com`,
    token: `${at}`.padStart(32, 't'),
    apiKey: accounts.apiKey,
  })
  const receiver = receiverOf(Array.from({ length: count }, echo), bindingOf)
  return posting(receiver, (at) => notification(bindingOf((at * 7) % count)))
}

function manyCommands(count) {
  const bot = new Bot()
  for (let at = 0; at < count; at += 1) {
    bot.command(`do${at} <what>`, { description: `Does ${at}` }, (ctx) => `Done ${at} ${ctx.args.what}`)
  }
  return posting(receiverOf([bot]), (at) => notification({ text: `do${(at * 7) % count} it` }))
}

const posting = (receiver, of) => ({
  post(at) {
    number += 1
    const { body, headers, method } = of(at)
    return {
      receiver,
      request: new Request(`${site}/`, { method, headers, body: body.replaceAll('{n}', `${number}`) }),
    }
  },
})

function cpu() {
  const { user, system } = process.cpuUsage()
  return user + system
}

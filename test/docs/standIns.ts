/**
 * What the examples of the pages may use without saying where it comes from, as a reader would: their bot, their
 * credentials, the simulator of the example before. Whatever Earshot exports is imported by each example. `running.ts`
 * gives them to examples that are run.
 */
export const standIns = `
import type { Bot } from 'earshot'
import type { Client } from 'earshot/client'
import type { createReceiver, ReceiverOptions } from 'earshot/receiver'
import type { createSimulator } from 'earshot/simulator'
import type { testBot } from 'earshot/testing'

declare global {
  const bot: Bot
  const echo: Bot
  const timer: Bot
  const bots: ReceiverOptions['bots']
  const receiver: ReturnType<typeof createReceiver>
  const client: Client
  const site: string
  const email: string
  const apiKey: string
  const token: string
  const simulator: ReturnType<typeof createSimulator>
  const chat: Awaited<ReturnType<typeof testBot>>
  const expect: typeof import('vitest').expect
  /** Something of the reader's that one at a time may use. */
  const till: {
    read(options: { signal: AbortSignal }): Promise<number>
    write(balance: number, options: { signal: AbortSignal }): Promise<void>
  }
  /** Some client for figures. */
  const statsd: { timing(name: string, ms: number): void }
}
`

/** The module `./bot.js` that examples of tests import: the reader's own bot. */
export const readersBot = `
import { Bot, md } from 'earshot'

export const createBot = () =>
  new Bot()
    .command('order <what>', { description: 'Order bread' }, async (ctx) => {
      await ctx.storage.set('order', ctx.args.what)
      return 'Noted.'
    })
    .command('orders', { description: 'Show the orders' }, async (ctx) => '1 ' + (await ctx.storage.get('order'))?.value)
    .command('whois <email>', { description: 'Look a person up' }, async (ctx) => {
      const { user } = await ctx.client.users.getByEmail({ email: ctx.args.email })
      return '**' + md.escape(user.full_name) + '** joined on ' + user.date_joined
    })
    .hears('take your time', async (ctx) => {
      await ctx.sleep('15s')
      return 'Here it is.'
    })
    .onMention((ctx) => 'You said: ' + ctx.text)
    .onDirectMessage((ctx) => 'You told me: ' + ctx.text)
export const bot = createBot()
`

/** Packages that examples in JavaScript use, of those that aren't installed here, and the globals of Jest. */
export const packages = `
declare module 'next/server' {
  export function after(work: () => unknown): void
}
declare module 'fastify'
declare module '$env/dynamic/private' {
  export const env: Readonly<Record<string, string>>
}
declare module '$lib/bot.js' {
  export const bot: import('earshot').Bot
}
declare module '@bull-board/*'
declare module '@acme/bot' {
  export const bot: import('earshot').Bot
}
declare module '@/lib/bot' {
  export const bot: import('chat').Chat<{ zulip: import('earshot/chat-sdk').ZulipAdapter }>
}
declare const test: typeof import('vitest').test
`

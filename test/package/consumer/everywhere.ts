// A program for any platform: of every way into the package that needs no Node, something is used.
import { Bot, type Context, EarshotError, silent } from 'earshot'
import { assistant, type Model, textStreamModel } from 'earshot/assistant'
import { ApiError, Client, fetchTransport, rateLimiter } from 'earshot/client'
import { characterOf } from 'earshot/emoji'
import { createLinkifier } from 'earshot/linkify'
import { createListener } from 'earshot/listener'
import type { Observer } from 'earshot/observe'
import { type Message, roles } from 'earshot/protocol'
import { memoryQueue } from 'earshot/queue'
import { createReceiver } from 'earshot/receiver'
import { german } from 'earshot/sentences'
import { memoryStorage, type Storage } from 'earshot/storage'

const storage: Storage = memoryStorage()
const bot = new Bot({ sentences: german })
bot.command('who <person:user>', { description: 'Show a user' }, async (ctx) => {
  const user = await ctx.args.person.lookUp()
  return user.role === roles.owner ? 'the owner' : user.full_name
})
const model: Model = textStreamModel(() => ({ textStream: new ReadableStream<string>() }))
bot.onMention(assistant({ model }))

export const lengthOf = ({ message }: Context): number => message.content.length
export const site = 'https://chat.example.com'
const credentials = { site, email: 'echo-bot@example.com', apiKey: 'k'.repeat(32) }
export const client: Client = new Client({ ...credentials, transport: rateLimiter().over(fetchTransport(fetch)) })
export const messages = async (): Promise<readonly Message[]> =>
  (await client.messages.list({ anchor: 'newest', num_before: 10, num_after: 0 })).messages
export const codeOf = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.msg : error instanceof EarshotError ? error.code : undefined

export const observer: Observer = {}
export const receiver = createReceiver({
  bots: [{ bot, credentials, tokens: ['t'.repeat(32)] }],
  queue: memoryQueue({ capacity: 10 }),
  storage,
  log: silent,
  observer,
})
export const listener = createListener({ bots: [{ bot, credentials }], log: silent })
export const links = createLinkifier([]).problems.length
export const party = characterOf('tada')

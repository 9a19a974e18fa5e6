import type { Message } from '../../protocol/index.js'
import type { Delivery } from '../delivery/delivery.js'
import type { Realm } from '../realm/realm.js'
import type { WrittenCall } from './calls/writtenCall.js'

/**
 * A delivery as a test of the bot: the same person sends the same message in the same place, and the bot has to answer
 * as it did.
 */
export function deliveryAsTest(delivery: Delivery, realm: Realm): string {
  const { message } = delivery.notification
  const account = realm.account(delivery.bot.id)
  const { reading } = delivery
  const replies = reading?.kind === 'reply' ? quoted(reading.content) : ''
  const name = `answers ${message.sender_full_name} as in delivery ${delivery.id}`
  return `import { testBot } from 'earshot/testing'
import { expect, it } from 'vitest'
import { bot } from './bot.js'

it(${quoted(name)}, async () => {
  const chat = await testBot(bot, { account: ${quoted(account.fullName)} })
  const replies = await ${saying(message, account.id)}
  expect(replies.map((reply) => reply.content)).toEqual([${replies}])
  await chat.close()
})
`
}

function saying(message: Message, botId: number): string {
  const who = `chat.as(${quoted(message.sender_full_name)})`
  if (message.type === 'stream') {
    const { display_recipient: channel, subject: topic } = message
    return `${who}.say(${quoted(message.content)}, { channel: ${quoted(channel)}, topic: ${quoted(topic)} })`
  }
  const others = message.display_recipient.filter(({ id }) => id !== message.sender_id && id !== botId)
  if (others.length === 0) return `${who}.dm(${quoted(message.content)})`
  const names = others.map(({ full_name }) => full_name).join(', ')
  return `${who}.dm(${quoted(message.content)}) // in a conversation with ${names} too, which makes no difference here`
}

/** A call as a TypeScript program that uses the client. */
export function callAsProgram(
  { endpoint, parameters }: WrittenCall,
  { url, email }: { readonly url: string; readonly email: string },
): string {
  const given = Object.keys(parameters).length === 0 ? '' : literal(parameters, '')
  return `import { Client } from 'earshot/client'

const client = new Client({ site: ${literal(url, '')}, email: ${literal(email, '')}, apiKey: process.env.API_KEY ?? '' })
const answer = await client.${endpoint.name}(${given})
`
}

/** Data as a TypeScript literal. */
function literal(value: unknown, indent: string): string {
  if (typeof value === 'string') return quoted(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const inner = `${indent}  `
  if (Array.isArray(value)) {
    const items = value.map((one) => literal(one, inner))
    const line = `[${items.join(', ')}]`
    return line.length + indent.length <= longestLine
      ? line
      : `[\n${items.map((one) => `${inner}${one},\n`).join('')}${indent}]`
  }
  const fields = Object.entries(value).map(([name, one]) => `${nameIn(name)}: ${literal(one, inner)}`)
  const line = fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
  if (line.length + indent.length <= longestLine && !line.includes('\n')) return line
  return `{\n${fields.map((field) => `${inner}${field},\n`).join('')}${indent}}`
}

const longestLine = 80

function nameIn(name: string): string {
  // Unquoted it would set the prototype.
  if (name === '__proto__') return `['__proto__']`
  return /^[A-Za-z_]\w*$/.test(name) ? name : quoted(name)
}

function quoted(text: string): string {
  const json = JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
  if (text.includes("'")) return json
  return `'${json.slice(1, -1).replaceAll('\\"', '"')}'`
}

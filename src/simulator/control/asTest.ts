import type { Message } from '../../protocol/index.js'
import type { Delivery } from '../delivery/delivery.js'
import type { Realm } from '../realm/realm.js'

/**
 * A delivery as a test of the bot: the same message is said by the same person in the same place, and what the bot
 * answered is what it is to answer.
 */
export function testOf(delivery: Delivery, realm: Realm): string {
  const { message } = delivery.notification
  const account = realm.account(delivery.bot.id)
  const { reading } = delivery
  const replies = reading?.kind === 'reply' ? literal(reading.content) : ''
  const name = `answers ${message.sender_full_name} as in delivery ${delivery.id}`
  return `import { testBot } from 'earshot/testing'
import { expect, it } from 'vitest'
import { bot } from './bot.js'

it(${literal(name)}, async () => {
  const chat = await testBot(bot, { account: ${literal(account.fullName)} })
  const replies = await ${saying(message, account.id)}
  expect(replies.map((reply) => reply.content)).toEqual([${replies}])
  await chat.close()
})
`
}

function saying(message: Message, botId: number): string {
  const who = `chat.as(${literal(message.sender_full_name)})`
  if (message.type === 'stream') {
    const { display_recipient: channel, subject: topic } = message
    return `${who}.say(${literal(message.content)}, { channel: ${literal(channel)}, topic: ${literal(topic)} })`
  }
  const others = message.display_recipient.filter(({ id }) => id !== message.sender_id && id !== botId)
  if (others.length === 0) return `${who}.dm(${literal(message.content)})`
  const names = others.map(({ full_name }) => full_name).join(', ')
  return `${who}.dm(${literal(message.content)}) // in a conversation with ${names} too, which makes no difference here`
}

/** A text as it is written in a program. */
function literal(text: string): string {
  const json = JSON.stringify(text)
  if (text.includes("'")) return json
  return `'${json.slice(1, -1).replaceAll('\\"', '"')}'`
}

import { Actions, Button, Card, type Logger } from 'chat'
import { expect, it } from 'vitest'
import { connect, contents, hearing } from './kit.js'

async function inKitchen(logger?: Logger) {
  const connected = await connect(logger && { adapter: { logger } })
  const channelId = connected.simulator.realm.channel('kitchen').id
  const threadIn = (topic: string) =>
    connected.chat.thread(connected.zulip.encodeThreadId({ kind: 'topic', channelId, topic }))
  return { ...connected, threadIn, thread: threadIn('orders') }
}

it('quotes and links the message that a reply is to', async () => {
  await using chat = await inKitchen()
  const id = chat.say('Is there @**all** bread?')
  const sent = await chat.thread.reply(String(id), { markdown: 'Yes, **rye**.' })
  const [, reply] = contents(chat.simulator)
  expect(reply).toBe(
    `@_**Iago|8** [said](#narrow/channel/2/topic/orders/near/${id}):\n\`\`\`quote\nIs there @_**all** bread?\n\`\`\`\n\nYes, **rye**.`,
  )
  expect(sent.id).toBe(String(id + 1))
  const quoting = await chat.zulip.fetchMessage(chat.thread.id, sent.id)
  expect((await quoting?.links[0]?.fetchMessage?.())?.id).toBe(String(id))
})

it('quotes only the begin of a long message, with its code block closed', async () => {
  await using chat = await inKitchen()
  const id = chat.say(`Look:\n\`\`\`\n${'line of code\n'.repeat(300)}\`\`\``)
  await chat.thread.reply(String(id), 'I see.')
  const reply = contents(chat.simulator)[1] ?? ''
  expect(reply.length).toBeLessThan(1_300)
  expect(reply).toMatch(/line of code\n```\n…\n`{4}\n\nI see\.$/)
})

it('replies with a card, with its buttons below', async () => {
  await using chat = await inKitchen()
  const id = chat.say('Bake?')
  await chat.thread.reply(
    String(id),
    Card({ title: 'Sure?', children: [Actions([Button({ id: 'y', label: 'Yes' })])] }),
  )
  const [, card, buttons] = contents(chat.simulator)
  expect(card).toMatch(/```\n\n\*\*Sure\?\*\*$/)
  expect(buttons).toContain('* Yes')
})

it('replies to a direct message', async () => {
  await using chat = await inKitchen()
  const id = chat.simulator.say('iago', { to: [chat.bot] }, 'psst')
  const threadId = await chat.zulip.openDM('8')
  await chat.chat.thread(threadId).reply(String(id), 'What?')
  const reply = chat.simulator.messages({ dm: ['iago', chat.bot] }).at(-1)?.content
  expect(reply).toMatch(/^@_\*\*Iago\|8\*\* \[said\]\(#narrow\/dm\/.*\n```quote\npsst\n```\n\nWhat\?$/)
})

const unquoted = ['is gone', 'is in another topic', "can't be looked up", "can't be read"] as const

it.each(unquoted)('replies without a quotation if the message %s, and logs it once', async (what) => {
  const { heard, hear } = hearing<string>()
  const logger: Logger = { child: () => logger, debug() {}, info() {}, warn: hear, error: hear }
  await using chat = await inKitchen(logger)
  const id =
    what === 'is gone' ? 999_999 : chat.say('A secret', what === 'is in another topic' ? 'elsewhere' : 'orders')
  if (what === "can't be looked up") chat.simulator.faults.add('every call of messages.get answers 503')
  if (what === "can't be read") chat.simulator.faults.add('every call of messages.get answers malformed JSON')
  await chat.thread.reply(String(id), 'Yes.')
  expect(contents(chat.simulator).at(-1)).toBe('Yes.')
  expect(heard).toEqual(['The reply quotes nothing: its message is gone, in another place, or could not be looked up'])
})

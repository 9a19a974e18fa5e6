import { Actions, Button, Card, type Chat } from 'chat'
import { expect, it } from 'vitest'
import { Client } from '../../src/client/index.js'
import type { Simulator } from '../../src/simulator/index.js'
import { connect, hearing } from './kit.js'

const long = 'A word. '.repeat(3_000).trim()

function personIn(simulator: Simulator, who: string): Client {
  return new Client({ ...simulator.credentials(who), fetch: simulator.fetch })
}

async function inKitchen(by: 'webhook' | 'events', declare?: (chat: Chat) => void) {
  const connected = await connect({ by, ...(declare && { declare }) })
  const channelId = connected.simulator.realm.channel('kitchen').id
  if (by === 'events') {
    const subscriptions = [{ name: 'kitchen' }]
    await connected.zulip.client.subscriptions.add({ subscriptions })
  }
  const threadId = connected.zulip.encodeThreadId({ kind: 'topic', channelId, topic: 'orders' })
  return { ...connected, threadId, thread: connected.chat.thread(threadId) }
}

it('a long text is one message in the history, whose ID is that of the sent one, and whose text is whole', async () => {
  await using chat = await inKitchen('webhook')
  chat.say('before')
  const sent = await chat.thread.post({ markdown: long })
  chat.say('after')
  expect(sent.id).toMatch(/^\d+-\d+-\d+$/)
  const { messages } = await chat.zulip.fetchMessages(chat.threadId)
  expect(messages.map(({ id }) => id)).toEqual([expect.any(String), sent.id, expect.any(String)])
  expect(messages[1]?.text.replace(/\s+/g, ' ')).toBe(long)
  const one = await chat.zulip.fetchMessage(chat.threadId, sent.id)
  expect(one).toMatchObject({ id: sent.id, text: messages[1]?.text })
  const part = sent.id.split('-')[1] ?? ''
  expect((await chat.zulip.fetchMessage(chat.threadId, part))?.id).toBe(sent.id)
})

it.each(['backward', 'forward'] as const)('a long text comes once on small pages, read %s', async (direction) => {
  await using chat = await inKitchen('webhook')
  chat.say('before')
  const sent = await chat.thread.post({ markdown: long })
  chat.say('after')
  const seen: string[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await chat.zulip.fetchMessages(chat.threadId, { limit: 1, direction, ...(cursor && { cursor }) })
    expect(page.messages.length).toBe(1)
    seen.push(...page.messages.map(({ id, text }) => (id === sent.id ? 'long' : text)))
    cursor = page.nextCursor
    if (cursor === undefined) break
  }
  expect(seen).toEqual(direction === 'forward' ? ['before', 'long', 'after'] : ['after', 'long', 'before'])
})

it('handlers hear of a deletion of a long text once, and not of those of the bot itself', async () => {
  const { heard, hear, times } = hearing<string>()
  await using chat = await inKitchen('events', (bot) => bot.onMessageDeleted(({ messageId }) => hear(messageId)))
  const own = await chat.thread.post({ markdown: long })
  await own.edit('short')
  await own.delete()
  const card = Card({ title: 'Sure?', children: [Actions([Button({ id: 'y', label: 'Yes' })])] })
  await (await chat.thread.post(card)).edit('Done.')
  const removed = await chat.thread.post({ markdown: long })
  for (const id of removed.id.split('-')) {
    await personIn(chat.simulator, 'desdemona').messages.delete({ message_id: Number(id) })
  }
  const last = chat.say('bye')
  await personIn(chat.simulator, 'iago').messages.delete({ message_id: last })
  await times(2)
  expect(heard).toEqual([removed.id, String(last)])
})

it('a reaction to any part of a long text is to the sent message', async () => {
  const { hear, times } = hearing<string>()
  await using chat = await inKitchen('events', (bot) =>
    bot.onReaction(({ messageId, message }) => hear(`${messageId} ${message?.id}`)),
  )
  const sent = await chat.thread.post({ markdown: long })
  const part = Number(sent.id.split('-')[2])
  await personIn(chat.simulator, 'iago').reactions.add({ message_id: part, emoji_name: 'tada' })
  expect(await times(1)).toEqual([`${sent.id} ${sent.id}`])
})

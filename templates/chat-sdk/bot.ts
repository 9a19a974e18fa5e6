import { createMemoryState } from '@chat-adapter/state-memory'
import { Actions, Button, Card, CardText, Chat, type StateAdapter } from 'chat'
import { createZulipAdapter, type ZulipAdapterOptions } from 'earshot/chat-sdk'

export interface BotOptions {
  /** Options of the adapter. (default: credentials of the environment) */
  readonly adapter?: ZulipAdapterOptions
  /** What the bot remembers, such as the threads that it follows. (default: in memory) */
  readonly state?: StateAdapter
}

const breads = ['rye', 'spelt', 'wheat'] as const

/** A bot of the Chat SDK that takes orders for bread. */
export function createBot({ adapter, state = createMemoryState() }: BotOptions = {}) {
  const zulip = createZulipAdapter(adapter)
  // By default the Chat SDK drops a message of a webhook that comes while a handler runs in its thread.
  const bot = new Chat({ userName: 'baker', adapters: { zulip }, state, concurrency: 'queue', logger: 'warn' })

  bot.onNewMention(async (thread) => {
    await thread.subscribe()
    await thread.post(menu())
  })

  // By events the bot hears everything in a subscribed topic; by a webhook only what mentions it.
  bot.onSubscribedMessage(async (thread, message) => {
    if (/\brecipe\b/i.test(message.text)) await thread.post(recipe())
    else if (/\bthat['’]s all\b/i.test(message.text)) {
      await thread.unsubscribe()
      await thread.post('Mention me when you want more.')
    } else if (message.isMention) await thread.post(menu())
  })

  bot.onAction('order', async ({ thread, user, value }) => {
    await thread?.post(`One loaf of ${value} for ${thread.mentionUser(user.userId)}.`)
  })

  return { bot, zulip }
}

function menu() {
  return Card({
    title: 'Fresh bread',
    children: [
      CardText('Which one would you like?'),
      Actions(breads.map((bread) => Button({ id: 'order', label: bread, value: bread }))),
    ],
  })
}

/** A stream, as a language model produces it: one message that grows. */
async function* recipe(): AsyncGenerator<string> {
  yield '**Rye bread**\n\n'
  for (const step of ['Feed the sourdough.', 'Knead it.', 'Let it rise.', 'Bake it.']) yield `1. ${step}\n`
}

// A program with a bot of the Chat SDK, where its packages are installed.
import { createMemoryState } from '@chat-adapter/state-memory'
import { Chat } from 'chat'
import { createZulipAdapter, ZulipAdapter, type ZulipAdapterOptions, type ZulipThreadId } from 'earshot/chat-sdk'
import { testChat } from 'earshot/chat-sdk/testing'

const options: ZulipAdapterOptions = { mode: 'events', slashCommands: ['/menu'] }
const zulip = createZulipAdapter(options)
const bot = new Chat({ userName: 'echo', adapters: { zulip }, state: createMemoryState(), logger: 'silent' })
bot.onNewMention(async (thread, message) => {
  await thread.post(`You said: ${message.text}`)
})

const thread: ZulipThreadId = bot.getAdapter('zulip').decodeThreadId('zulip:2:bHVuY2g')
console.log(zulip instanceof ZulipAdapter, thread.kind)

const chat = await testChat(bot, zulip, { by: 'events' })
const [reply] = await chat.as('iago').say(`@**${chat.botName}** hi`)
console.log(reply?.content)
await chat.close()

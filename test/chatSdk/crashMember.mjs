// A process with a bot of the Chat SDK, on the package as it was built. Its state is in the process that kills it.
import { Chat } from 'chat'
import { createZulipAdapter } from 'earshot/chat-sdk'

const { credentials, stateAt } = JSON.parse(process.env.CRASH_MEMBER ?? '{}')
const state = new Proxy(
  {},
  {
    get: (_, method) =>
      // A promise would have this one.
      method === 'then'
        ? undefined
        : async (...args) => {
            const response = await fetch(stateAt, { method: 'POST', body: JSON.stringify({ method, args }) })
            return (await response.json()).result
          },
  },
)
const zulip = createZulipAdapter(credentials)
const bot = new Chat({ userName: 'robo', adapters: { zulip }, state, concurrency: 'queue', logger: 'silent' })
bot.onNewMention(async (thread, { text }) => {
  process.stdout.write(`begins ${text}\n`)
  if (text.endsWith('slow') && process.env.HANGS === 'yes') await new Promise(() => {})
  await thread.post(`Heard ${text}`)
})
await bot.initialize()
await zulip.ready
process.stdout.write('ready\n')

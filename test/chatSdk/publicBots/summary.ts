import { type Chat, reviver, type Thread } from 'chat'
import type { PublicBot, Served } from './stage.js'

/** Next.js' `after`: what it is given begins when the response has been sent. */
type After = (work: () => Promise<unknown>) => void

/** `app/api/webhooks/[platform]/route.ts`. */
const createRoute = (chat: Chat, after: After) => ({
  async POST(request: Request, context: { readonly params: Promise<{ readonly platform: string }> }) {
    const { platform } = await context.params
    const handler = chat.webhooks[platform as keyof typeof chat.webhooks]
    if (!handler) return new Response(`Unknown platform: ${platform}`, { status: 404 })
    return handler(request, { waitUntil: (task) => after(() => task) })
  },
})

/** A bot in a Next.js route that reads the thread, and writes its summary in a job that gets the thread as JSON. */
export function summaryBot(): PublicBot & { readonly jobs: string[] } {
  const jobs: string[] = []
  return {
    name: 'a summary bot in a Next.js route',
    jobs,
    async serve(chat): Promise<Served> {
      const works = new Set<Promise<unknown>>()
      const afterwards: (() => Promise<unknown>)[] = []
      const route = createRoute(chat, (work) => void afterwards.push(work))
      return {
        async address(request) {
          const response = await route.POST(request, { params: Promise.resolve({ platform: 'zulip' }) })
          for (const work of afterwards.splice(0)) {
            const running = work().finally(() => works.delete(running))
            works.add(running)
          }
          return response
        },
        close: async () => void (await Promise.allSettled(works)),
      }
    },
    declare(chat) {
      chat.registerSingleton()
      chat.onNewMention(async (thread, message) => {
        if (/summari[sz]e/.test(message.text)) {
          const job = JSON.stringify({ thread })
          jobs.push(job)
          await summarise(job)
        } else if (/who/.test(message.text)) {
          const people = await thread.getParticipants()
          await thread.post({ markdown: people.map(({ fullName }) => `- ${fullName}`).join('\n') })
        } else if (/where/.test(message.text)) {
          const { name, memberCount } = await thread.channel.fetchMetadata()
          await thread.post(`We are in ${name}, with ${typeof memberCount}s of people.`)
        }
      })
    },
  }
}

/** What a job of a queue does, which knows only the JSON. */
async function summarise(job: string): Promise<void> {
  const { thread } = JSON.parse(job, reviver) as { readonly thread: Thread }
  const rows: string[] = []
  for await (const { author, text } of thread.allMessages) {
    if (!author.isMe && !/summari[sz]e/.test(text)) rows.push(`| ${author.fullName} | ${text} |`)
  }
  await thread.post({ markdown: ['Summary', '---', '', '| who | what |', '|---|---|', ...rows].join('\n') })
}
